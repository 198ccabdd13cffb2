// The keys of a gate_keys file, found by digest.
//
// Built once when the configuration is read and never changed: a look-up
// takes no lock, allocates nothing and takes the same time for a key that
// shares a prefix with a good one (fault A12). Nothing is cached, so unknown
// keys cannot push good ones out (A13).
//
// Memory: about 200 bytes a key; bytes() tells.
#pragma once

#include "base/digest.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gate::auth {

// "provisioning" is another word for management (gaps.md).
enum class KeyKind : uint8_t { regular, management };

// What a key says about its caller. The key text itself is stored nowhere.
struct Key {
    Digest                    hash;
    KeyKind                   kind = KeyKind::regular;
    bool                      programme = false;
    bool                      member = true;  // false: the creator has left
    std::string               id;
    std::string               user_id;  // empty: acts as the organization
    std::string               workspace_id;
    std::vector<std::string>  guardrails;
    uint32_t                  line = 0;  // in the file, for messages
};

std::string_view name(KeyKind kind) noexcept;

class KeyTable {
public:
    KeyTable() = default;
    KeyTable(const KeyTable&) = delete;
    KeyTable& operator=(const KeyTable&) = delete;

    // The key already in the table that has the same hash, or nullptr when
    // `key` was added.
    const Key* add(Key key);

    const Key* find(const Digest& hash) const noexcept;

    const std::vector<Key>& all() const noexcept { return keys_; }
    size_t size() const noexcept { return keys_.size(); }
    size_t bytes() const noexcept;

private:
    size_t slot_of(const Digest& hash) const noexcept;
    void grow();

    std::vector<Key>       keys_;
    std::vector<uint32_t>  slots_;  // index into keys_ + 1; 0 is free
};

}  // namespace gate::auth
