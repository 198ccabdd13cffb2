#include "json/member_names.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cstddef>

namespace gate::json {

namespace {

// up to here a new name is compared with each earlier one
constexpr size_t few = 16;

// The address of the stack differs per process and cannot be seen from
// outside; nothing more is asked of the seed.
uint64_t process_seed() noexcept
{
    int here = 0;
    return mix64(reinterpret_cast<uintptr_t>(&here)
               ^ reinterpret_cast<uintptr_t>(&process_seed));
}

}  // namespace

MemberNames::MemberNames() : seed_(process_seed())
{
}

std::string_view MemberNames::text(const Name& name) const
{
    return std::string_view(bytes_).substr(name.offset, name.size);
}

void MemberNames::open()
{
    starts_.push_back(static_cast<uint32_t>(names_.size()));
}

bool MemberNames::add(std::string_view name)
{
    size_t first = starts_.back();
    size_t count = names_.size() - first;
    uint64_t h = hash_bytes(seed_, name);

    if (count < few) {
        for (size_t i = first; i < names_.size(); i++) {
            if (names_[i].hash == h && text(names_[i]) == name) {
                return false;
            }
        }
    }

    names_.push_back({h, static_cast<uint32_t>(bytes_.size()),
                      static_cast<uint32_t>(name.size())});
    bytes_ += name;
    return true;
}

bool MemberNames::close()
{
    size_t first = starts_.back();
    starts_.pop_back();
    bool unique = true;

    if (names_.size() - first > few) {
        auto less = [this](const Name& a, const Name& b) {
            return a.hash != b.hash ? a.hash < b.hash : text(a) < text(b);
        };
        auto same = [this](const Name& a, const Name& b) {
            return a.hash == b.hash && text(a) == text(b);
        };
        auto begin = names_.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, names_.end(), less);
        unique = std::adjacent_find(begin, names_.end(), same)
                 == names_.end();
    }

    if (names_.size() > first) {
        uint32_t offset = names_[first].offset;
        for (size_t i = first; i < names_.size(); i++) {
            offset = std::min(offset, names_[i].offset);
        }
        bytes_.resize(offset);
        names_.resize(first);
    }
    return unique;
}

}  // namespace gate::json
