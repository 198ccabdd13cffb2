// What one worker process holds: made when it starts, after fork.
#pragma once

#include "ngx.hpp"

#include "base/digest.hpp"
#include "guard/body_judge.hpp"

#include <string>

namespace gate {

struct Worker {
    // A fresh session or chunk id: the prefix and a UUIDv7. Throws
    // std::runtime_error when the system has no randomness.
    std::string new_id(std::string_view prefix);

    Sha256            sha256;
    guard::BodyJudge  judge;  // of the event loop
    uint8_t           random[320];  // in one go: each call costs 5 us
    size_t            random_left = 0;
};

// nullptr in the master and while a worker starts.
Worker* worker() noexcept;

ngx_int_t start_worker(ngx_cycle_t* cycle) noexcept;
void stop_worker() noexcept;

}  // namespace gate
