// Runs the work of a request on a thread while the request waits in its phase.
//
// The request is blocked meanwhile: nginx keeps its memory, nothing may
// finalize it, and its phases run again once the task has ended. A client that
// leaves is noticed at once, and its request ends with the task (fault C05). A
// task that no thread has begun is left out when nobody waits for it any more.
#pragma once

#include "ngx.hpp"

#include <atomic>
#include <cstddef>

namespace gate {

// The threads that the work is done on.
struct Threads {
    ngx_thread_pool_t*  pool = nullptr;
    // no file of another module is read on them, so they may give way to the
    // event loop
    bool                is_own = false;
};

// One piece of work. It belongs to the request, and is run on a thread, which
// sees nothing of the request but what run() needs: bytes that the request
// keeps, descriptors, and what outlives the request.
class Task {
public:
    enum class End : uint8_t {
        none,     // not posted, or not ended
        done,
        failed,   // run() has thrown: no memory
        dropped,  // left out
    };

    Task() = default;
    virtual ~Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    // Whether the request waits for it.
    bool is_pending() const noexcept { return is_pending_; }
    End end() const noexcept { return end_; }

    // Leaves it out if no thread has begun it. It ends as it does otherwise.
    void drop() noexcept;

private:
    friend struct TaskRunner;

    enum class Progress : uint8_t { queued, begun, left_out };

    // On the thread. Throws std::bad_alloc.
    virtual void run() = 0;

    std::atomic<Progress>  progress_{Progress::queued};
    bool                   has_thrown_ = false;
    bool                   is_pending_ = false;
    End                    end_ = End::none;
};

enum class Offloaded : uint8_t { waits, busy, no_memory };

// Posts the task for `r`, whose handler then returns NGX_AGAIN. Nothing waits
// when the answer is `busy`: too many tasks of this worker are under way, or
// the queue of the pool is full. A task that no thread has begun after
// `longest_wait` is dropped.
Offloaded offload(ngx_http_request_t* r, const Threads& threads, Task* task,
    ngx_msec_t longest_wait) noexcept;

}  // namespace gate
