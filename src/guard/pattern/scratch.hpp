// Working memory of a Vectorscan scan, 10 to 40 KB.
//
// One object serves one thread and any number of databases, one scan at a
// time: it grows to the largest it has been fitted to.
#pragma once

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
    // checksum (400 us for the injection rules), so the last databases are
    // remembered; they must live as long as the scratch is used.
    bool fit(const hs_database_t* database) noexcept
    {
        auto bits = reinterpret_cast<uintptr_t>(database) >> 6;
        const hs_database_t*& place = fitted_[(bits ^ bits >> 8)
                                              % fitted_.size()];

        if (database == nullptr || place != database) {
            if (hs_alloc_scratch(database, &scratch_) != HS_SUCCESS) {
                return false;
            }
            place = database;
        }
        return true;
    }

    hs_scratch_t* get() const noexcept { return scratch_; }

private:
    hs_scratch_t*                          scratch_ = nullptr;
    std::array<const hs_database_t*, 256>  fitted_{};
};

}  // namespace gate::guard
