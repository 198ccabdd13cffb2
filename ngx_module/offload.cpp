#include "offload.hpp"
#include "body.hpp"
#include "worker.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace gate {

namespace {

// longer than any body takes
constexpr ngx_msec_t job_time = 60000;

struct Task {
    Job*          job;
    void*         unused[2];
    ngx_socket_t  fd;  // nginx's debug log looks for a connection's here
};
static_assert(offsetof(Task, fd) == offsetof(ngx_connection_t, fd));

// Lets the event loop have the core when it shares one with this thread. A
// thread that is as nice as the loop may keep it up to a tick of the clock,
// 4 ms as a rule.
void make_way() noexcept
{
#if defined(SYS_gettid)
    static thread_local bool is_done = false;
    if (!is_done) {
        is_done = true;
        // Linux knows the priority of a thread by the id of the thread
        auto id = static_cast<id_t>(syscall(SYS_gettid));
        setpriority(PRIO_PROCESS, id, getpriority(PRIO_PROCESS, id) + 10);
    }
#endif
}

// On the thread.
void run_job(void* data, ngx_log_t*) noexcept
{
    Job* job = static_cast<Task*>(data)->job;
    make_way();

    try {
        std::string scratch;
        if (body_text(job->r, &scratch, &job->question.body)) {
            job->answer = job->judge->judge(job->question, *job->policy,
                                            *job->rules);
            job->judge->forget();
        }
    } catch (...) {
        // no memory: the loop finds no answer and refuses
        job->answer.reset();
    }
}

// Back on the event loop. The timer does nothing but keep a leaving worker from
// leaving before the answer.
void on_job_done(ngx_event_t* event) noexcept
{
    if (event->timedout) {
        event->timedout = 0;
        ngx_add_timer(event, job_time);
        return;
    }
    if (event->timer_set) {
        ngx_del_timer(event);
    }

    Job* job = static_cast<Task*>(event->data)->job;
    worker()->spare_judges.give_back(std::move(job->judge));
    ngx_http_request_t* r = job->r;
    ngx_connection_t* c = r->connection;

    ngx_http_set_log_request(c->log, r);
    r->main->blocked--;
    r->aio = 0;
    r->read_event_handler = ngx_http_block_reading;

#if (nginx_version >= 1025004)
    bool is_over = r->main->terminated;
#else
    bool is_over = r->done;
#endif
    if (is_over) {
        c->write->handler(c->write);
        return;
    }
    r->write_event_handler(r);
    ngx_http_run_posted_requests(c);
}

}  // namespace

bool start_job(Job* job, ngx_thread_pool_t* pool) noexcept
{
    ngx_http_request_t* r = job->r;

    ngx_thread_task_t* task = ngx_thread_task_alloc(r->pool, sizeof(Task));
    if (task == nullptr) {
        return false;
    }
    try {
        job->judge = worker()->spare_judges.take();
    } catch (const std::bad_alloc&) {
        return false;
    }
    *static_cast<Task*>(task->ctx) = {job, {}, ngx_socket_t(-1)};
    task->handler = run_job;
    task->event.handler = on_job_done;
    task->event.data = task->ctx;
    task->event.log = r->connection->log;

    if (ngx_thread_task_post(pool, task) != NGX_OK) {
        worker()->spare_judges.give_back(std::move(job->judge));
        return false;
    }
    ngx_add_timer(&task->event, job_time);
    r->main->blocked++;
    r->aio = 1;
    r->read_event_handler = ngx_http_test_reading;
    return true;
}

}  // namespace gate
