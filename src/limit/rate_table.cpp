#include "limit/rate_table.hpp"

#include "base/hash.hpp"

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

// Whether another caller may have this record: its own window is over.
bool is_free(uint64_t key, uint64_t state, uint64_t now_ms) noexcept
{
    uint64_t window = key & 1 ? longest_window_ms : short_window_ms;
    return key == 0 || elapsed(state, now_ms) >= window;
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

RateTable::Record* RateTable::set_of(uint64_t hash) const noexcept
{
    // by the upper half: a multiplication leaves the lower bits less mixed
    return records_ + ((hash >> 32) * sets_ >> 32) * ways;
}

RateTable::Record* RateTable::find_in(Record* set, uint64_t key) noexcept
{
    for (size_t i = 0; i < ways; i++) {
        if (set[i].key.load(std::memory_order_acquire) == key) {
            return &set[i];
        }
    }
    return nullptr;
}

RateTable::Record* RateTable::find(const Place& place) noexcept
{
    Record* found = find_in(place.first, place.key);
    return found != nullptr ? found : find_in(place.second, place.key);
}

size_t RateTable::count_free(const Record* set, uint64_t now_ms) noexcept
{
    size_t free = 0;

    for (size_t i = 0; i < ways; i++) {
        free += is_free(set[i].key.load(), set[i].state.load(), now_ms);
    }
    return free;
}

// Takes a record whose window is over; called with the lock held.
RateTable::Record* RateTable::claim_in(Record* set, uint64_t key,
    uint64_t now_ms) noexcept
{
    for (size_t i = 0; i < ways; i++) {
        uint64_t state = set[i].state.load();
        uint64_t owner = set[i].key.load();

        if (!is_free(owner, state, now_ms)) {
            continue;
        }
        // nobody's for a moment: its owner, should it come back right now,
        // either counts first and keeps it, or sees that it has lost it
        set[i].key.store(0);
        if (set[i].state.compare_exchange_strong(state, pack(now_ms, 0))) {
            set[i].key.store(key);
            return &set[i];
        }
        set[i].key.store(owner);
    }
    return nullptr;
}

// A record in the emptier of the caller's sets: that keeps them even, and a
// set full only when nearly all are. Called with the lock held.
RateTable::Record* RateTable::claim(const Place& place, uint64_t now_ms)
    noexcept
{
    if (Record* taken = find(place)) {
        return taken;  // another worker was faster
    }

    bool is_second = count_free(place.second, now_ms)
                     > count_free(place.first, now_ms);
    Record* claimed = claim_in(is_second ? place.second : place.first,
                               place.key, now_ms);
    return claimed != nullptr
           ? claimed : claim_in(is_second ? place.first : place.second,
                                place.key, now_ms);
}

Permit RateTable::take(uint64_t caller, uint64_t now_ms, const Rate& rate,
    Lock& lock) noexcept
{
    uint64_t hash = mix64(caller);
    Place place{set_of(hash), set_of(mix64(hash)),
                caller << 1 | (rate.window_ms > short_window_ms)};

    for ( ;; ) {
        Record* record = find(place);

        if (record == nullptr) {
            lock.lock();
            record = claim(place, now_ms);
            lock.unlock();
            if (record == nullptr) {
                return {false, 1000};
            }
        }

        Permit permit = count(*record, now_ms, rate);
        if (record->key.load() == place.key) {
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
