// Prints src/guard/injection/rule_costs.inc: for each rule the worst text that
// a search finds, repeated, and what a scan of it with libhs costs per byte.
//
//     rule_costs [MILLISECONDS-A-RULE]
//
// To be run on an idle machine; a third is added for texts that were not
// found. A match is charged apart (costs.hpp) and is not in the figures.
#include "guard/injection/costs.hpp"
#include "guard/injection/rule_database.hpp"
#include "guard/injection/rule_set.hpp"

#include "base/hash.hpp"
#include "rule_matches.hpp"

#include <hs/hs_runtime.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace gate::load {

namespace {

using test::Random;

constexpr size_t short_text = 2 << 10;
constexpr size_t long_text = 8 << 10;
constexpr size_t longest_unit = 200;
constexpr double least_cost = 10;

double now_ns() noexcept
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e9
           + static_cast<double>(now.tv_nsec);
}

class Worst {
public:
    Worst(const guard::RuleDatabase& rules, size_t rule, hs_scratch_t* scratch)
        : database_(rules.of_rule(rule)), scratch_(scratch),
          pattern_(guard::expanded_pattern(rule)), random_(rule + 1)
    {
    }

    // Nanoseconds a byte.
    double search(double ns)
    {
        for (double end = now_ns() + ns; now_ns() < end;) {
            std::string unit = next_unit();
            if (unit.empty() || unit.size() > longest_unit
                || cost(unit, short_text) <= worst_) {
                continue;
            }
            double found = cost(unit, long_text);
            if (found > worst_) {
                worst_ = found;
                unit_ = unit;
            }
        }
        return worst_;
    }

private:
    static int on_match(unsigned, unsigned long long, unsigned long long,
        unsigned, void* context)
    {
        ++*static_cast<size_t*>(context);
        return 0;
    }

    std::string beginning()
    {
        std::string text = guard::test::RuleWalk(pattern_, random_).run();
        text.resize(random_.below(text.size() + 1));
        size_t space = text.rfind(' ');
        if (space != text.npos && random_.below(3) == 0) {
            text.resize(space + 1);
        }
        return text;
    }

    std::string next_unit()
    {
        if (unit_.empty() || random_.below(3) == 0) {
            return beginning() + beginning()
                   + (random_.below(2) == 0 ? " " : "");
        }
        std::string unit = unit_;
        size_t at = random_.below(unit.size());
        if (random_.below(2) == 0) {
            return unit.erase(at, 1 + random_.below(10));
        }
        return unit.insert(at, beginning());
    }

    double cost(const std::string& unit, size_t size)
    {
        std::string text;
        while (text.size() < size) {
            text += unit;
        }
        text.resize(size);
        double best = 0;
        for (int round = 0; round < 3; round++) {
            size_t matches = 0;
            double start = now_ns();
            hs_scan(database_, text.data(), static_cast<unsigned>(size), 0,
                    scratch_, on_match, &matches);
            double ns = now_ns() - start
                        - static_cast<double>(matches * guard::cost::match);
            best = round == 0 ? ns : std::min(best, ns);
        }
        return best / static_cast<double>(size);
    }

    const hs_database_t*  database_;
    hs_scratch_t*         scratch_;
    std::string           pattern_;
    Random                random_;
    std::string           unit_;
    double                worst_ = 0;
};

int run(double ms)
{
    guard::RuleDatabase rules;
    guard::Scratch scratch;
    std::string error = rules.compile();
    if (!error.empty() || !rules.fit(scratch)) {
        std::fprintf(stderr, "%s\n", error.c_str());
        return 1;
    }
    std::map<uint32_t, unsigned> costs;
    for (size_t i = 0; i < guard::rule_count(); i++) {
        double found = Worst(rules, i, scratch.get()).search(ms * 1e6);
        costs[static_cast<uint32_t>(
            hash_bytes(0, guard::expanded_pattern(i)))] =
                static_cast<unsigned>(std::max(least_cost, found * 4 / 3));
    }
    size_t column = 0;
    for (auto [rule, units] : costs) {
        std::printf("%s{0x%08x, %u},", column % 4 == 0 ? "" : " ", rule,
                    units);
        std::printf("%s", ++column % 4 == 0 ? "\n" : "");
    }
    std::printf("%s", column % 4 == 0 ? "" : "\n");
    return 0;
}

}  // namespace

}  // namespace gate::load

int main(int argc, char** argv)
{
    return gate::load::run(argc > 1 ? std::atof(argv[1]) : 300);
}
