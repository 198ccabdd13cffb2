#include "limit/rate_table.hpp"

#include "base/hash.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gate::limit {

namespace {

struct MutexLock final : Lock {
    void lock() noexcept override { mutex.lock(); taken++; }
    void unlock() noexcept override { mutex.unlock(); }

    std::mutex  mutex;
    int         taken = 0;
};

// A table of whole sets in memory of its own.
struct Table {
    explicit Table(size_t sets)
        : memory(sets * RateTable::ways),
          table(memory.data(), memory.size() * sizeof(RateTable::Record)) {}

    Permit take(uint64_t caller, uint64_t now, const Rate& rate)
    {
        return table.take(caller, now, rate, lock);
    }

    std::vector<RateTable::Record>  memory;
    RateTable                       table;
    MutexLock                       lock;
};

constexpr Rate five_a_minute = {5, 60000};

TEST(RateTable, ExactlyTheLimitPassesInAWindow)
{
    Table table(1);
    uint64_t start = 1000000;

    for (int i = 0; i < 5; i++) {
        EXPECT_TRUE(table.take(7, start + 100, five_a_minute).granted);
    }
    for (uint64_t now = start + 100; now < start + 60100; now += 599) {
        Permit permit = table.take(7, now, five_a_minute);
        EXPECT_FALSE(permit.granted) << now;
        EXPECT_EQ(permit.retry_after_ms, start + 60100 - now);
    }
}

TEST(RateTable, TheWindowStartsWithTheFirstRequestAndEndsToTheMillisecond)
{
    Table table(1);
    Rate rate = {2, 1000};

    EXPECT_TRUE(table.take(7, 5000, rate).granted);
    EXPECT_TRUE(table.take(7, 5900, rate).granted);
    EXPECT_FALSE(table.take(7, 5999, rate).granted);
    EXPECT_TRUE(table.take(7, 6000, rate).granted);
    EXPECT_TRUE(table.take(7, 6999, rate).granted);
    EXPECT_FALSE(table.take(7, 6999, rate).granted);
    EXPECT_TRUE(table.take(7, 7000, rate).granted);
}

TEST(RateTable, ARefusalIsNotCounted)
{
    Table table(1);
    Rate rate = {1, 1000};
    EXPECT_TRUE(table.take(7, 0, rate).granted);
    for (int i = 0; i < 1000; i++) {
        EXPECT_FALSE(table.take(7, 500, rate).granted);
    }
    EXPECT_TRUE(table.take(7, 1000, rate).granted);
}

TEST(RateTable, CallersDoNotShareTheirCount)
{
    Table table(4);
    for (uint64_t caller = 1; caller <= 20; caller++) {
        for (int i = 0; i < 5; i++) {
            EXPECT_TRUE(table.take(caller, 9, five_a_minute).granted);
        }
    }
    for (uint64_t caller = 1; caller <= 20; caller++) {
        EXPECT_FALSE(table.take(caller, 9, five_a_minute).granted);
    }
}

// Counts as a plain list of times does.
TEST(RateTable, AgreesWithASlowCounterOverRandomTimes)
{
    Table table(8);
    test::Random random(13);
    std::map<uint64_t, std::pair<uint64_t, uint32_t>> windows;
    uint64_t now = 123456789;

    for (int round = 0; round < 50000; round++) {
        now += random.below(900);
        uint64_t caller = 1 + random.below(20);
        auto [at, is_new] = windows.try_emplace(caller, now, 0u);
        auto& [start, count] = at->second;
        if (!is_new && now - start >= 60000) {
            start = now;
            count = 0;
        }
        bool granted = count < 5;
        count += granted;
        ASSERT_EQ(table.take(caller, now, five_a_minute).granted, granted)
            << round;
    }
}

TEST(RateTable, OnlyANewRecordTakesTheLock)
{
    Table table(1);
    for (uint64_t now = 0; now < 10; now++) {
        table.take(7, now, five_a_minute);
    }
    EXPECT_EQ(table.lock.taken, 1);
    table.take(8, 10, five_a_minute);
    EXPECT_EQ(table.lock.taken, 2);
}

// fault R11
TEST(RateTable, AFullSetRefusesForASecondUntilAWindowIsOver)
{
    Table table(1);
    ASSERT_EQ(table.table.capacity(), RateTable::ways);

    for (uint64_t caller = 1; caller <= RateTable::ways; caller++) {
        EXPECT_TRUE(table.take(caller, 1000 * caller, five_a_minute).granted);
    }
    Permit full = table.take(99, 60999, five_a_minute);
    EXPECT_FALSE(full.granted);
    EXPECT_EQ(full.retry_after_ms, 1000u);

    // the others still count
    EXPECT_TRUE(table.take(2, 60999, five_a_minute).granted);
    // the first caller's window is over: its record goes to the new one
    EXPECT_TRUE(table.take(99, 61000, five_a_minute).granted);
    EXPECT_FALSE(table.take(100, 61000, five_a_minute).granted);
    // and the first has to wait for the next
    EXPECT_FALSE(table.take(1, 61001, five_a_minute).granted);
    EXPECT_TRUE(table.take(1, 62000, five_a_minute).granted);
}

TEST(RateTable, ARecordIsFreeAfterItsOwnWindow)
{
    Table table(1);
    Rate second = {1, 1000};

    // one record of a minute, the others of a second
    EXPECT_TRUE(table.take(1, 0, five_a_minute).granted);
    for (uint64_t caller = 2; caller <= RateTable::ways; caller++) {
        EXPECT_TRUE(table.take(caller, 0, second).granted);
    }
    EXPECT_FALSE(table.take(99, 999, second).granted);
    for (uint64_t caller = 101; caller < 100 + RateTable::ways; caller++) {
        EXPECT_TRUE(table.take(caller, 1000, five_a_minute).granted);
    }
    EXPECT_FALSE(table.take(99, 59999, second).granted);
    EXPECT_TRUE(table.take(99, 60000, second).granted);
    EXPECT_FALSE(table.take(98, 60000, second).granted);
}

TEST(RateTable, ACallerHasAWindowOfEachLength)
{
    Table table(1);
    Rate second = {1, 1000};

    EXPECT_TRUE(table.take(7, 0, second).granted);
    EXPECT_FALSE(table.take(7, 0, second).granted);
    for (int i = 0; i < 5; i++) {
        EXPECT_TRUE(table.take(7, 0, five_a_minute).granted);
    }
    EXPECT_FALSE(table.take(7, 0, five_a_minute).granted);
}

// The capacity that the README names: first requests are refused only above
// 90 % of the records, in small tables and in large ones.
TEST(RateTable, NoFirstRequestIsRefusedBelowNineTenths)
{
    for (size_t sets : {100u, 2000u, 20000u}) {
        for (uint64_t seed = 1; seed <= 2; seed++) {
            Table table(sets);
            size_t nine_tenths = table.table.capacity() * 9 / 10;
            size_t refused = 0;

            for (uint64_t n = 0; n < nine_tenths; n++) {
                refused += !table.take(mix64(seed << 40 ^ n) | 1, 5,
                                       five_a_minute).granted;
            }
            EXPECT_EQ(refused, 0u) << sets << " sets, seed " << seed;
        }
    }
}

// The same when callers come and go for long: what is free is found again.
TEST(RateTable, ATableThatWasFullTakesAsManyAgain)
{
    Table table(1000);
    size_t nine_tenths = table.table.capacity() * 9 / 10;

    for (uint64_t round = 0; round < 20; round++) {
        Rate rate = {1, round % 2 == 0 ? 60000u : 1000u};
        uint64_t now = round * 60000;
        size_t refused = 0;
        for (uint64_t n = 0; n < nine_tenths; n++) {
            refused += !table.take(mix64(round << 40 ^ n) | 1, now,
                                   rate).granted;
        }
        ASSERT_EQ(refused, 0u) << round;
    }
}

TEST(RateTable, TheSecondsToWaitAreNoneTooMany)
{
    Table table(1);
    uint64_t start = 1000000;
    auto seconds = [&](uint64_t now) {
        Permit permit = table.take(7, now, five_a_minute);
        EXPECT_FALSE(permit.granted);
        return permit.retry_after_s();
    };
    for (int i = 0; i < 5; i++) {
        EXPECT_TRUE(table.take(7, start, five_a_minute).granted);
    }
    EXPECT_EQ(seconds(start), 60u);
    EXPECT_EQ(seconds(start + 1), 60u);
    EXPECT_EQ(seconds(start + 1000), 59u);
    EXPECT_EQ(seconds(start + 59001), 1u);
    EXPECT_EQ(seconds(start + 59999), 1u);
}

TEST(RateTable, AClockThatIsBehindStaysInTheWindow)
{
    Table table(1);
    uint64_t start = 1000000;

    EXPECT_TRUE(table.take(7, start, five_a_minute).granted);
    for (uint64_t behind : {1, 10, 1000, 59999}) {
        EXPECT_TRUE(table.take(7, start - behind, five_a_minute).granted);
    }
    Permit permit = table.take(7, start - 500, five_a_minute);
    EXPECT_FALSE(permit.granted);
    EXPECT_EQ(permit.retry_after_ms, 60000u);
    // nor does it free the record of another
    EXPECT_FALSE(table.take(7, start + 59999, five_a_minute).granted);
    EXPECT_TRUE(table.take(7, start + 60000, five_a_minute).granted);
}

TEST(RateTable, TheTimeMayPassTheEdgeOfItsBits)
{
    Table table(1);
    uint64_t edge = uint64_t{1} << 37;

    for (int i = 0; i < 5; i++) {
        EXPECT_TRUE(table.take(7, edge - 10, five_a_minute).granted);
    }
    EXPECT_FALSE(table.take(7, edge + 5, five_a_minute).granted);
    EXPECT_FALSE(table.take(7, edge + 59989, five_a_minute).granted);
    EXPECT_TRUE(table.take(7, edge + 59990, five_a_minute).granted);
}

TEST(RateTable, TheLargestRateCountsToItsEnd)
{
    Table table(1);
    Rate rate = {max_rate, 60000};
    EXPECT_TRUE(table.take(7, 0, rate).granted);

    // as if all but one had been taken
    RateTable::Record& record = table.memory[0];
    ASSERT_EQ(record.key.load(), 7u << 1 | 1);
    record.state.store(record.state.load() + max_rate - 2);
    EXPECT_TRUE(table.take(7, 0, rate).granted);
    EXPECT_FALSE(table.take(7, 0, rate).granted);
    EXPECT_FALSE(table.take(7, 1, rate).granted);
    EXPECT_TRUE(table.take(7, 60000, rate).granted);
}

TEST(RateTable, TheCapacityIsWholeSets)
{
    std::vector<RateTable::Record> memory(3 * RateTable::ways);
    size_t set = RateTable::ways * sizeof(RateTable::Record);

    EXPECT_EQ(RateTable(memory.data(), 3 * set).capacity(), 96u);
    EXPECT_EQ(RateTable(memory.data(), 3 * set - 1).capacity(), 64u);
    EXPECT_EQ(RateTable(memory.data(), set).capacity(), 32u);
    EXPECT_EQ(sizeof(RateTable::Record), 16u);
}

// Runs the body on four threads that start together.
template <class Body>
void on_threads(Body body)
{
    constexpr int threads = 4;
    std::atomic<int> ready{0};
    std::vector<std::thread> all;

    for (int i = 0; i < threads; i++) {
        all.emplace_back([&] {
            for (ready++; ready < threads; ) {
                std::this_thread::yield();
            }
            body();
        });
    }
    for (std::thread& thread : all) {
        thread.join();
    }
}

// fault L05: all workers together
TEST(RateTable, ThreadsTogetherPassExactlyTheLimit)
{
    constexpr uint32_t limit = 1000000;
    Table table(2);
    Rate rate = {limit, 60000};

    for (uint64_t window = 0; window < 2; window++) {
        std::atomic<uint32_t> granted{0};
        on_threads([&] {
            uint32_t own = 0;
            for (uint32_t n = 0; n < limit / 2; n++) {
                own += table.take(7, 1000 + window * 60000, rate).granted;
            }
            granted += own;
        });
        EXPECT_EQ(granted.load(), limit) << "window " << window;
    }
}

TEST(RateTable, ThreadsThatMeetAtTheEndOfAWindowOpenOne)
{
    for (uint64_t round = 0; round < 300; round++) {
        Table table(1);
        Rate rate = {3, 1000};
        table.take(7, 0, rate);
        std::atomic<uint32_t> granted{0};
        on_threads([&] {
            granted += table.take(7, 1000, rate).granted;
            granted += table.take(7, 1001, rate).granted;
        });
        ASSERT_EQ(granted.load(), 3u);
    }
}

TEST(RateTable, ThreadsThatMeetAtANewCallerMakeOneRecord)
{
    for (uint64_t round = 1; round <= 300; round++) {
        Table table(1);
        std::atomic<uint32_t> granted{0};
        on_threads([&] {
            Rate rate = {2, 60000};
            granted += table.take(round, 5, rate).granted;
        });
        ASSERT_EQ(granted.load(), 2u);

        uint32_t records = 0;
        for (auto& record : table.memory) {
            records += record.key.load() != 0;
        }
        ASSERT_EQ(records, 1u);
    }
}

}  // namespace

}  // namespace gate::limit
