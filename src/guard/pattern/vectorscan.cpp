#include "guard/pattern/vectorscan.hpp"

#include "guard/finding.hpp"
#include "guard/pattern/scratch.hpp"

#include <hs/hs.h>

#include <atomic>
#include <cstring>

namespace gate::guard {

namespace {

struct Trial {
    const char*       pattern;
    unsigned          flags;
    std::string_view  match;
};

// Each takes another way to skip text in which nothing can begin.
constexpr Trial trials[] = {
    {"x[0-9]{4}", 0, "x1234"},
    {"x[a-z]", 0, "xa"},
    {"x.", 0, "xa"},
    {"x\\S", HS_FLAG_UTF8, "xa"},
    {".?x[^ab]", HS_FLAG_UTF8, "axc"},
    {"(?i)k[a-z]", 0, "Ka"},
    {"@\\w+", 0, "@a"},
    {"\\d{2,}x", 0, "12x"},
    {"[ab]{2,}\\s*", 0, "ab"},
    {"[a-f]+[0-9]+[g-z]", 0, "a1z"},
    {"\\bsecret\\b", 0, "secret"},
    {"[^\\x00-\\x7f]a", HS_FLAG_UTF8, "\xc3\xa9" "a"},
};

// No vector is longer, and what stands before the match fills some of them.
constexpr size_t vector_size = 64;
constexpr size_t most_before = 5 * vector_size;

struct Wanted {
    unsigned long long  end;
    bool                is_found;
};

int on_match(unsigned, unsigned long long, unsigned long long end, unsigned,
    void* context)
{
    auto* wanted = static_cast<Wanted*>(context);
    wanted->is_found = wanted->is_found || wanted->end == end;
    return 0;
}

bool finds_at_each_offset(const hs_database_t* database, Scratch& scratch,
    std::string_view match)
{
    char text[most_before + vector_size + 16];

    for (size_t before = 0; before < most_before; before++) {
        size_t shift = before * 7 % vector_size;
        Wanted wanted = {before + match.size(), false};

        std::memset(text, ' ', sizeof text);
        std::memcpy(text + shift + before, match.data(), match.size());
        std::memcpy(text + shift + before + match.size(), text_break.data(),
            text_break.size());
        hs_error_t status = hs_scan(database, text + shift,
            static_cast<unsigned>(before + match.size() + text_break.size()),
            0, scratch.get(), on_match, &wanted);
        if (status != HS_SUCCESS || !wanted.is_found) {
            return false;
        }
    }
    return true;
}

bool passes(const Trial& trial, Scratch& scratch)
{
    hs_database_t* database = nullptr;
    hs_compile_error_t* error = nullptr;

    if (hs_compile(trial.pattern, trial.flags | HS_FLAG_MULTILINE,
            HS_MODE_BLOCK, nullptr, &database, &error) != HS_SUCCESS)
    {
        hs_free_compile_error(error);
        return false;
    }
    bool is_good = scratch.fit(database, next_database_number())
                   && finds_at_each_offset(database, scratch, trial.match);
    hs_free_database(database);
    return is_good;
}

bool passes_all() noexcept
{
    Scratch scratch;

    if (hs_valid_platform() != HS_SUCCESS) {
        return false;
    }
    for (const Trial& trial : trials) {
        if (!passes(trial, scratch)) {
            return false;
        }
    }
    return true;
}

constexpr int unknown = -1;

std::atomic<int> answer{unknown};

}  // namespace

Filter usable_filter() noexcept
{
    int now = answer.load(std::memory_order_relaxed);

    if (now == unknown) {
        now = passes_all() ? 1 : 0;
        answer.store(now, std::memory_order_relaxed);
    }
    return now == 1 ? Filter::vectorscan : Filter::none;
}

uint64_t next_database_number() noexcept
{
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace gate::guard
