#include "wait.hpp"
#include "boundary.hpp"

#include "chat/outcome.hpp"

namespace gate {

namespace {

Error busy()
{
    return make_error(503, Reason::busy,
                      "Too many requests are being inspected");
}

Error not_read()
{
    return make_error(500, Reason::internal_error,
                      "The body could not be read");
}

}  // namespace

void wait_for(ngx_http_request_t* r, Wait wait, Task* task) noexcept
{
    if (RequestState* state = find_request_state(r)) {
        state->wait = wait;
        state->task = task;
    }
}

bool is_late(ngx_http_request_t* r) noexcept
{
    RequestState* state = r == r->main ? find_request_state(r) : nullptr;
    return state != nullptr && state->is_late && state->task == nullptr;
}

ngx_int_t refuse_late(ngx_http_request_t* r)
{
    auto seconds = (loc_conf(r)->deadline + 999) / 1000;

    // what is left of the body is not read
    r->read_event_handler = ngx_http_block_reading;
    r->keepalive = 0;
    return refuse(r, chat::route_deadline(static_cast<int64_t>(seconds)));
}

void end_late(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);
    if (state == nullptr || state->is_late || r->header_sent) {
        return;  // it has its answer, and is only kept for what still comes
    }

    state->is_late = true;
    if (state->task != nullptr) {
        state->task->drop();
    }
    if (state->wait != Wait::body || r->blocked) {
        // a thread or another module's handler holds the request; finalized
        // now, it would be freed by nobody
        return;
    }

    ngx_int_t rc = guarded(r, "deadline", [r] { return refuse_late(r); });
    if (rc != NGX_DONE) {
        (void) refuse_failure(r);
    }
}

Offloaded wait_on_thread(ngx_http_request_t* r, Task* task) noexcept
{
    return offload(r, main_conf(r)->threads, task,
                   loc_conf(r)->guard.longest_wait);
}

std::optional<Error> failure_of(Offloaded posted)
{
    switch (posted) {
    case Offloaded::waits:
        return std::nullopt;
    case Offloaded::busy:
        return busy();
    case Offloaded::no_memory:
        break;
    }
    return not_read();
}

std::optional<Error> failure_of(const Task& task)
{
    switch (task.end()) {
    case Task::End::done:
        return std::nullopt;
    case Task::End::dropped:
        return busy();
    case Task::End::none:
    case Task::End::failed:
        break;
    }
    return not_read();
}

ReplyHeaders retry_of(const Error& error) noexcept
{
    return {"", error.reason == Reason::busy ? 1u : 0u};
}

}  // namespace gate
