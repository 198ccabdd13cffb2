// Made-up texts as they stand inside a JSON string, escapes included.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dice.hpp"

namespace gate::load {

// What a text is made of:
//   words      short words of prose, code and other scripts, in any order
//   prose      sentences, lists and code of a chat in which no filter finds
//              anything
//   hits       the same with an address, number or card every 600 bytes
//   digits, at_signs, rules, capitals, emails, obfuscated
//              what costs a filter most: nothing but digits or '@', words of
//              the injection rules, capitalised words, 20-byte addresses,
//              words of the rules with digits for letters and escapes
enum class TextKind {
    words, prose, hits, digits, at_signs, rules, capitals, emails, obfuscated
};

// False when there is no kind of this name.
bool read_text_kind(std::string_view name, TextKind* kind);

// Appends a text of exactly `bytes`; what no word fits into is filled with
// dots.
void append_text(std::string* out, TextKind kind, size_t bytes, Dice* dice);

}  // namespace gate::load
