#include "guard/builtins.hpp"

#include "guard/people/address.hpp"
#include "guard/people/person_name.hpp"

namespace gate::guard {

namespace {

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

}  // namespace

bool find_builtins(std::string_view buffer, const PiiOptions& options,
    const InjectionFilter* injection, Scratch& scratch, Findings* out)
{
    constexpr SlugSet people{Slug::person_name, Slug::address};
    if (options.wanted.has_any(pii_slugs) || options.wanted.has_any(people)) {
        find_personal(buffer, options, &scratch.map(), out);
    }
    if (!options.wanted.has(Slug::prompt_injection)) {
        return true;
    }
    return injection != nullptr && injection->fit(scratch)
           && injection->find(buffer, scratch, out);
}

}  // namespace gate::guard
