// One read buffer a worker, lent to the stream that reads.
//
// nginx gives every upstream a buffer of proxy_buffer_size for as long as the
// stream lives. A supervised stream gives it back once it has nothing in it,
// and reads into the worker's larger one when something comes: an idle stream
// holds none, and a busy one reads eight times as much with one call. A stream
// whose client is slow keeps the buffer it reads into, and the worker makes
// another.
#pragma once

#include "ngx.hpp"

namespace gate {

struct Stream;

constexpr size_t read_buffer_size = 32 * 1024;

// Puts itself between the event loop and the reading of the clone's
// upstream; called once its response is being read.
void lend_read_buffer(Stream* stream) noexcept;

// Takes the buffer back if nothing is in it.
void reclaim_read_buffer(Stream* stream) noexcept;

// Called when a stream goes, with what it still holds.
void drop_read_buffer(Stream* stream) noexcept;

void free_spare_buffer() noexcept;

}  // namespace gate
