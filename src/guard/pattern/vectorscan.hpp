// Whether Vectorscan can be trusted on this machine.
//
// Some builds miss matches: 5.4.9 on processors with AVX-512 does not see
// x[0-9]{4} at two of five offsets, and any 5.4.9 may miss a match that ends
// where the data ends. A filter that misses is worse than none, so a few
// patterns are tried at many offsets before the first use. Where one is
// missed, and on a processor that Vectorscan does not know, the answer is no
// and RE2 does all the work.
#pragma once

#include <cstdint>

namespace gate::guard {

// What finds out where a pattern may match.
enum class Filter : uint8_t { none, vectorscan };

// Takes some milliseconds the first time, in each process. What Vectorscan
// scans must not end where a match may end: see text_break.
Filter usable_filter() noexcept;

// A number for a database, from 1 on: see Scratch::fit().
uint64_t next_database_number() noexcept;

}  // namespace gate::guard
