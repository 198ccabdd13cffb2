#include "auth/key_table.hpp"

#include <cstring>

namespace gate::auth {

std::string_view name(KeyKind kind) noexcept
{
    return kind == KeyKind::regular ? "regular" : "management";
}

// The slot that holds `hash`, or the free one where it belongs. A digest is
// as good as random, so its first bytes serve as the hash of the table.
size_t KeyTable::slot_of(const Digest& hash) const noexcept
{
    uint64_t start;
    std::memcpy(&start, hash.data(), sizeof start);

    size_t mask = slots_.size() - 1;
    size_t slot = start & mask;

    while (slots_[slot] != 0
           && !is_equal(keys_[slots_[slot] - 1].hash, hash))
    {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void KeyTable::grow()
{
    size_t size = slots_.empty() ? 16 : slots_.size() * 2;
    slots_.assign(size, 0);

    for (size_t i = 0; i < keys_.size(); i++) {
        slots_[slot_of(keys_[i].hash)] = static_cast<uint32_t>(i + 1);
    }
}

const Key* KeyTable::add(Key key)
{
    if (keys_.size() * 2 >= slots_.size()) {
        grow();
    }

    size_t slot = slot_of(key.hash);
    if (slots_[slot] != 0) {
        return &keys_[slots_[slot] - 1];
    }

    keys_.push_back(std::move(key));
    slots_[slot] = static_cast<uint32_t>(keys_.size());
    return nullptr;
}

const Key* KeyTable::find(const Digest& hash) const noexcept
{
    if (slots_.empty()) {
        return nullptr;
    }

    uint32_t index = slots_[slot_of(hash)];
    return index == 0 ? nullptr : &keys_[index - 1];
}

size_t KeyTable::bytes() const noexcept
{
    size_t total = keys_.capacity() * sizeof(Key)
                   + slots_.capacity() * sizeof(uint32_t);

    // short strings live inside the record
    auto outside = [](const std::string& s) {
        return s.capacity() > 15 ? s.capacity() + 1 : 0;
    };
    for (const Key& key : keys_) {
        total += outside(key.id) + outside(key.user_id)
                 + outside(key.workspace_id);
        total += key.guardrails.capacity() * sizeof(std::string);
    }
    return total;
}

}  // namespace gate::auth
