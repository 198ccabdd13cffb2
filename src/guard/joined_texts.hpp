// Texts that are parts of one text, inspected joined as well (fault G03).
//
// Only what is near a seam is new in the joined text: short texts are joined
// whole, of long ones the bytes up to `reach` from a seam.
#pragma once

#include "guard/window.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

// More than a match of any built-in filter is wide, and than the longest
// secret that one has a pattern for: a private RSA key of 4096 bits in PEM has
// 3.3 KB. A wider match over a seam is not found.
constexpr size_t joined_reach = 4096;

class JoinedText {
public:
    // The separator is written between the units.
    explicit JoinedText(Collected* out, size_t reach = joined_reach,
        std::string_view separator = {}) noexcept
        : out_(out), window_(out), separator_(separator), reach_(reach)
    {
    }

    // The next unit, whose `count` pieces follow each other without a seam.
    // A joined text has at least two.
    void add(const uint32_t* pieces, size_t count, bool is_last);

private:
    struct Unit {
        const uint32_t*  pieces;
        size_t           count;
        size_t           size;
    };

    void add_separator();
    void add_bytes(const Unit& unit, size_t from, size_t to);
    void add_whole(uint32_t piece);
    void add_part(const Piece& piece, size_t from, size_t to);

    Collected*        out_;
    WindowWriter      window_;
    std::string_view  separator_;
    size_t            reach_;
    uint32_t          last_whole_ = UINT32_MAX;  // piece that came last
    bool              is_first_ = true;
};

}  // namespace gate::guard
