#include "guard/injection/word_table.hpp"

#include <algorithm>
#include <tuple>

namespace gate::guard {

void WordTable::Buckets::add(Entry entry, uint32_t hash)
{
    entry.bucket = hash % count;
    entries_.push_back(entry);
}

void WordTable::Buckets::build()
{
    auto key = [](const Entry& entry) {
        return std::tie(entry.bucket, entry.number, entry.bytes, entry.mask);
    };
    std::sort(entries_.begin(), entries_.end(),
        [key](const Entry& a, const Entry& b) { return key(a) < key(b); });
    entries_.erase(std::unique(entries_.begin(), entries_.end(),
        [key](const Entry& a, const Entry& b) { return key(a) == key(b); }),
        entries_.end());
    for (const Entry& entry : entries_) {
        first_[entry.bucket + 1]++;
    }
    for (size_t i = 1; i < first_.size(); i++) {
        first_[i] += first_[i - 1];
    }
}

void WordTable::add(std::string_view literal, uint32_t number)
{
    Entry entry{{}, {}, number, 0};
    std::memcpy(&entry.bytes, literal.data(), literal.size());
    std::memset(&entry.mask, 0xff, literal.size());

    uint32_t& fifths = fifths_[slot_of(entry.bytes[0])];
    if (literal.size() > sizeof(uint32_t)) {
        fifths |= 1u << (literal[sizeof(uint32_t)] & 31);
    } else {
        fifths = ~uint32_t{0};
    }
    if (literal.size() >= head_size) {
        uint32_t hash = hash_of(entry.bytes[0]);
        heads_[hash / 64] |= uint64_t{1} << (hash % 64);
        long_.add(entry, hash);
    } else {
        uint32_t first = hash_of_four(entry.bytes[0]);
        shorts_[first / 64] |= uint64_t{1} << (first % 64);
        short_.add(entry, first);
    }
}

void WordTable::build()
{
    long_.build();
    short_.build();
}

}  // namespace gate::guard
