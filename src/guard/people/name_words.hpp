// Cuts text into the words that a person's name is made of.
//
// A run is a row of capitalised words with one space between them, lower-case
// particles ("van der") included: what a name can be a part of. Reading is
// bounded: a word has at most max_word bytes, a run at most max_run words.
// Nothing here allocates, and nothing is read over a NUL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class WordKind : uint8_t {
    name,      // "Anna", "O'Neill", "Jean-Luc"; what it is the flags say
    initial,   // "J." or "J"
    particle,  // "van", "de la": only between two others
    honorific, // "Mrs.": part of the name it stands before
    title,     // "Dr.": not part of it
    suffix,    // "Jr.", "III"
    other,     // digits, CamelCase, part of an address or of code
};

// Not set to anything by its declaration: a run has many.
struct NameWord {
    uint32_t  start;
    uint32_t  end;       // behind the word, before a full stop
    uint32_t  flags;     // NameFlag
    WordKind  kind;
    uint8_t   roles;     // NameRole
    bool      all_caps;
    bool      dotted;
};

constexpr size_t max_word = 48;
constexpr size_t max_run = 12;

struct NameRun {
    std::array<NameWord, max_run>  words;
    size_t                         count = 0;
    size_t                         next = 0;  // where the scan goes on
};

// Whether a word can begin at text[at]: what stands before is no part of one.
bool is_word_start(std::string_view text, size_t at) noexcept;

// The same as ends_plain_word() for an apostrophe at text[end].
bool ends_plain_owner(std::string_view text, size_t end) noexcept;

// Whether a word of plain letters ends before text[end] for sure: no letter
// is joined to it.
inline bool ends_plain_word(std::string_view text, size_t end) noexcept
{
    if (end >= text.size()) {
        return true;
    }
    char c = text[end];
    if (c == '\'') {
        return ends_plain_owner(text, end);
    }
    return static_cast<unsigned char>(c) < 0x80 && c != '-';
}

// For a word that was not looked up yet.
constexpr uint32_t flag_not_known = ~uint32_t{0};

// The word at text[at], which is a letter; `flags` are those of a plain one
// that was looked up, as below.
NameWord read_name_word(std::string_view text, size_t at,
    uint32_t flags = flag_not_known) noexcept;

// The same for a word of small letters: a name, or `other` if it is none of
// them or part of code.
NameWord read_small_word(std::string_view text, size_t at) noexcept;

// The run that begins with the capital letter at text[at].
NameRun read_name_run(std::string_view text, size_t at,
    uint32_t flags = flag_not_known) noexcept;

}  // namespace gate::guard
