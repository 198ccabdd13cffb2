// A set of characters as a pattern names it: one character, a dot, \d, [a-f].
//
// It is spelled twice. RE2 gets what the user meant. Vectorscan's spelling
// may hold more characters, never fewer: its Unicode tables are older than
// RE2's, so properties and the case pairs of young scripts become any
// character there, and RE2 has the last word about what was found.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

using ByteSet = std::bitset<256>;

constexpr uint32_t max_code_point = 0x10ffff;

enum class Case : uint8_t { exact, folded };

class CharClass {
public:
    struct Range {
        uint32_t  low;
        uint32_t  high;
    };

    static CharClass any();

    void add(uint32_t low, uint32_t high);
    // d, D, w, W, s or S: RE2's meaning, which is ASCII's.
    void add_escape(char letter);
    // RE2's spelling of a property: "\p{Greek}".
    void add_property(std::string_view spelling);
    // [[:digit:]]; false if there is no class of that name.
    bool add_posix(std::string_view name);
    void negate() { negated_ = true; }

    void append_re2(std::string& out) const;
    void append_scan(std::string& out, Case fold) const;

    // The only member, if that is plain to see.
    std::optional<uint32_t> single() const;

    // Some members; a guess where Unicode's tables would have to say.
    std::vector<uint32_t> samples() const;

    // Bytes that a member can hold, and bytes of the longest member.
    void add_bytes(ByteSet* bytes, Case fold) const;
    uint32_t max_width(Case fold) const;

    // Vectorscan must read the text as UTF-8 to get it right.
    bool needs_utf8(Case fold) const;

private:
    bool has_non_ascii() const;
    bool may_hold_non_ascii(Case fold) const;
    bool is_widened(Case fold) const;
    std::string_view young_partners(Case fold) const;

    std::vector<Range>        ranges_;  // all members but those of properties
    std::string               re2_;     // what stands in RE2's brackets
    bool                      has_escape_ = false;
    bool                      has_property_ = false;
    bool                      negated_ = false;
};

// The character outside or inside brackets, escaped where it has a meaning.
void append_character(std::string& out, uint32_t code_point);

}  // namespace gate::guard
