// Counts requests per caller in fixed windows, in memory that several
// processes share.
//
// A window starts with a caller's first request; within it exactly `limit`
// requests pass, on all workers together (fault L05). A record is 16 bytes
// and its state is one word, so counting takes no lock and a process killed
// at any point leaves a valid table. A record whose window is over is free to
// be taken by another caller.
//
// A caller's record is in one of two sets, whichever was emptier when it came.
// When both are full the caller is refused for a second (R11); with random
// callers no set is full before 90 % of all records are in use (the unit test
// measures it; 92 to 94 %). To look up is to read up to 1 KB in two places.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gate::limit {

// Windows are a second or a minute long.
constexpr uint32_t short_window_ms = 1000;
constexpr uint32_t longest_window_ms = 60000;

struct Rate {
    uint32_t  limit = 0;  // requests in a window; 0: no limit
    uint32_t  window_ms = longest_window_ms;
};

constexpr uint32_t max_rate = (1u << 27) - 1;

struct Permit {
    bool      granted;
    uint32_t  retry_after_ms;  // when refused: until the window is over

    // Whole seconds, and none too many (Retry-After, RFC 9110 10.2.3).
    uint32_t retry_after_s() const noexcept
    {
        return (retry_after_ms + 999) / 1000;
    }
};

// Holds a lock for as long as it lives; only taking a new record needs it.
class Lock {
public:
    virtual void lock() noexcept = 0;
    virtual void unlock() noexcept = 0;

protected:
    ~Lock() = default;
};

class RateTable {
public:
    struct Record {
        std::atomic<uint64_t>  key;    // 0: never used; bit 0: a minute
        std::atomic<uint64_t>  state;  // start of window, count
    };

    // Records stand in sets of this many.
    static constexpr size_t ways = 32;

    // `memory` is zeroed before its first use and outlives the table; `bytes`
    // is rounded down to whole sets, at least one and less than 2^32.
    RateTable(void* memory, size_t bytes) noexcept;

    // Counts a request of the caller with this hash at `now_ms`; its lower 63
    // bits count and are not 0. A caller has a record for each window length.
    Permit take(uint64_t caller, uint64_t now_ms, const Rate& rate,
        Lock& lock) noexcept;

    size_t capacity() const noexcept { return sets_ * ways; }

private:
    // Where a caller's record is, or will be.
    struct Place {
        Record*   first;
        Record*   second;
        uint64_t  key;
    };

    Record* set_of(uint64_t hash) const noexcept;
    static Record* find_in(Record* set, uint64_t key) noexcept;
    static Record* find(const Place& place) noexcept;
    static size_t count_free(const Record* set, uint64_t now_ms) noexcept;
    static Record* claim_in(Record* set, uint64_t key, uint64_t now_ms)
        noexcept;
    static Record* claim(const Place& place, uint64_t now_ms) noexcept;
    static Permit count(Record& record, uint64_t now_ms,
        const Rate& rate) noexcept;

    Record*  records_;
    size_t   sets_;
};

}  // namespace gate::limit
