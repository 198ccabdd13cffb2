// Working memory of the filters: of a Vectorscan scan, 10 to 40 KB, and of what
// is read of a text once for several of them.
//
// One object serves one thread and any number of databases, one scan at a
// time: it grows to the largest it has been fitted to.
#pragma once

#include "guard/byte_map.hpp"
#include "guard/work.hpp"

#include <hs/hs.h>

#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace gate::guard {

class Scratch {
public:
    Scratch() = default;
    ~Scratch() { hs_free_scratch(scratch_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // False when there is no memory; the next call starts anew. Fitting reads
    // the whole database for its checksum (400 us for the injection rules), so
    // it is done once for each. `number` is the database's alone in this
    // process: another one may come to lie at its address.
    bool fit(const hs_database_t* database, uint64_t number) noexcept
    {
        return fit(&database, 1, number);
    }

    // The same for databases that share a number.
    bool fit(const hs_database_t* const* databases, size_t count,
        uint64_t number) noexcept;

    hs_scratch_t* get() const noexcept { return scratch_; }

    // Of the text that was read last.
    ByteMap& map() noexcept { return map_; }

    // What the inspection at hand may still cost.
    Work& work() noexcept { return work_; }

private:
    hs_scratch_t*                 scratch_ = nullptr;
    std::unordered_set<uint64_t>  fitted_;
    ByteMap                       map_;
    Work                          work_;
};

}  // namespace gate::guard
