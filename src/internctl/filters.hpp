// The commands that try the content filters without nginx.
#pragma once

#include "guard/pii/pii.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace gate::internctl {

// The filters of "email,phone:strict"; all of them for an empty list.
guard::PiiOptions filters_named(std::string_view list);

// Reads JSON lines with "id" and "text" and prints for each
// {"id", "spans": [{"start", "end", "type"}], "flagged"}: half-open code
// points, flagged if regex-prompt-injection found something. Fails at a bad
// line, which it names.
void scan(const guard::PiiOptions& options, std::FILE* in);

// Prints what the filters and patterns find in a request's body or, if that
// is no JSON, in a text.
void explain(const guard::PiiOptions& options,
    const std::vector<std::string>& patterns, const std::string& body,
    bool as_json);

}  // namespace gate::internctl
