#include "json/member_names.hpp"

#include "base/hash.hpp"

#include <functional>

namespace gate::json {

namespace {

// up to here a new name is compared with each earlier one
constexpr size_t few = 16;

constexpr size_t first_table = 4 * few;

// The address of the stack differs per process and cannot be seen from
// outside; nothing more is asked of the seed.
uint64_t process_seed() noexcept
{
    int here = 0;
    return mix64(reinterpret_cast<uintptr_t>(&here)
               ^ reinterpret_cast<uintptr_t>(&process_seed));
}

bool is_within(std::string_view part, std::string_view whole) noexcept
{
    std::less_equal<const char*> is_not_after;
    return is_not_after(whole.data(), part.data())
           && is_not_after(part.data() + part.size(),
                           whole.data() + whole.size());
}

// Tells most names of a small object apart.
uint32_t quick_key(std::string_view name) noexcept
{
    if (name.empty()) {
        return 0;
    }
    return static_cast<uint32_t>(name.size()) << 16
           | static_cast<uint32_t>(static_cast<unsigned char>(name[0])) << 8
           | static_cast<unsigned char>(name.back());
}

}  // namespace

MemberNames::MemberNames(std::string_view text)
    : seed_(process_seed()), text_(text.substr(0, max_text))
{
    // enough for the objects of most bodies
    names_.reserve(2 * few);
    starts_.reserve(8);
}

std::string_view MemberNames::view(const Name& name) const noexcept
{
    const char* from = name.is_copy ? copies_.data() : text_.data();
    return {from + name.offset, name.size};
}

void MemberNames::open()
{
    starts_.push_back({static_cast<uint32_t>(names_.size()),
                       static_cast<uint32_t>(copies_.size()),
                       static_cast<uint32_t>(slots_.size())});
}

bool MemberNames::add(std::string_view name)
{
    const Name* first = names_.data() + starts_.back().name;
    const Name* end = names_.data() + names_.size();

    if (static_cast<size_t>(end - first) >= few) {
        return add_to_large(name);
    }

    uint32_t key = quick_key(name);
    for (const Name* earlier = first; earlier != end; earlier++) {
        if (earlier->key == key && view(*earlier) == name) {
            return false;
        }
    }
    push(name, key);
    return true;
}

bool MemberNames::add_to_large(std::string_view name)
{
    grow_table();
    uint32_t key = hash(name);
    if (is_in_table(key, name)) {
        return false;
    }
    push(name, key);
    insert(names_.size() - 1);
    return true;
}

void MemberNames::push(std::string_view name, uint32_t key)
{
    auto size = static_cast<uint32_t>(name.size());

    if (is_within(name, text_)) {
        auto offset = static_cast<uint32_t>(name.data() - text_.data());
        names_.push_back({key, offset, size, 0});
        return;
    }
    names_.push_back({key, static_cast<uint32_t>(copies_.size()), size, 1});
    copies_ += name;
}

uint32_t MemberNames::hash(std::string_view name) const noexcept
{
    return static_cast<uint32_t>(hash_bytes(seed_, name) >> 32);
}

// The table of the innermost object is the last one in slots_. Half of it
// stays empty.
bool MemberNames::is_in_table(uint32_t key, std::string_view name)
    const noexcept
{
    const Start& start = starts_.back();
    size_t mask = slots_.size() - start.slot - 1;

    for (size_t at = key & mask; ; at = (at + 1) & mask) {
        uint32_t number = slots_[start.slot + at];
        if (number == 0) {
            return false;
        }
        const Name& earlier = names_[start.name + number - 1];
        if (earlier.key == key && view(earlier) == name) {
            return true;
        }
    }
}

void MemberNames::insert(size_t name) noexcept
{
    const Start& start = starts_.back();
    size_t mask = slots_.size() - start.slot - 1;
    size_t at = names_[name].key & mask;

    while (slots_[start.slot + at] != 0) {
        at = (at + 1) & mask;
    }
    slots_[start.slot + at] = static_cast<uint32_t>(name - start.name + 1);
}

// Makes room for one name more.
void MemberNames::grow_table()
{
    const Start& start = starts_.back();
    size_t size = slots_.size() - start.slot;
    size_t count = names_.size() - start.name;

    if (2 * (count + 1) <= size) {
        return;
    }
    if (size == 0) {
        for (size_t i = start.name; i < names_.size(); i++) {
            names_[i].key = hash(view(names_[i]));
        }
    }
    size_t wanted = size == 0 ? first_table : 2 * size;
    slots_.resize(start.slot);
    slots_.resize(start.slot + wanted, 0);
    for (size_t i = start.name; i < names_.size(); i++) {
        insert(i);
    }
}

void MemberNames::close()
{
    const Start& start = starts_.back();
    names_.resize(start.name);
    copies_.resize(start.copy);
    slots_.resize(start.slot);
    starts_.pop_back();
}

}  // namespace gate::json
