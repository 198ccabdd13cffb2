#include "guard/builtins.hpp"

#include "guard/people/address.hpp"
#include "guard/people/person_name.hpp"

namespace gate::guard {

namespace {

// Units of work per byte: what the worst texts known for these finders cost.
constexpr uint64_t personal_work = 24;
constexpr uint64_t injection_work = 12;

void find_personal(std::string_view buffer, const PiiOptions& options,
    ByteMap* map, Findings* out)
{
    map->read(buffer);
    if (options.wanted.has_any(pii_slugs)) {
        find_pii(buffer, *map, options, out);
    }
    if (options.wanted.has(Slug::person_name)) {
        find_person_names(buffer, *map, out);
    }
    if (options.wanted.has(Slug::address)) {
        find_addresses(buffer, *map, out);
    }
    map->release();
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
        if (!scratch.work().spend(buffer.size() * personal_work)) {
            return false;
        }
        find_personal(buffer, options, &scratch.map(), out);
    }
    if (!options.wanted.has(Slug::prompt_injection)) {
        return true;
    }
    return scratch.work().spend(buffer.size() * injection_work)
           && injection != nullptr && injection->fit(scratch)
           && injection->find(buffer, scratch, out);
}

}  // namespace gate::guard
