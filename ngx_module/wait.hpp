// What a main request waits for before it has an answer, and how the deadline
// of its route ends that: at once, or as soon as nothing holds the request.
#pragma once

#include "offload.hpp"
#include "reply.hpp"

#include <optional>

namespace gate {

// The deadline has passed while the upstream was not asked so far. Refuses
// with 408 where the request may be ended now; else the step that runs next
// finds is_late().
void end_late(ngx_http_request_t* r) noexcept;

// Whether the deadline of the main request has passed before its upstream was
// asked. Each step that can follow a wait asks, and refuses.
bool is_late(ngx_http_request_t* r) noexcept;

// 408, for a handler to return.
ngx_int_t refuse_late(ngx_http_request_t* r);

// Posts the task with the threads and the time of this location.
Offloaded wait_on_thread(ngx_http_request_t* r, Task* task) noexcept;

// Why a task that was not posted, or that has ended, brought nothing; none
// when it is done.
std::optional<Error> failure_of(Offloaded posted);
std::optional<Error> failure_of(const Task& task);

// When to try again after such a failure, for a refusal with it.
ReplyHeaders retry_of(const Error& error) noexcept;

}  // namespace gate
