#include "guard/pattern/scratch.hpp"

#include <new>

namespace gate::guard {

bool Scratch::fit(const hs_database_t* const* databases, size_t count,
    uint64_t number) noexcept
{
    if (fitted_.find(number) != fitted_.end()) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (hs_alloc_scratch(databases[i], &scratch_) != HS_SUCCESS) {
            // what fitted so far is freed when there is no memory for more
            fitted_.clear();
            return false;
        }
    }
    try {
        fitted_.insert(number);
    } catch (const std::bad_alloc&) {
        // it fits, and is fitted once more the next time
    }
    return true;
}

}  // namespace gate::guard
