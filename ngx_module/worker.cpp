#include "worker.hpp"
#include "read_buffer.hpp"
#include "stream.hpp"
#include "zone.hpp"

#include "base/uuid.hpp"

#include <stdexcept>

namespace gate {

namespace {

Worker* this_worker;

}  // namespace

Worker* worker() noexcept
{
    return this_worker;
}

ngx_int_t start_worker(ngx_cycle_t* cycle) noexcept
{
    this_worker = new (std::nothrow) Worker();
    if (this_worker == nullptr) {
        return NGX_ERROR;
    }
    join_zone(cycle);
    start_timers(cycle);
    return NGX_OK;
}

void stop_worker() noexcept
{
    leave_zone();
    free_spare_buffer();
    delete this_worker;
    this_worker = nullptr;
}

std::string Worker::new_id(std::string_view prefix)
{
    uint8_t bytes[10];

    if (random_left < sizeof bytes) {
        if (!random_bytes(random, sizeof random)) {
            throw std::runtime_error("no randomness");
        }
        random_left = sizeof random;
    }
    random_left -= sizeof bytes;
    ngx_memcpy(bytes, random + random_left, sizeof bytes);

    ngx_time_t* now = ngx_timeofday();
    uint64_t ms = static_cast<uint64_t>(now->sec) * 1000 + now->msec;
    std::string id(prefix);
    id += uuid_v7(ms, bytes);
    return id;
}

}  // namespace gate
