// What all fuzz targets share: a finding stops the run with its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace gate::fuzz {

inline void demand(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "finding: %s\n", what);
        std::abort();
    }
}

// Empty means that nothing is wrong.
inline void demand_none(const std::string& wrong)
{
    demand(wrong.empty(), wrong.c_str());
}

inline std::string_view view(const uint8_t* data, size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

}  // namespace gate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
