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

}  // namespace

MemberNames::MemberNames(std::string_view text)
    : seed_(process_seed()), text_(text.substr(0, max_text))
{
}

std::string_view MemberNames::view(const Name& name) const noexcept
{
    const char* from = name.is_copy ? copies_.data() : text_.data();
    return {from + name.offset, name.size};
}

bool MemberNames::is_same(const Name& earlier, uint32_t hash,
    std::string_view name) const noexcept
{
    return earlier.hash == hash && view(earlier) == name;
}

void MemberNames::open()
{
    starts_.push_back({static_cast<uint32_t>(names_.size()),
                       static_cast<uint32_t>(copies_.size()),
                       static_cast<uint32_t>(slots_.size())});
}

bool MemberNames::add(std::string_view name)
{
    size_t first = starts_.back().name;
    auto hash = static_cast<uint32_t>(hash_bytes(seed_, name) >> 32);

    if (names_.size() - first < few) {
        for (size_t i = first; i < names_.size(); i++) {
            if (is_same(names_[i], hash, name)) {
                return false;
            }
        }
    } else {
        grow_table();
        if (is_in_table(hash, name)) {
            return false;
        }
    }

    bool is_copy = !is_within(name, text_);
    size_t offset = is_copy ? copies_.size()
                    : static_cast<size_t>(name.data() - text_.data());
    if (is_copy) {
        copies_ += name;
    }
    names_.push_back({hash, static_cast<uint32_t>(offset),
                      static_cast<uint32_t>(name.size() & max_text),
                      is_copy});
    if (names_.size() - first > few) {
        insert(names_.size() - 1);
    }
    return true;
}

// The table of the innermost object is the last one in slots_. Half of it
// stays empty.
bool MemberNames::is_in_table(uint32_t hash, std::string_view name)
    const noexcept
{
    const Start& start = starts_.back();
    size_t mask = slots_.size() - start.slot - 1;

    for (size_t at = hash & mask; ; at = (at + 1) & mask) {
        uint32_t number = slots_[start.slot + at];
        if (number == 0) {
            return false;
        }
        if (is_same(names_[start.name + number - 1], hash, name)) {
            return true;
        }
    }
}

void MemberNames::insert(size_t name) noexcept
{
    const Start& start = starts_.back();
    size_t mask = slots_.size() - start.slot - 1;
    size_t at = names_[name].hash & mask;

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
