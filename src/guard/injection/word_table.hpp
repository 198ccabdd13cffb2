// Beginnings of words, looked up at every word of a text: what stands there
// of a fixed set of literals.
//
// About 10 instructions per word that begins like none of them, and 16 KB that
// are looked at; another 16 KB for the others.
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

    // The first eight bytes at text[at]; zeros stand behind the end.
    static uint64_t head_at(std::string_view text, size_t at) noexcept
    {
        uint64_t head = 0;
        if (text.size() - at >= sizeof head) {
            std::memcpy(&head, text.data() + at, sizeof head);
        } else {
            std::memcpy(&head, text.data() + at, text.size() - at);
        }
        return head;
    }

    // Whether a literal may begin with these bytes, as loaded from the text.
    // Only the first five are looked at: one word of English in six passes.
    bool may_begin(uint64_t head) const noexcept
    {
        auto fifth = static_cast<unsigned>(head >> 32 & 31);
        return (fifths_[slot_of(head)] >> fifth & 1) != 0;
    }

    // The same by eight bytes, or by four for a shorter literal, for one that
    // may begin so: about one word in fifty passes both.
    bool is_likely(uint64_t head) const noexcept
    {
        return (bit_at(heads_, hash_of(head))
                | bit_at(shorts_, hash_of_four(head))) != 0;
    }

    // Calls `take` with the number of each literal that `text` begins with.
    template <class Take>
    void find(std::string_view text, const Take& take) const
    {
        Bytes bytes{};
        if (text.size() >= sizeof bytes) {
            std::memcpy(&bytes, text.data(), sizeof bytes);
        } else {
            std::memcpy(&bytes, text.data(), text.size());
        }
        uint32_t hash = hash_of(bytes[0]);
        uint32_t first = hash_of_four(bytes[0]);
        if (bit_at(heads_, hash) != 0) {
            long_.find(hash, bytes, take);
        }
        if (bit_at(shorts_, first) != 0) {
            short_.find(first, bytes, take);
        }
    }

    // One of 64 bits for the first bytes of a literal, as loaded from a text:
    // a set of few literals is told from most words by one word of its own.
    static uint64_t bit_of(uint64_t head) noexcept
    {
        return uint64_t{1} << (slot_of(head) >> (slot_bits - 6));
    }

private:
    static constexpr unsigned slot_bits = 12;
    static constexpr unsigned hash_bits = 16;
    static constexpr size_t head_size = sizeof(uint64_t);

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

    using Bits = std::array<uint64_t, (1 << hash_bits) / 64>;

    static uint64_t bit_at(const Bits& bits, uint32_t hash) noexcept
    {
        return bits[hash / 64] >> (hash % 64) & 1;
    }

    // Of the first four bytes.
    static uint32_t slot_of(uint64_t head) noexcept
    {
        return static_cast<uint32_t>(head) * 0x9e3779b1u >> (32 - slot_bits);
    }
    static uint32_t hash_of_four(uint64_t head) noexcept
    {
        return static_cast<uint32_t>(head) * 0x9e3779b1u >> (32 - hash_bits);
    }

    static uint32_t hash_of(uint64_t head) noexcept
    {
        return static_cast<uint32_t>(head * 0x9e3779b97f4a7c15u
                                     >> (64 - hash_bits));
    }

    // a bit for the low five bits of each fifth byte
    std::array<uint32_t, 1 << slot_bits>  fifths_{};
    // those of head_size bytes or more, known by so many, and the others
    Bits                                  heads_{};
    Bits                                  shorts_{};
    Buckets                               long_;
    Buckets                               short_;
};

}  // namespace gate::guard
