#include "guard/builtins.hpp"

#include "guard/people/address.hpp"
#include "guard/people/person_name.hpp"

namespace gate::guard {

namespace {

// Units of work that the worst texts known for a finder cost: per byte, and
// per byte that it has to look at.
struct Cost {
    uint64_t  byte;
    uint64_t  candidate;
    uint64_t  number;
    uint64_t  capital;
    uint64_t  ideograph;
};

constexpr Cost pii_cost = {4, 40, 140, 0, 0};
constexpr Cost name_cost = {6, 0, 0, 90, 130};
constexpr Cost address_cost = {3, 0, 120, 40, 0};

// What is charged per byte of an ordinary text in all.
constexpr uint64_t personal_work = 24;
constexpr uint64_t injection_work = 12;

uint64_t work_of(const Cost& cost, size_t bytes, const ByteMap& map) noexcept
{
    return bytes * cost.byte
           + map.count(&ByteBlock::candidates) * cost.candidate
           + map.count(&ByteBlock::numbers) * cost.number
           + map.count(&ByteBlock::capitals) * cost.capital
           + map.count(&ByteBlock::ideographs) * cost.ideograph;
}

// False when it costs more than the work allows.
bool find_personal(std::string_view buffer, const PiiOptions& options,
    const ByteMap& map, Work* work, Findings* out)
{
    auto spend = [&](const Cost& cost) {
        return work->spend(work_of(cost, buffer.size(), map));
    };
    if (options.wanted.has_any(pii_slugs)) {
        if (!spend(pii_cost)) {
            return false;
        }
        find_pii(buffer, map, options, out);
    }
    if (options.wanted.has(Slug::person_name)) {
        if (!spend(name_cost)) {
            return false;
        }
        find_person_names(buffer, map, out);
    }
    if (options.wanted.has(Slug::address)) {
        if (!spend(address_cost)) {
            return false;
        }
        find_addresses(buffer, map, out);
    }
    return true;
}

constexpr SlugSet people{Slug::person_name, Slug::address};

bool wants_personal(const SlugSet& wanted) noexcept
{
    return wanted.has_any(pii_slugs) || wanted.has_any(people);
}

}  // namespace

uint64_t builtin_work(const SlugSet& wanted) noexcept
{
    return (wants_personal(wanted) ? personal_work : 0)
           + (wanted.has(Slug::prompt_injection) ? injection_work : 0);
}

bool find_builtins(std::string_view buffer, const PiiOptions& options,
    const InjectionFilter* injection, Scratch& scratch, Findings* out)
{
    if (wants_personal(options.wanted)) {
        ByteMap& map = scratch.map();
        map.read(buffer);
        bool is_whole = find_personal(buffer, options, map, &scratch.work(),
                                      out);
        map.release();
        if (!is_whole) {
            return false;
        }
    }
    if (!options.wanted.has(Slug::prompt_injection)) {
        return true;
    }
    return injection != nullptr && injection->fit(scratch)
           && injection->find(buffer, scratch, out);
}

}  // namespace gate::guard
