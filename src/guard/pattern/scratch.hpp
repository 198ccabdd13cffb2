// Working memory of a Vectorscan scan, 10 to 40 KB.
//
// One object serves one thread and any number of databases, one scan at a
// time: it grows to the largest it has been fitted to.
#pragma once

#include <hs/hs.h>

namespace gate::guard {

class Scratch {
public:
    Scratch() noexcept = default;
    ~Scratch() { hs_free_scratch(scratch_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // False when there is no memory. Cheap once it fits.
    bool fit(const hs_database_t* database) noexcept
    {
        return hs_alloc_scratch(database, &scratch_) == HS_SUCCESS;
    }

    hs_scratch_t* get() const noexcept { return scratch_; }

private:
    hs_scratch_t*  scratch_ = nullptr;
};

}  // namespace gate::guard
