// The built-in filters as the fuzz targets call them.
#pragma once

#include "fuzz.hpp"

#include "guard/builtins.hpp"

namespace gate::fuzz {

inline const guard::InjectionFilter& injection_filter()
{
    static const guard::InjectionFilter* made =
        guard::InjectionFilter::make().filter.release();
    demand(made != nullptr, "the rules do not compile");
    return *made;
}

// What one slug finds in a buffer of texts; a rigor is for those that have it.
inline guard::Findings find_slug(guard::Slug slug, guard::Rigor rigor,
    std::string_view buffer)
{
    static guard::Scratch scratch;
    bool is_injection = slug == guard::Slug::prompt_injection;
    guard::PiiOptions options;
    options.wanted.add(slug);
    options.phone = rigor;
    options.credit_card = rigor;

    guard::Findings found;
    bool done = guard::find_builtins(
        buffer, options, is_injection ? &injection_filter() : nullptr,
        scratch, &found);
    demand(done, "a text could not be judged");
    return found;
}

}  // namespace gate::fuzz
