// Finds where encoded parts of a text may begin, 64 bytes at a time.
//
// Prose has next to none: a quick look at a block asks for the few bytes that
// open an escape, and whether anything parts the bytes of a run; only where
// that may be, each byte is looked at.
//
// Costs about one instruction per byte of prose.
#pragma once

#include "base/cpu.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// Of a run of base64 or hex, in characters.
constexpr size_t shortest_run = 16;

struct CodeBlock {
    size_t    at = 0;
    uint64_t  runs = 0;     // bit i: 16 bytes of runs stand from at + i on
    uint64_t  escapes = 0;  // bit i: the byte at + i opens an escape
};

class CodeBlocks {
public:
    CodeBlocks(std::string_view text, Simd simd) noexcept;

    // The next block in which something begins and that does not end before
    // `from`; false at the end of the text.
    bool next(size_t from, CodeBlock* out) noexcept;

    // What a block may hold, with few bytes too many.
    struct Look {
        uint64_t  reach;  // bit i: a run may reach over byte i
        bool      may_hold_escapes;
    };

    // A block of which the one behind it is known, too.
    struct Place {
        size_t  at;
        Look    here;
        Look    next;
    };

private:
    void pass_empty() noexcept;
    uint64_t runs_at(size_t at) noexcept;
    uint64_t run_bytes_at(size_t at) const noexcept;
    uint64_t escapes_at(size_t at) const noexcept;
    Look look_at(size_t at) const noexcept;
    std::string_view rest(size_t at) const noexcept;
    bool is_whole(size_t at) const noexcept;

    std::string_view  text_;
    Simd              simd_;
    Place             place_{};
    // where the bytes of runs are known
    size_t            known_at_ = SIZE_MAX;
    uint64_t          known_ = 0;
};

}  // namespace gate::guard
