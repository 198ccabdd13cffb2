// Bytes on their way to a client, and the upstream's buffers they lie in.
//
// A supervisor's bytes are handed to the filters below at once. Those passed
// on from the upstream stay in the upstream's buffers, which count as read
// only when everything has been sent: nginx then stops reading from the
// upstream by itself while the client is slow. Own bytes are copied to the
// heap and freed when sent. So are many small pieces, such as events that came
// each in a chunk of its own: the kernel takes one large piece for less than a
// hundred small ones.
#pragma once

#include "ngx.hpp"

#include "sse/supervisor.hpp"

namespace gate {

class Output final : public sse::Sink {
public:
    Output() = default;
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    void begin(ngx_pool_t* pool) noexcept { pool_ = pool; }

    // Throw std::bad_alloc without memory.
    void pass(std::string_view slice) override;
    void write(std::string_view bytes) override;
    // Text that lives as long as the program.
    void write_static(std::string_view bytes);

    // From here on to take(), what comes is put together in pieces of at most
    // `size` bytes.
    void gather(size_t size) noexcept { gather_size_ = size; }

    // An upstream's buffer whose bytes were fed; it counts as read once all
    // that was passed on has been sent.
    void hold(ngx_buf_t* input);

    // The chain that waits to be handed on, flushed at its end; `last` adds
    // the end of the response. Empty when there is nothing.
    ngx_chain_t* take(bool last);

    // Called after the chain was handed on: what has been sent is let go.
    void settle(ngx_chain_t* handed_on) noexcept;

    bool has_ready() const noexcept { return ready_ != nullptr; }
    bool is_idle() const noexcept { return busy_ == nullptr; }

private:
    ngx_buf_t* append();
    ngx_buf_t* append_own(size_t size);
    bool add_gathered(std::string_view bytes);

    ngx_pool_t*   pool_ = nullptr;
    ngx_chain_t*  ready_ = nullptr;
    ngx_chain_t** ready_end_ = &ready_;
    ngx_buf_t*    last_passed_ = nullptr;
    ngx_chain_t*  busy_ = nullptr;
    ngx_chain_t*  free_ = nullptr;
    ngx_chain_t*  held_ = nullptr;
    ngx_buf_t*    gathered_ = nullptr;  // the piece that still has room
    size_t        gather_size_ = 0;
};

}  // namespace gate
