// What the steps of the injection filter cost, in units of work (work.hpp):
// about the nanoseconds that the worst texts known for each make it take.
// They are charged by what is counted in a text, which is the same with every
// instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gate::guard::cost {

// A view is made of a text: per byte of it, and per piece of the way back, per
// escape, per byte of a run that may be base64 and per byte of letters apart.
constexpr uint64_t normalised_byte = 3;
constexpr uint64_t normalised_piece = 16;
constexpr uint64_t decoded_byte = 2;
constexpr uint64_t escape = 30;
constexpr uint64_t run_byte = 10;
constexpr uint64_t bared_byte = 4;
constexpr uint64_t bared_piece = 16;
constexpr uint64_t repaired_byte = 12;
constexpr uint64_t apart_byte = 110;
constexpr uint64_t turned_byte = 2;

// The sieve: per byte of a sweep, per word that may be shuffled, per literal
// that is found and way that it belongs to, per 64 bytes around it that are
// looked at and word there that may do, and per part that is found.
constexpr uint64_t swept_byte = 4;
constexpr uint64_t shuffled_word = 20;
constexpr uint64_t literal = 12;
constexpr uint64_t way = 8;
constexpr uint64_t looked_block = 40;
constexpr uint64_t companion = 12;
constexpr uint64_t part = 100;

// Per token that may be bent.
constexpr uint64_t odd_token = 60;

// A rule: per scan, per byte and per match of it. The first bytes of a text
// that are scanned are charged as ordinary texts cost, so that these do not
// seem dear: a hostile one takes up to 1 ms more than what is charged. Of the
// others see rule_costs.hpp.
constexpr uint64_t scan = 120;
constexpr uint64_t match = 60;
constexpr uint64_t ordinary_byte = 3;
constexpr size_t ordinary_bytes = 16 << 10;

// Where a match began: per search, and per byte.
constexpr uint64_t search = 300;
constexpr uint64_t searched_byte = 10;

}  // namespace gate::guard::cost
