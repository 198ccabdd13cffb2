// Numbers that look random and are the same in every run: splitmix64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace gate::test {

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next()
    {
        uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    // 0 to count - 1
    size_t below(size_t count) { return next() % count; }

    bool one_in(size_t count) { return below(count) == 0; }

    template <class List>
    auto& pick(List& list) { return list[below(std::size(list))]; }

    // Up to `most` characters of an alphabet.
    std::string text(std::string_view alphabet, size_t most)
    {
        std::string out;
        for (size_t size = below(most + 1); size > 0; size--) {
            out += pick(alphabet);
        }
        return out;
    }

private:
    uint64_t  state_;
};

}  // namespace gate::test
