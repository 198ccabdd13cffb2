// Words before a number that say what it is.
//
// A bare number is only personal beside a word such as "phone" or "SSN", and
// one beside "order" or "version" is not. Looks back over a bounded stretch
// of text, never over a NUL; no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class Cue : uint8_t {
    phone,
    card,
    ssn,
    serial,   // order, invoice, id: a number of something else
    version,
    network,  // ip, host: what dots a number besides a version
};

constexpr size_t cue_count = static_cast<size_t>(Cue::network) + 1;

// How many words away the nearest of each is; 1 is the next one.
class Cues {
public:
    static constexpr uint8_t none = 0xff;

    uint8_t operator[](Cue cue) const noexcept
    {
        return away_[static_cast<size_t>(cue)];
    }
    bool has(Cue cue) const noexcept { return (*this)[cue] != none; }

    void note(Cue cue, uint8_t away) noexcept
    {
        uint8_t& known = away_[static_cast<size_t>(cue)];
        if (away < known) {
            known = away;
        }
    }

private:
    uint8_t  away_[cue_count] = {none, none, none, none, none,
                                 none};
};

// The words before one place, looked for when they are first asked for.
class LazyCues {
public:
    LazyCues(std::string_view text, size_t at) noexcept
        : text_(text), at_(at)
    {
    }

    const Cues& get() noexcept;

private:
    std::string_view  text_;
    size_t            at_;
    Cues              cues_;
    bool              is_read_ = false;
};

// In the bytes before `at`; in the bytes from `at` on.
Cues cues_before(std::string_view text, size_t at) noexcept;
Cues cues_after(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
