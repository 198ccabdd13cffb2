#include "guard/injection/fold.hpp"

namespace gate::guard {

namespace {

#include "guard/tables/fold.inc"

constexpr uint32_t removed = 0xffffffff;
constexpr uint32_t other_character = 0x80000000;

constexpr uint32_t page_size = 64;
constexpr uint32_t table_end =
    page_size * sizeof(fold_index) / sizeof(fold_index[0]);

// Tags spell ASCII that no one sees; the variation selectors stand in the
// same plane.
constexpr uint32_t tag_first = 0xe0020;
constexpr uint32_t tag_last = 0xe007e;

uint32_t look_up(uint32_t code) noexcept
{
    if (code < table_end) {
        return fold_pages[fold_index[code / page_size]][code % page_size];
    }
    if (code >= tag_first && code <= tag_last) {
        code -= 0xe0000;
        return code >= 'A' && code <= 'Z' ? code | 0x20 : code;
    }
    return code >= 0xe0000 && code < 0xe1000 ? removed : 0;
}

}  // namespace

size_t encode_character(uint32_t code, char* out) noexcept
{
    if (code < 0x80) {
        out[0] = static_cast<char>(code);
        return 1;
    }
    if (code < 0x800) {
        out[0] = static_cast<char>(0xc0 | code >> 6);
        out[1] = static_cast<char>(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = static_cast<char>(0xe0 | code >> 12);
        out[1] = static_cast<char>(0x80 | (code >> 6 & 0x3f));
        out[2] = static_cast<char>(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = static_cast<char>(0xf0 | code >> 18);
    out[1] = static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out[2] = static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out[3] = static_cast<char>(0x80 | (code & 0x3f));
    return 4;
}

Folding fold(uint32_t code) noexcept
{
    Folding out{{}, 0, true};
    uint32_t value = 0;

    if (code >= 0x80) {
        value = look_up(code);
    } else if (code >= 'A' && code <= 'Z') {
        value = code | 0x20;
    }

    if (value == removed) {
        return out;
    }
    if (value == 0 || (value & other_character) != 0) {
        out.changed = value != 0;
        code = value == 0 ? code : value & ~other_character;
        out.length = static_cast<uint8_t>(encode_character(code, out.bytes));
        return out;
    }
    for (; value != 0; value >>= 8) {
        out.bytes[out.length++] = static_cast<char>(value & 0xff);
    }
    return out;
}

}  // namespace gate::guard
