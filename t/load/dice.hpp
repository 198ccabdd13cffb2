// Random numbers for made-up texts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gate::load {

// A generator of our own, so that the bodies are the same everywhere.
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed * 2654435761U + 88172645463U) {}

    // 0 to sides - 1.
    size_t roll(size_t sides)
    {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<size_t>(state_ % sides);
    }

private:
    uint64_t state_;
};

}  // namespace gate::load
