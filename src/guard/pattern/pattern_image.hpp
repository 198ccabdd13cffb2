// A compiled set of patterns as bytes, for a pipe or a file.
//
// An image names the patterns, the library and the processor it was made for
// and carries a digest of itself: what is damaged, foreign or of another
// version is not read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

struct Pattern {
    std::string  text;  // as written
};

// Who finds out where a pattern may match. RE2 judges what Vectorscan says.
enum class Engine : uint8_t {
    vectorscan,
    prefilter,  // Vectorscan, of a simpler pattern
    re2,        // nobody: RE2 searches every text
};

// What the worst texts known for a pattern cost, as measured where it was
// compiled: nanoseconds of a core of a current server, units of Work.
struct PatternCost {
    uint32_t  text = 0;    // for a byte of a text
    uint32_t  search = 0;  // for a byte that RE2 reads

    bool operator==(const PatternCost& other) const noexcept
    {
        return text == other.text && search == other.search;
    }
};

struct CompiledPattern {
    Engine       engine;
    PatternCost  cost;
};

struct CompiledPatterns {
    std::vector<CompiledPattern>  each;           // in order
    uint32_t                      scan_cost = 0;  // Vectorscan's, for a byte
    std::string                   database;  // serialized; may be empty
};

// 64 hex digits: the same for the same patterns, library, processor and
// format. Empty when there is no SHA-256.
std::string image_name(const std::vector<Pattern>& patterns);

// Empty when there is no SHA-256.
std::string write_image(const std::vector<Pattern>& patterns,
    const CompiledPatterns& compiled);

bool read_image(std::string_view image, const std::vector<Pattern>& patterns,
    CompiledPatterns* out);

}  // namespace gate::guard
