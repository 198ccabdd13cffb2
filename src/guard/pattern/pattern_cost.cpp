#include "guard/pattern/pattern_cost.hpp"

#include "guard/pattern/pattern_matcher.hpp"
#include "guard/pattern/pattern_trials.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <algorithm>
#include <ctime>
#include <new>

namespace gate::guard {

namespace {

// For one pattern, and for one when others have taken much.
constexpr int64_t usual_ns = 60000000;
constexpr int64_t brief_ns = 5000000;
constexpr int64_t all_ns = 600000000;

// Such a text need not be measured twice, to know its cost well.
constexpr double much = 2000;

// Fewer bytes tell nothing of what one costs.
constexpr double least_read = 256;

// RE2's automaton forward and back, at its best.
constexpr double least_search = 4;

// Bytes of texts that are kept to measure a scan.
constexpr size_t most_text = 512 << 10;

int64_t thread_cpu_ns() noexcept
{
    timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
        return 0;
    }
    return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

// How much slower than a core of a current server this one is now: FNV-1a
// over 16 KB, four cycles a byte of which none can be done beside another.
double slowness() noexcept
{
    constexpr size_t size = 16 << 10;
    constexpr double usual = 1.2 * size;
    int64_t start = thread_cpu_ns();
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (i & 0xff)) * 0x100000001b3;
        // what is not used would not be computed
        asm volatile("" : "+r"(hash));
    }
    return std::max(static_cast<double>(thread_cpu_ns() - start) / usual,
                    0.1);
}

uint32_t power_of_two_above(double units) noexcept
{
    uint32_t power = 1;
    while (power < units && power < (1u << 30)) {
        power *= 2;
    }
    return power;
}

// Two digits: the rest is chance.
uint32_t rounded(double units) noexcept
{
    double unit = 1;
    while (units / unit >= 100) {
        unit *= 10;
    }
    return static_cast<uint32_t>(static_cast<double>(
        static_cast<uint32_t>(units / unit + 0.5)) * unit);
}

struct Ends {
    EndSet    set;
    uint64_t  count = 0;
};

int on_end(unsigned, unsigned long long, unsigned long long end, unsigned,
    void* context)
{
    auto* ends = static_cast<Ends*>(context);
    ends->set.add(static_cast<size_t>(end));
    ends->count++;
    return 0;
}

// For a byte of the text, and for one that RE2 has read.
struct Sample {
    double  text = 0;
    double  search = 0;
};

class Trial {
public:
    Trial(const PatternMatcher& matcher, const hs_database_t* database)
        : matcher_(matcher), database_(database)
    {
        if (database != nullptr) {
            scratch_.fit(database, next_database_number());
        }
    }

    Sample measure(std::string_view text);

private:
    const PatternMatcher&    matcher_;
    const hs_database_t*     database_;
    Scratch                  scratch_;
    std::vector<PatternHit>  hits_;
};

Sample Trial::measure(std::string_view text)
{
    std::string buffer(text);
    buffer += text_break;
    double slow = slowness();
    int64_t start = thread_cpu_ns();
    Ends ends;
    Work work;

    hits_.clear();
    if (!ends.set.make(buffer.size())) {
        throw std::bad_alloc();
    }
    if (database_ != nullptr) {
        hs_scan(database_, buffer.data(),
                static_cast<unsigned>(buffer.size()), 0, scratch_.get(),
                on_end, &ends);
    }
    int64_t scanned = thread_cpu_ns();
    ScanBudget budget(text.size(), &work);
    matcher_.find(buffer, {0, static_cast<uint32_t>(text.size())},
                  database_ != nullptr ? &ends.set : nullptr, 0, budget,
                  &hits_);
    int64_t end = thread_cpu_ns();

    slow = std::max(slow, slowness());
    auto bytes = static_cast<double>(text.size());
    auto read = static_cast<double>(budget.bytes_read());
    double calls = static_cast<double>(budget.searches()) * search_call;
    double search = static_cast<double>(end - scanned) / slow - calls;
    return {static_cast<double>(end - start) / slow / bytes,
            read < least_read ? 0 : search / read};
}

// The three thirds of a text: the first one also makes states and memory that
// the others then have.
Sample sample_of(Trial& trial, std::string_view text)
{
    size_t third = text.size() / 3;
    while (third > 0 && (text[third] & 0xc0) == 0x80) {
        third--;
    }
    size_t two = 2 * third;
    while (two > third && (text[two] & 0xc0) == 0x80) {
        two--;
    }
    Sample first = trial.measure(text.substr(0, third));
    if (first.text > much) {
        return first;
    }
    Sample second = trial.measure(text.substr(third, two - third));
    Sample last = trial.measure(text.substr(two));
    return {std::min(second.text, last.text),
            std::min(second.search, last.search)};
}

}  // namespace

PatternCost PatternMeter::measure(const Pattern& pattern,
    const std::vector<PatternPart>& parts, const hs_database_t* database)
{
    auto matcher = PatternMatcher::make(pattern.text);
    if (matcher == nullptr) {
        throw std::bad_alloc();
    }
    int64_t start = thread_cpu_ns();
    int64_t limit = spent_ns_ < all_ns ? usual_ns : brief_ns;
    size_t longest = std::min<size_t>(matcher->max_width(), 2048);
    Trial trial(*matcher, database);
    Sample worst;

    for (std::string& text : trial_texts(parts, 3 * std::max<size_t>(
             longest * 2, 2048)))
    {
        Sample sample = sample_of(trial, text);
        worst.text = std::max(worst.text, sample.text);
        worst.search = std::max(worst.search, sample.search);
        if (text_bytes_ + text.size() <= most_text) {
            text_bytes_ += text.size();
            texts_.push_back(std::move(text));
        }
        if (thread_cpu_ns() - start > limit) {
            break;
        }
    }
    spent_ns_ += thread_cpu_ns() - start;
    return {rounded(worst.text),
            power_of_two_above(std::max(worst.search, least_search))};
}

uint32_t PatternMeter::measure_scan(const hs_database_t* database) const
{
    Scratch scratch;
    double worst = 0;

    if (!scratch.fit(database, next_database_number())) {
        throw std::bad_alloc();
    }
    for (const std::string& text : texts_) {
        std::string buffer = text + std::string(text_break);
        double best = 1e9;
        for (int i = 0; i < 2; i++) {
            Ends ends;
            if (!ends.set.make(buffer.size())) {
                throw std::bad_alloc();
            }
            double slow = slowness();
            int64_t start = thread_cpu_ns();
            hs_scan(database, buffer.data(),
                    static_cast<unsigned>(buffer.size()), 0, scratch.get(),
                    on_end, &ends);
            double took = static_cast<double>(thread_cpu_ns() - start) / slow
                - static_cast<double>(ends.count) * scan_match;
            best = std::min(best, took / static_cast<double>(buffer.size()));
        }
        worst = std::max(worst, best);
    }
    return power_of_two_above(worst);
}

}  // namespace gate::guard
