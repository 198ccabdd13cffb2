// Working memory of the filters: of a Vectorscan scan, 10 to 40 KB, and of what
// is read of a text once for several of them.
//
// One object serves one thread and any number of databases, one scan at a
// time: it grows to the largest it has been fitted to.
#pragma once

#include "guard/byte_map.hpp"
#include "guard/work.hpp"

#include <hs/hs.h>

#include <array>
#include <cstdint>

namespace gate::guard {

class Scratch {
public:
    Scratch() noexcept = default;
    ~Scratch() { hs_free_scratch(scratch_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // False when there is no memory. Fitting reads the whole database for its
    // checksum (400 us for the injection rules), so it is done once for those
    // seen last. `number` is the database's alone in this process: another one
    // may come to lie at its address.
    bool fit(const hs_database_t* database, uint64_t number) noexcept
    {
        uint64_t& place = fitted_[number % fitted_.size()];

        if (place != number) {
            if (hs_alloc_scratch(database, &scratch_) != HS_SUCCESS) {
                return false;
            }
            place = number;
        }
        return true;
    }

    hs_scratch_t* get() const noexcept { return scratch_; }

    // Of the text that was read last.
    ByteMap& map() noexcept { return map_; }

    // What the inspection at hand may still cost.
    Work& work() noexcept { return work_; }

private:
    hs_scratch_t*              scratch_ = nullptr;
    std::array<uint64_t, 256>  fitted_{};  // 0: none
    ByteMap                    map_;
    Work                       work_;
};

}  // namespace gate::guard
