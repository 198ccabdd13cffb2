#include "read_buffer.hpp"
#include "stream.hpp"

#include <cstdlib>

namespace gate {

namespace {

void* spare;  // the worker's buffer while nobody reads
Stream* reading;  // the stream whose upstream is being read

void* take_buffer() noexcept
{
    void* buffer = spare != nullptr ? spare : std::malloc(read_buffer_size);
    spare = nullptr;
    return buffer;
}

void give_back(void* buffer) noexcept
{
    if (spare == nullptr) {
        spare = buffer;
    } else {
        std::free(buffer);
    }
}

void set_buffer(ngx_buf_t* b, void* memory, size_t size) noexcept
{
    b->start = static_cast<u_char*>(memory);
    b->pos = b->last = b->start;
    b->end = memory != nullptr ? b->start + size : b->start;
}

// In the place of u->read_event_handler.
void on_upstream_read(ngx_http_request_t* sr, ngx_http_upstream_t* u) noexcept
{
    Stream* stream = stream_of(sr->main);

    if (u->buffer.start == nullptr) {
        stream->read_buffer = take_buffer();
        // without memory nothing is read: the read timeout ends the stream
        if (stream->read_buffer != nullptr) {
            set_buffer(&u->buffer, stream->read_buffer, read_buffer_size);
        }
    }

    // the stream may be gone when the handler returns
    reading = stream;
    stream->read_handler(sr, u);
    if (reading == stream) {
        reading = nullptr;
        reclaim_read_buffer(stream);
    }
}

}  // namespace

void lend_read_buffer(Stream* stream) noexcept
{
    ngx_http_upstream_t* u = stream->sr->upstream;

    stream->read_handler = u->read_event_handler;
    u->read_event_handler = on_upstream_read;
}

void reclaim_read_buffer(Stream* stream) noexcept
{
    ngx_http_upstream_t* u = stream->sr->upstream;

    if (stream->clone_done || stream->read_handler == nullptr
        || u->buffer.start == nullptr || u->buffer.last != u->buffer.start
        || u->out_bufs != nullptr || u->busy_bufs != nullptr
        || u->peer.connection == nullptr
        || u->peer.connection->read->ready)
    {
        return;
    }

    if (stream->read_buffer != nullptr) {
        give_back(stream->read_buffer);
        stream->read_buffer = nullptr;
    } else {
        // nginx's own; a small one lies in the pool's blocks and stays there
        (void) ngx_pfree(stream->sr->pool, u->buffer.start);
    }
    set_buffer(&u->buffer, nullptr, 0);
}

void drop_read_buffer(Stream* stream) noexcept
{
    if (reading == stream) {
        reading = nullptr;
    }
    if (stream->read_buffer != nullptr) {
        give_back(stream->read_buffer);
        stream->read_buffer = nullptr;
    }
}

void free_spare_buffer() noexcept
{
    std::free(spare);
    spare = nullptr;
}

}  // namespace gate
