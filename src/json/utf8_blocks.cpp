#include "json/utf8_blocks.hpp"

namespace gate::json {

namespace {

constexpr uint64_t mark = (uint64_t{1} << Marks::width) - 1;
constexpr unsigned all_bits = Block::size * Marks::width;

// Marks moved to the byte that is `count` behind.
uint64_t behind(uint64_t marks, unsigned count) noexcept
{
    uint64_t all = ~uint64_t{0} >> (64 - all_bits);
    return marks << (count * Marks::width) & all;
}

// Marks of the last `count` bytes of a block.
constexpr uint64_t last(unsigned count) noexcept
{
    return ((uint64_t{1} << (count * Marks::width)) - 1)
           << (all_bits - count * Marks::width);
}

// Second bytes that must not follow their lead (Unicode 15, table 3-7), and
// leads that begin nothing.
uint64_t wrong_pairs(const Block& block) noexcept
{
    uint64_t from_90 = block.at_least(0x90).bits();
    uint64_t from_a0 = block.at_least(0xa0).bits();
    uint64_t never = (block.equals('\xc0') | block.equals('\xc1')
                      | block.at_least(0xf5)).bits();

    return never
           | (behind(block.equals('\xe0').bits(), 1) & ~from_a0)
           | (behind(block.equals('\xed').bits(), 1) & from_a0)
           | (behind(block.equals('\xf0').bits(), 1) & ~from_90)
           | (behind(block.equals('\xf4').bits(), 1) & from_90);
}

}  // namespace

const char* pass_utf8_blocks(const char* at, const char* end) noexcept
{
    if (!Marks::is_exact) {
        return at;
    }

    while (end - at >= static_cast<ptrdiff_t>(Block::size)) {
        Block block(at);
        uint64_t not_ascii = block.at_least(0x80).bits();
        uint64_t lead = block.at_least(0xc0).bits();
        uint64_t lead3 = block.at_least(0xe0).bits();
        uint64_t lead4 = block.at_least(0xf0).bits();
        uint64_t wanted = behind(lead, 1) | behind(lead3, 2)
                          | behind(lead4, 3);

        uint64_t wrong = wanted ^ (not_ascii & ~lead);
        Marks rare = block.equals('\xe0') | block.equals('\xed')
                     | block.equals('\xc0') | block.equals('\xc1');
        if ((rare.bits() | lead4) != 0) {
            wrong |= wrong_pairs(block);
        }

        // in front of the first byte that is not plain text
        uint64_t stop = wrong | (special(block).bits() & ~not_ascii);
        // a character that goes on in the next block is left for that one
        uint64_t cut = (lead & last(1)) | (lead3 & last(2))
                       | (lead4 & last(3));
        if (stop != 0) {
            size_t first = Marks::first(stop);
            bool is_flaw = (wrong >> (first * Marks::width) & mark) != 0;
            return is_flaw ? at : at + first;
        }
        at += cut != 0 ? Marks::first(cut) : Block::size;
        if (not_ascii == 0) {
            return at;
        }
    }
    return at;
}

}  // namespace gate::json
