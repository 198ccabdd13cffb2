#include "guard/name_table.hpp"

#include <cstddef>

namespace gate::guard {

namespace {

#include "guard/tables/names.inc"

constexpr uint64_t fnv_start = 0xcbf29ce484222325;
constexpr uint64_t fnv_prime = 0x100000001b3;
constexpr uint32_t flag_bits = 6;
constexpr uint32_t proof_shift = 44;
constexpr uint32_t proof_mask = 0x3ff;

uint64_t mix(uint64_t h) noexcept
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccd;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53;
    return h ^ (h >> 33);
}

uint64_t cell(uint64_t at) noexcept
{
    return name_cells[at / 4] >> (at % 4 * 16);
}

// `hash` is the FNV-1a hash of the folded word.
uint32_t look_up_hash(uint64_t hash) noexcept
{
    uint64_t h = mix(mix(hash) ^ name_seed);
    uint64_t low = name_segment - 1;
    auto at = static_cast<uint64_t>(
        (static_cast<unsigned __int128>(h) * name_first) >> 64);

    uint64_t found = (cell(at)
        ^ cell((at + name_segment) ^ ((h >> 18) & low))
        ^ cell((at + 2 * name_segment) ^ (h & low))) & 0xffff;
    if ((found >> flag_bits) != ((h >> proof_shift) & proof_mask)) {
        return 0;
    }
    return found & ((1u << flag_bits) - 1);
}

bool is_apostrophe(char32_t c) noexcept
{
    return c == '\'' || c == 0x2019 || c == 0x2bc || c == '`' || c == '.';
}

char32_t fold_greek(char32_t c) noexcept
{
    constexpr char16_t marked[] = u"άέήίϊΐόύϋώς";
    constexpr char16_t plain[] = u"αεηιιιουυωσ";

    if (c >= 0x391 && c <= 0x3ab) {
        c += 0x20;
    }
    constexpr char16_t capital[] = u"ΆΈΉΊΌΎΏ";
    constexpr char16_t small[] = u"αεηιουω";
    for (size_t i = 0; i < 7; i++) {
        if (c == capital[i]) {
            return small[i];
        }
    }
    for (size_t i = 0; i < 11; i++) {
        if (c == marked[i]) {
            return plain[i];
        }
    }
    return c;
}

char32_t fold(char32_t c) noexcept
{
    if (c < 0x80) {
        return c >= 'A' && c <= 'Z' ? c + 0x20 : c;
    }
    if (c >= 0xc0 && c < 0x180) {
        return static_cast<unsigned char>(fold_latin[c - 0xc0]);
    }
    if (c >= 0x218 && c <= 0x21b) {
        return c < 0x21a ? 's' : 't';
    }
    if (c >= 0x1e00 && c < 0x1f00) {
        return static_cast<unsigned char>(fold_viet[c - 0x1e00]);
    }
    if (c >= 0x386 && c < 0x3d0) {
        return fold_greek(c);
    }
    if (c >= 0x410 && c <= 0x42f) {
        return c + 0x20;
    }
    return c >= 0x400 && c <= 0x40f ? c + 0x50 : c;
}

// A dictionary word's plural, past tense or participle, which the table
// leaves out where it has the stem.
uint32_t look_up_stem(std::string_view word) noexcept
{
    size_t ending = 0;
    if (word.size() > 6 && word.substr(word.size() - 3) == "ing") {
        ending = 3;
    } else if (word.size() > 5 && word.substr(word.size() - 2) == "ed") {
        ending = 2;
    } else if (word.size() > 4 && word.back() == 's') {
        ending = 1;
    }
    if (ending == 0) {
        return 0;
    }

    uint64_t hash = fnv_start;
    for (char c : word.substr(0, word.size() - ending)) {
        hash = (hash ^ fold(static_cast<unsigned char>(c))) * fnv_prime;
    }
    uint32_t flags = look_up_hash(hash);
    return (flags & flag_word) != 0
        ? flags & (flag_word | flag_common_word) : 0;
}

}  // namespace

Char char_at(std::string_view text, size_t at) noexcept
{
    auto byte = [&](size_t i) -> char32_t {
        return at + i < text.size()
            ? static_cast<unsigned char>(text[at + i]) & 0x3f : 0;
    };
    auto lead = static_cast<unsigned char>(text[at]);

    if (lead < 0x80) {
        return {lead, 1};
    }
    if (lead < 0xe0) {
        return {(lead & 0x1fu) << 6 | byte(1), 2};
    }
    if (lead < 0xf0) {
        return {(lead & 0x0fu) << 12 | byte(1) << 6 | byte(2), 3};
    }
    return {(lead & 0x07u) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3), 4};
}

bool is_cased_letter(char32_t c) noexcept
{
    if (c < 0x80) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return (c >= 0xc0 && c < 0x250 && c != 0xd7 && c != 0xf7)
        || (c >= 0x300 && c < 0x370)  // marks that combine with a letter
        || (c >= 0x386 && c < 0x482) || (c >= 0x48a && c < 0x530)
        || (c >= 0x1e00 && c < 0x1f00);
}

bool is_upper(char32_t c) noexcept
{
    if (c < 0x80) {
        return c >= 'A' && c <= 'Z';
    }
    if (c < 0x100) {
        return c >= 0xc0 && c < 0xdf && c != 0xd7;
    }
    if (c < 0x180) {
        // in two ranges the capitals are the odd ones
        bool odd = (c >= 0x139 && c <= 0x148) || c >= 0x179;
        return c == 0x178 || (c % 2 == 1) == odd;
    }
    if (c >= 0x386 && c < 0x3ac) {
        return c != 0x390;
    }
    return (c >= 0x400 && c < 0x430)
        || (((c >= 0x218 && c <= 0x21b) || (c >= 0x460 && c < 0x530)
             || (c >= 0x1e00 && c < 0x1f00)) && c % 2 == 0);
}

bool is_invisible(char32_t c) noexcept
{
    return (c >= 0x200b && c <= 0x200d) || c == 0xfeff || c == 0x2060
        || c == 0xad;
}

uint32_t look_up_word(std::string_view word) noexcept
{
    uint64_t hash = fnv_start;
    size_t at = 0;

    while (at < word.size()) {
        Char c = char_at(word, at);
        at += c.size;
        bool is_mark = c.code >= 0x300 && c.code < 0x370;
        if (!is_apostrophe(c.code) && !is_invisible(c.code) && !is_mark) {
            hash = (hash ^ fold(c.code)) * fnv_prime;
        }
    }
    uint32_t flags = look_up_hash(hash);
    return flags != 0 ? flags : look_up_stem(word);
}

}  // namespace gate::guard
