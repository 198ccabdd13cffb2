// The shared memory of all workers: counters, the gauge of active streams,
// rate records.
//
// Layout: a header, one slot of counters a worker, then the rate records.
// Only its own worker writes a slot, with plain stores, so a worker killed at
// any point leaves a valid zone; its slot is taken over, and its active
// streams forgotten, by a worker that finds that it does not run any more.
#pragma once

#include "conf.hpp"

#include "base/error.hpp"
#include "limit/rate_table.hpp"
#include "sse/supervisor.hpp"

namespace gate {

constexpr size_t zone_min_size = 1024 * 1024;

enum class Counter : uint8_t {
    requests,  // judged or supervised
    would_refuse,  // gate_enforce monitor
    streams,
    streams_active,  // a gauge
    events,
    keepalives,
    client_gone,
    hits_lost,  // of guardrails, for want of a row
    count_,
};

constexpr size_t outcome_count =
    static_cast<size_t>(sse::Outcome::shutdown) + 1;

// One worker's figures. Aligned words with one writer: a reader sees each as
// it was before or after.
struct Figures {
    uint64_t  counters[static_cast<size_t>(Counter::count_)];
    uint64_t  refused[reason_count];
    uint64_t  outcomes[outcome_count];
};

// Called at load; the zone exists in every process after fork.
ngx_int_t add_zone(ngx_conf_t* cf, MainConf* main) noexcept;

// Takes a slot for this worker; called once it has started.
void join_zone(ngx_cycle_t* cycle) noexcept;
void leave_zone() noexcept;

// This worker's figures, or a place that nobody reads before join_zone().
Figures& figures() noexcept;

inline void count(Counter counter, uint64_t n = 1) noexcept
{
    figures().counters[static_cast<size_t>(counter)] += n;
}

// Counts a request of the caller with this identity against a location's
// rate.
limit::Permit take_permit(std::string_view identity, const LocConf& conf)
    noexcept;

// In place of a guardrail's name: what a directive refused.
constexpr std::string_view media_guardrail = "gate_media";
constexpr std::string_view limit_guardrail = "gate_inspection_limit";

// Counts what a guardrail has found: `filter` is a slug, "custom" or a reason.
// Lost, and counted as that, when the zone has no room for another row.
void count_hit(std::string_view guardrail, std::string_view filter,
    guard::Action action, uint64_t n) noexcept;

// What all workers have counted of it.
uint64_t total_hits(std::string_view guardrail, std::string_view filter,
    guard::Action action) noexcept;

// The sum over all workers, past ones included.
Figures total_figures() noexcept;

// The workers that have a slot and run.
size_t counted_workers() noexcept;

// The content handler of gate_status, in status.cpp.
ngx_int_t send_status(ngx_http_request_t* r, bool as_json) noexcept;

}  // namespace gate
