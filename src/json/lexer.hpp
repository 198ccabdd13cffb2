// Reads the tokens of a JSON text in place, strictly.
//
// What a token may be is decided here: strings of well-formed UTF-8 whose
// escapes stand for a text, numbers by their grammar, the three words, the
// four white spaces (faults J10 to J19). The order of tokens is left to the
// scanner. Any refusal is final and is told by flaw().
//
// Cost: strings go 64 bytes at a time where they are plain ASCII.
#pragma once

#include "base/block.hpp"
#include "base/cpu.hpp"
#include "json/escape.hpp"
#include "json/prescan.hpp"
#include "json/utf8_blocks.hpp"

#include <cstddef>
#include <string_view>

namespace gate::json {

class Lexer {
public:
    explicit Lexer(std::string_view text, Simd simd = best_simd()) noexcept
        : at_(text.data()), end_(text.data() + text.size()), text_(text),
          simd_(simd)
    {
    }

    // Passes white space; the byte that follows, or 0 at the end. A NUL in
    // the text gives 0 as well, and starts no token.
    char peek() noexcept
    {
        while (at_ < end_) {
            char c = *at_;
            if (static_cast<unsigned char>(c) > ' ' || !is_space(c)) {
                return c;
            }
            at_++;
        }
        return '\0';
    }

    // Passes the byte that peek() gave.
    void take() noexcept { at_++; }

    // Each reads the token that begins with the byte that peek() gave.
    bool string(RawString* out) noexcept;
    bool number(std::string_view* spelling) noexcept;
    bool word(std::string_view spelling) noexcept;

    bool is_at_end() const noexcept { return at_ == end_; }

    bool refuse(std::string_view cause) noexcept { return refuse(at_, cause); }
    const Flaw& flaw() const noexcept { return flaw_; }

private:
    static bool is_space(char c) noexcept
    {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    const char* pass_special(const char* at, bool* has_escape) noexcept;
    const char* pass_long_escape(const char* at) noexcept;
    const char* pass_non_ascii(const char* at) noexcept;
    bool long_string(const char* at, RawString* out) noexcept;
    bool refuse(const char* at, std::string_view cause) noexcept;

    const char*       at_;
    const char*       end_;
    std::string_view  text_;
    Simd              simd_;
    Flaw              flaw_{0, {}};
};

inline bool Lexer::string(RawString* out) noexcept
{
    const char* start = at_ + 1;

    // most names and many values end within the first block
    if (end_ - start >= static_cast<ptrdiff_t>(Block::size)) {
        uint64_t found = special(Block(start)).bits();
        if (found != 0) {
            const char* at = start + Marks::first(found);
            if (*at == '"') {
                *out = {{start, static_cast<size_t>(at - start)}, false};
                at_ = at + 1;
                return true;
            }
            return long_string(at, out);
        }
        return long_string(start + Block::size, out);
    }
    return long_string(start, out);
}

}  // namespace gate::json
