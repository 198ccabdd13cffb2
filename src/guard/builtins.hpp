// All built-in filters over one buffer.
#pragma once

#include "guard/injection/injection.hpp"
#include "guard/pii/pii.hpp"
#include "guard/pattern/scratch.hpp"

namespace gate::guard {

// Appends the findings of the wanted slugs, slug by slug; injection is needed
// where regex-prompt-injection is wanted. False when the buffer could not be
// judged, or costs more than the scratch's work allows.
bool find_builtins(std::string_view buffer, const PiiOptions& options,
    const InjectionFilter* injection, Scratch& scratch, Findings* out);

// About what find_builtins() charges for each byte of an ordinary text.
uint64_t builtin_work(const SlugSet& wanted) noexcept;

}  // namespace gate::guard
