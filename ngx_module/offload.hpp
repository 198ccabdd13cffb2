// Judges a large body on a thread of the gate's own pool.
//
// The request waits in its phase and cannot be freed while the job runs; a
// client that leaves meanwhile is noticed at once and the answer dropped
// (fault C05). The thread reads the body from memory or its file and touches
// nothing else of the request.
#pragma once

#include "ngx.hpp"

#include "base/result.hpp"
#include "guard/body_judge.hpp"

#include <memory>
#include <optional>

namespace gate {

struct Job {
    ngx_http_request_t*                   r = nullptr;
    guard::Question                       question;  // without its body
    const guard::Policy*                  policy = nullptr;
    const guard::Rules*                   rules = nullptr;
    std::unique_ptr<guard::BodyJudge>     judge;   // while it runs
    std::optional<Result<guard::Verdict>>  answer;  // once it is done
};

// Starts the job, which lives as long as the request; the phases run again
// when it is done. False when the pool's queue is full or there is no memory.
bool start_job(Job* job, ngx_thread_pool_t* pool) noexcept;

}  // namespace gate
