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

    if (literal.size() >= sizeof(uint64_t)) {
        uint32_t hash = hash_of(entry.bytes[0]);
        mark(&long_heads_, hash);
        long_.add(entry, hash);
        return;
    }
    // whatever stands behind a literal of three bytes is part of the head
    std::array<char, sizeof(uint32_t)> bytes{};
    std::memcpy(bytes.data(), literal.data(),
                std::min(literal.size(), bytes.size()));
    unsigned most = literal.size() < bytes.size() ? 256 : 1;
    for (unsigned next = 0; next < most; next++) {
        if (most > 1) {
            bytes[literal.size()] = static_cast<char>(next);
        }
        uint32_t head;
        std::memcpy(&head, bytes.data(), sizeof head);
        mark(&short_heads_, hash_of(head));
        short_.add(entry, hash_of(head));
    }
}

void WordTable::build()
{
    short_.build();
    long_.build();
}

}  // namespace gate::guard
