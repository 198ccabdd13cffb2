#include "guard/builtins.hpp"

#include "guard/people/address.hpp"
#include "guard/people/person_name.hpp"

namespace gate::guard {

bool find_builtins(std::string_view buffer, const PiiOptions& options,
    const InjectionFilter* injection, Scratch& scratch, Findings* out)
{
    find_pii(buffer, options, out);

    if (options.wanted.has(Slug::person_name)) {
        find_person_names(buffer, out);
    }
    if (options.wanted.has(Slug::address)) {
        find_addresses(buffer, out);
    }
    if (!options.wanted.has(Slug::prompt_injection)) {
        return true;
    }
    return injection != nullptr && injection->fit(scratch)
           && injection->find(buffer, scratch, out);
}

}  // namespace gate::guard
