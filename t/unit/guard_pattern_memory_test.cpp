// No memory below the libraries: the n-th allocation of Vectorscan's or of
// RE2's fails. A text gets its right answer or none, and so does the next one.
#include "guard/pattern/pattern_compiler.hpp"
#include "guard/pattern/pattern_matcher.hpp"
#include "guard/pattern/pattern_set.hpp"

#include "pattern_reference.hpp"

#include <gtest/gtest.h>

#include <hs/hs.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <cstdlib>
#include <new>

namespace {

// Which allocation of this thread fails, counted from 1; 0: none.
thread_local size_t failing = 0;

bool fails_now() noexcept
{
    return failing != 0 && --failing == 0;
}

// RE2 loses what it holds when an allocation of its own throws.
struct LeaksOfRe2 {
#ifdef __SANITIZE_ADDRESS__
    LeaksOfRe2() { __lsan_disable(); }
    ~LeaksOfRe2() { __lsan_enable(); }
#else
    ~LeaksOfRe2() {}
#endif
};

void* allocate(size_t size)
{
    void* memory = fails_now() ? nullptr : std::malloc(size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void* allocate_for_library(size_t size)
{
    return fails_now() ? nullptr : std::malloc(size);
}

}  // namespace

// RE2's too: the libraries take what the program defines
void* operator new(size_t size) { return allocate(size); }
void* operator new[](size_t size) { return allocate(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept
{
    return allocate_for_library(size);
}
void* operator new[](size_t size, const std::nothrow_t&) noexcept
{
    return allocate_for_library(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, size_t) noexcept { std::free(memory); }

namespace gate::guard {

namespace {

// While it lives, the n-th allocation fails, once.
class Failing {
public:
    explicit Failing(size_t n)
    {
        hs_set_scratch_allocator(allocate_for_library, std::free);
        hs_set_database_allocator(allocate_for_library, std::free);
        failing = n;
    }
    ~Failing()
    {
        failing = 0;
        hs_set_scratch_allocator(nullptr, nullptr);
        hs_set_database_allocator(nullptr, nullptr);
    }
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    bool has_failed() const noexcept { return failing == 0; }
};

struct Database {
    explicit Database(const char* pattern)
    {
        hs_compile_error_t* error = nullptr;
        hs_compile(pattern, 0, HS_MODE_BLOCK, nullptr, &bytes, &error);
        hs_free_compile_error(error);
    }
    ~Database() { hs_free_database(bytes); }

    size_t needs() const
    {
        hs_scratch_t* scratch = nullptr;
        size_t size = 0;
        hs_alloc_scratch(bytes, &scratch);
        hs_scratch_size(scratch, &size);
        hs_free_scratch(scratch);
        return size;
    }

    hs_database_t*  bytes = nullptr;
    uint64_t        number = next_database_number();
};

size_t size_of(const Scratch& scratch)
{
    size_t size = 0;
    hs_scratch_size(scratch.get(), &size);
    return size;
}

TEST(PatternMemory, AScratchThatWasFreedFitsNothing)
{
    if (hs_valid_platform() != HS_SUCCESS) {
        GTEST_SKIP() << "no processor for Vectorscan";
    }
    Database large("(foo.{50,200}bar|[a-f]{30,90}z.{3,80}q)");
    Database small("abc");
    ASSERT_GT(large.needs(), small.needs());

    for (size_t n = 1;; n++) {
        Scratch scratch;
        bool is_last;
        {
            Failing memory(n);
            bool is_fit = scratch.fit(large.bytes, large.number)
                          && scratch.fit(small.bytes, small.number);
            is_last = !memory.has_failed();
            EXPECT_TRUE(is_last || !is_fit || size_of(scratch) != 0);
        }
        ASSERT_TRUE(scratch.fit(small.bytes, small.number));
        ASSERT_TRUE(scratch.fit(large.bytes, large.number));
        ASSERT_GE(size_of(scratch), large.needs()) << "allocation " << n;
        if (is_last) {
            break;
        }
    }
}

// Its numbers are further apart than any table has places.
TEST(PatternMemory, DatabasesDoNotPushEachOtherOut)
{
    if (hs_valid_platform() != HS_SUCCESS) {
        GTEST_SKIP() << "no processor for Vectorscan";
    }
    Database one("abc");
    Database other("xyz");
    Scratch scratch;
    ASSERT_TRUE(scratch.fit(one.bytes, 1));
    ASSERT_TRUE(scratch.fit(other.bytes, 257));

    // fitting once more would take memory
    Failing memory(1);
    EXPECT_TRUE(scratch.fit(one.bytes, 1));
    EXPECT_TRUE(scratch.fit(other.bytes, 257));
    EXPECT_FALSE(memory.has_failed());
}

struct Case {
    std::vector<Pattern>  patterns;
    std::string           text;
};

std::vector<Case> cases()
{
    std::string runs;
    std::string mixed;
    test::Random random(3);
    for (size_t i = 0; i < 40; i++) {
        runs += std::string(random.below(60), 'x') + "ACME-123456 ";
        mixed += random.one_in(2) ? "a" : "c";
    }
    return {{{{"x{1,40}"}, {"ACME-\\d{6}"}, {"\\bACME\\b"}}, runs},
            {{{"(?i)k[\xc3\xa9\\w]+"}, {"no such text"}},
             "a K\xc3\xa9y, a \xe2\x84\xaa" "ay"},
            {{{"a.{20}c"}, {"[ac]*a[ac]{5}c"}}, mixed}};
}

enum class Answer { right, none, wrong };

Answer ask(const PatternSet& set, const test::Reference& reference,
    Scratch& scratch, const std::string& text, size_t n, bool* is_last)
{
    test::Hits hits;
    bool is_whole = false;
    {
        Failing memory(n);
        try {
            is_whole = set.find(text, scratch, &hits);
        } catch (const std::bad_alloc&) {
            is_whole = false;
        }
        *is_last = !memory.has_failed();
    }
    if (!is_whole) {
        return Answer::none;
    }
    test::Hits expected = reference.find(text, test::Search::whole);
    return test::difference(set.patterns(), hits, expected).empty()
           ? Answer::right : Answer::wrong;
}

void fail_each_allocation(const Case& one, Filter filter)
{
    std::string image;
    ASSERT_FALSE(build_patterns(one.patterns, filter, [](uint32_t) {},
                                &image));
    test::Reference reference(one.patterns);
    bool is_last = false;

    for (size_t n = 1; !is_last; n++) {
        auto set = PatternSet::load(one.patterns, image);
        Scratch scratch;
        bool is_whole = false;
        ASSERT_NE(ask(*set, reference, scratch, one.text, n, &is_last),
                  Answer::wrong) << "allocation " << n;
        // what has failed once leaves nothing that is half made
        ASSERT_EQ(ask(*set, reference, scratch, one.text, 0, &is_whole),
                  Answer::right) << "after allocation " << n;
    }
}

TEST(PatternMemory, EachAllocationOfASearchMayFail)
{
    LeaksOfRe2 leaks;
    testing::internal::CaptureStderr();
    for (const Case& one : cases()) {
        fail_each_allocation(one, usable_filter());
        fail_each_allocation(one, Filter::none);
    }
    // RE2 complains of itself, and repeats nothing
    std::string said = testing::internal::GetCapturedStderr();
    for (std::string_view part : {"ACME", "123456", "K\xc3\xa9y", "aaa"}) {
        EXPECT_EQ(said.find(part), said.npos);
    }
}

// What RE2 says of a pattern, in the process that reads the configuration.
TEST(PatternMemory, EachAllocationOfACheckMayFail)
{
    LeaksOfRe2 leaks;
    testing::internal::CaptureStderr();
    for (std::string_view pattern : {"(?i)k[\xc3\xa9\\w]+", "a.{20}c",
                                     "(a|bc)+\\p{Greek}"})
    {
        bool is_last = false;
        for (size_t n = 1; !is_last; n++) {
            Failing memory(n);
            CheckedPattern checked;
            try {
                EXPECT_FALSE(check_pattern(pattern, &checked));
            } catch (const std::bad_alloc&) {
                EXPECT_TRUE(memory.has_failed());
            }
            is_last = !memory.has_failed();
        }
    }
    std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said.find("{20}"), said.npos);
    EXPECT_EQ(said.find("Greek"), said.npos);
}

// Vectorscan's compiler may crash then, which is why it has its own process.
TEST(PatternMemory, AnAllocationOfACompilationMayFail)
{
    LeaksOfRe2 leaks;
    std::vector<Pattern> patterns = {{"(?i)k[\xc3\xa9\\w]+"}, {"a.{20}c"}};
    Filter filter = usable_filter();

    testing::internal::CaptureStderr();
    for (size_t n = 1; n < 20000; n += 1 + n / 4) {
        std::string image;
        Failing memory(n);
        bool is_built = false;
        try {
            is_built = !compile_patterns(patterns, filter, {}, &image);
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(memory.has_failed());
        }
        failing = 0;
        if (is_built) {
            ASSERT_TRUE(PatternSet::load(patterns, image))
                << "allocation " << n;
        }
    }
    testing::internal::GetCapturedStderr();
}

}  // namespace

}  // namespace gate::guard
