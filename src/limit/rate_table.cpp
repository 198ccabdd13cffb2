#include "limit/rate_table.hpp"

namespace gate::limit {

namespace {

// state: 37 bits of milliseconds (four years, then around), 27 bits of count
constexpr unsigned count_bits = 27;
constexpr uint64_t count_mask = (uint64_t{1} << count_bits) - 1;
constexpr uint64_t time_mask = (uint64_t{1} << (64 - count_bits)) - 1;

// a worker's cached clock may be behind the one that opened the window
constexpr uint64_t behind = time_mask - 60000;

uint64_t pack(uint64_t start_ms, uint64_t count) noexcept
{
    return (start_ms & time_mask) << count_bits | count;
}

uint64_t elapsed(uint64_t state, uint64_t now_ms) noexcept
{
    uint64_t ms = (now_ms - (state >> count_bits)) & time_mask;
    return ms > behind ? 0 : ms;
}

}  // namespace

RateTable::RateTable(void* memory, size_t bytes) noexcept
    : records_(static_cast<Record*>(memory)),
      sets_(bytes / (ways * sizeof(Record)))
{
    if (sets_ == 0) {
        sets_ = 1;
    }
}

RateTable::Record* RateTable::find(Record* set,
    uint64_t caller) const noexcept
{
    for (size_t i = 0; i < ways; i++) {
        if (set[i].key.load(std::memory_order_acquire) == caller) {
            return &set[i];
        }
    }
    return nullptr;
}

// Takes a record whose window is over, whichever of the two windows it had;
// called with the lock held.
RateTable::Record* RateTable::claim(Record* set, uint64_t caller,
    uint64_t now_ms) noexcept
{
    if (Record* taken = find(set, caller)) {
        return taken;  // another worker was faster
    }

    for (size_t i = 0; i < ways; i++) {
        uint64_t state = set[i].state.load();
        uint64_t owner = set[i].key.load();

        if (owner != 0 && elapsed(state, now_ms) < longest_window_ms) {
            continue;
        }
        // nobody's for a moment: its owner, should it come back right now,
        // either counts first and keeps it, or sees that it has lost it
        set[i].key.store(0);
        if (set[i].state.compare_exchange_strong(state, pack(now_ms, 0))) {
            set[i].key.store(caller);
            return &set[i];
        }
        set[i].key.store(owner);
    }
    return nullptr;
}

Permit RateTable::take(uint64_t caller, uint64_t now_ms, const Rate& rate,
    Lock& lock) noexcept
{
    Record* set = records_ + (caller % sets_) * ways;

    for ( ;; ) {
        Record* record = find(set, caller);

        if (record == nullptr) {
            lock.lock();
            record = claim(set, caller, now_ms);
            lock.unlock();
            if (record == nullptr) {
                return {false, 1000};
            }
        }

        Permit permit = count(*record, now_ms, rate);
        if (record->key.load() == caller) {
            return permit;
        }
        // taken over by another caller meanwhile: counted on the wrong bill
    }
}

Permit RateTable::count(Record& record, uint64_t now_ms,
    const Rate& rate) noexcept
{
    uint64_t state = record.state.load();

    for ( ;; ) {
        uint64_t age = elapsed(state, now_ms);
        uint64_t count = state & count_mask;
        uint64_t next;

        if (age >= rate.window_ms) {
            next = pack(now_ms, 1);
        } else if (count < rate.limit) {
            next = state + 1;
        } else {
            return {false, static_cast<uint32_t>(rate.window_ms - age)};
        }

        if (record.state.compare_exchange_weak(state, next)) {
            return {true, 0};
        }
    }
}

}  // namespace gate::limit
