// Beginnings of words, looked up at every word of a text: what stands there
// of a fixed set of literals.
//
// About 10 instructions per word that begins like none of them.
#pragma once

#include "guard/injection/rule_parts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace gate::guard {

class WordTable {
public:
    // Adds a literal of three to longest_literal bytes under a number.
    void add(std::string_view literal, uint32_t number);

    // To be called once, after the last add().
    void build();

    // Whether a literal may begin with these eight bytes, as loaded from the
    // text; one in ten answers is wrong.
    bool may_begin(uint64_t head) const noexcept
    {
        uint32_t one = hash_of(static_cast<uint32_t>(head));
        uint32_t other = hash_of(head);
        return ((short_heads_[one / 64] >> (one % 64)
                 | long_heads_[other / 64] >> (other % 64)) & 1) != 0;
    }

    // Calls `take` with the number of each literal that `text` begins with.
    template <class Take>
    void find(std::string_view text, const Take& take) const
    {
        Bytes bytes{};
        std::memcpy(&bytes, text.data(), std::min(text.size(), sizeof bytes));
        short_.find(hash_of(static_cast<uint32_t>(bytes[0])), bytes, take);
        long_.find(hash_of(bytes[0]), bytes, take);
    }

private:
    static constexpr unsigned hash_bits = 16;

    using Bytes = std::array<uint64_t, longest_literal / sizeof(uint64_t)>;

    struct Entry {
        Bytes     bytes;
        Bytes     mask;
        uint32_t  number;
        uint32_t  bucket;
    };

    // Entries by their hash.
    class Buckets {
    public:
        void add(Entry entry, uint32_t hash);
        void build();

        template <class Take>
        void find(uint32_t hash, const Bytes& bytes, const Take& take) const
        {
            uint32_t bucket = hash % count;
            for (uint32_t i = first_[bucket]; i < first_[bucket + 1]; i++) {
                const Entry& entry = entries_[i];
                if ((bytes[0] & entry.mask[0]) == entry.bytes[0]
                    && (bytes[1] & entry.mask[1]) == entry.bytes[1]) {
                    take(entry.number);
                }
            }
        }

    private:
        static constexpr uint32_t count = 2048;

        std::array<uint32_t, count + 1>  first_{};
        std::vector<Entry>               entries_;
    };

    static uint32_t hash_of(uint32_t head) noexcept
    {
        return head * 0x9e3779b1u >> (32 - hash_bits);
    }

    static uint32_t hash_of(uint64_t head) noexcept
    {
        return static_cast<uint32_t>(head * 0x9e3779b97f4a7c15u
                                     >> (64 - hash_bits));
    }

    using Heads = std::array<uint64_t, (1 << hash_bits) / 64>;

    static void mark(Heads* heads, uint32_t hash) noexcept
    {
        (*heads)[hash / 64] |= uint64_t{1} << (hash % 64);
    }

    Heads    short_heads_{};
    Heads    long_heads_{};
    Buckets  short_;  // of 3 to 7 bytes
    Buckets  long_;
};

}  // namespace gate::guard
