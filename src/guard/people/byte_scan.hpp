// Finds the bytes where something may begin that a filter looks for, 64 at a
// time.
//
// What is dense in a text is not searched twice: the places of a block are
// kept as the bits of one number while the block lasts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace gate::guard {

constexpr size_t scan_block = 64;

// The first digits of numbers in ASCII.
struct Digits {
    // A bit for each of p[0, 64); p[0] passes for the first one.
    static uint64_t mask(const char* p) noexcept;
};

// Capital letters of ASCII, and bytes that lead capitals of other scripts,
// that stand behind no other one.
struct Capitals {
    static uint64_t mask(const char* p) noexcept;
};

template <class Kind>
class ByteScan {
public:
    explicit ByteScan(std::string_view text) noexcept : text_(text) {}

    // The first place at or after `at`, or text.size(). `at` never goes back.
    size_t next(size_t at) noexcept
    {
        uint64_t mask = 0;
        if (at < end_) {
            mask = mask_ & ~uint64_t{0} << (at + scan_block - end_);
        }
        at = std::max(at, end_);
        while (mask == 0) {
            if (at >= text_.size()) {
                return text_.size();
            }
            mask = mask_at(at);
            at += scan_block;
            end_ = at;
        }
        mask_ = mask;
        return end_ - scan_block + static_cast<size_t>(__builtin_ctzll(mask));
    }

private:
    uint64_t mask_at(size_t at) const noexcept
    {
        if (text_.size() - at >= scan_block) {
            return Kind::mask(text_.data() + at);
        }
        char last[scan_block] = {};
        std::memcpy(last, text_.data() + at, text_.size() - at);
        return Kind::mask(last);
    }

    std::string_view  text_;
    size_t            end_ = 0;   // of the block that mask_ tells of
    uint64_t          mask_ = 0;
};

}  // namespace gate::guard
