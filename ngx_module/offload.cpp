#include "offload.hpp"
#include "request.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gate {

namespace {

// nginx's `default` pool would take 65,536 of them
constexpr size_t most_tasks = 512;

// a task that runs is waited for, however long it takes
constexpr ngx_msec_t while_running = 60000;

size_t tasks_of_this_worker;

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

// What the thread sees.
struct Errand {
    Task*  task;
    bool   makes_way;
};

// What the event loop keeps; the debug log looks for a connection's descriptor
// in the data of an event.
struct Posted {
    ngx_http_request_t*  r;
    Task*                task;
    ngx_http_cleanup_t*  cleanup;
    ngx_socket_t         fd;
};
static_assert(offsetof(Posted, fd) == offsetof(ngx_connection_t, fd));

void on_request_over(void* data) noexcept
{
    static_cast<Task*>(data)->drop();
}

}  // namespace

// What offload() does with a task.
struct TaskRunner {
    static void run(void* data, ngx_log_t*) noexcept;
    static void begin(ngx_http_request_t* r, Task* task) noexcept;
    static void end(ngx_http_request_t* r, Task* task) noexcept;
};

void Task::drop() noexcept
{
    Progress expected = Progress::queued;
    progress_.compare_exchange_strong(expected, Progress::left_out);
}

// On the thread.
void TaskRunner::run(void* data, ngx_log_t*) noexcept
{
    auto* errand = static_cast<Errand*>(data);
    Task* task = errand->task;
    auto expected = Task::Progress::queued;

    if (!task->progress_.compare_exchange_strong(expected,
                                                 Task::Progress::begun))
    {
        return;
    }
    if (errand->makes_way) {
        make_way();
    }
    try {
        task->run();
    } catch (...) {
        task->has_thrown_ = true;
    }
}

void TaskRunner::begin(ngx_http_request_t* r, Task* task) noexcept
{
    task->is_pending_ = true;
    task->end_ = Task::End::none;
    tasks_of_this_worker++;
    r->main->blocked++;
    r->aio = 1;
    r->read_event_handler = ngx_http_test_reading;
    if (r == r->main) {
        wait_for(r, Wait::thread, task);
    }
}

void TaskRunner::end(ngx_http_request_t* r, Task* task) noexcept
{
    task->is_pending_ = false;
    task->end_ = task->progress_ == Task::Progress::left_out
                 ? Task::End::dropped
                 : task->has_thrown_ ? Task::End::failed : Task::End::done;
    tasks_of_this_worker--;
    r->main->blocked--;
    r->aio = 0;
    r->read_event_handler = ngx_http_block_reading;
    if (r == r->main) {
        wait_for(r, Wait::nothing);
    }
}

namespace {

// Whether the request was ended while it was blocked; checked in 1.22 to 1.31.
bool is_over(ngx_http_request_t* r) noexcept
{
#if (nginx_version >= 1025004)
    return r->main->terminated;
#else
    return r->done;
#endif
}

// On the event loop: the task has ended, or its timer has fired. The timer
// also keeps a leaving worker from leaving before that.
void on_task_event(ngx_event_t* event) noexcept
{
    auto* posted = static_cast<Posted*>(event->data);
    ngx_http_request_t* r = posted->r;
    ngx_connection_t* c = r->connection;

    if (event->timedout) {
        event->timedout = 0;
        posted->task->drop();
        ngx_add_timer(event, while_running);
        return;
    }
    if (event->timer_set) {
        ngx_del_timer(event);
    }
    posted->cleanup->handler = nullptr;

    ngx_http_set_log_request(c->log, r);
    TaskRunner::end(r, posted->task);

    if (is_over(r)) {
        c->write->handler(c->write);
        return;
    }
    r->write_event_handler(r);
    ngx_http_run_posted_requests(c);
}

}  // namespace

Offloaded offload(ngx_http_request_t* r, const Threads& threads, Task* task,
    ngx_msec_t longest_wait) noexcept
{
    if (tasks_of_this_worker >= most_tasks) {
        return Offloaded::busy;
    }

    ngx_thread_task_t* job = ngx_thread_task_alloc(r->pool, sizeof(Errand));
    auto* posted = static_cast<Posted*>(ngx_pcalloc(r->pool,
                                                    sizeof(Posted)));
    ngx_http_cleanup_t* cleanup = ngx_http_cleanup_add(r, 0);
    if (job == nullptr || posted == nullptr || cleanup == nullptr) {
        return Offloaded::no_memory;
    }
    *posted = {r, task, cleanup, ngx_socket_t(-1)};
    *static_cast<Errand*>(job->ctx) = {task, threads.is_own};
    job->handler = TaskRunner::run;
    job->event.handler = on_task_event;
    job->event.data = posted;
    job->event.log = r->connection->log;

    if (ngx_thread_task_post(threads.pool, job) != NGX_OK) {
        return Offloaded::busy;
    }
    cleanup->handler = on_request_over;
    cleanup->data = task;
    ngx_add_timer(&job->event, longest_wait);
    TaskRunner::begin(r, task);
    return Offloaded::waits;
}

}  // namespace gate
