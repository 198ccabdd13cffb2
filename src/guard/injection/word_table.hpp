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
    // Adds a literal of shortest_at_word to longest_literal bytes under a
    // number.
    void add(std::string_view literal, uint32_t number);

    // To be called once, after the last add().
    void build();

    // Whether a literal may begin with these bytes, as loaded from the text;
    // one in thirty answers is wrong.
    bool may_begin(uint64_t head) const noexcept
    {
        uint32_t one = hash_of(head, head_sizes[0]);
        uint32_t other = hash_of(head, head_sizes[1]);
        return ((heads_[0][one / 64] >> (one % 64)
                 | heads_[1][other / 64] >> (other % 64)) & 1) != 0;
    }

    // Calls `take` with the number of each literal that `text` begins with.
    template <class Take>
    void find(std::string_view text, const Take& take) const
    {
        Bytes bytes{};
        std::memcpy(&bytes, text.data(), std::min(text.size(), sizeof bytes));
        for (size_t i = 0; i < head_sizes.size(); i++) {
            uint32_t hash = hash_of(bytes[0], head_sizes[i]);
            if ((heads_[i][hash / 64] >> (hash % 64) & 1) != 0) {
                buckets_[i].find(hash, bytes, take);
            }
        }
    }

    // One of 64 bits for the first bytes of a literal, as loaded from a text:
    // a set of few literals is told from most words by one word of its own.
    static uint64_t bit_of(uint64_t head) noexcept
    {
        return uint64_t{1} << (hash_of(head, head_sizes[0])
                               >> (hash_bits - 6));
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

    // A literal is known by so many of its first bytes as it has; one of the
    // last size by as many as the one before, too.
    static constexpr std::array<unsigned, 3> head_sizes{4, 6, 8};

    static uint32_t hash_of(uint64_t head, unsigned size) noexcept
    {
        head <<= (8 - size) * 8;
        return static_cast<uint32_t>(head * 0x9e3779b97f4a7c15u
                                     >> (64 - hash_bits));
    }

    void mark(size_t which, uint32_t hash) noexcept
    {
        heads_[which][hash / 64] |= uint64_t{1} << (hash % 64);
    }

    using Heads = std::array<uint64_t, (1 << hash_bits) / 64>;

    std::array<Heads, head_sizes.size()>    heads_{};
    std::array<Buckets, head_sizes.size()>  buckets_;
};

}  // namespace gate::guard
