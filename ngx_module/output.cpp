#include "output.hpp"

#include <cstdlib>

namespace gate {

namespace {

ngx_buf_tag_t tag() noexcept
{
    return &ngx_http_gate_stream_module;
}

void free_memory(ngx_buf_t* b) noexcept
{
    std::free(b->start);  // set for own bytes only
    b->start = nullptr;
}

void free_chain(ngx_chain_t* chain) noexcept
{
    for (ngx_chain_t* cl = chain; cl != nullptr; cl = cl->next) {
        free_memory(cl->buf);
    }
}

}  // namespace

Output::~Output()
{
    free_chain(ready_);
    free_chain(busy_);
    free_chain(free_);
}

ngx_buf_t* Output::append()
{
    ngx_chain_t* cl = ngx_chain_get_free_buf(pool_, &free_);
    if (cl == nullptr) {
        throw std::bad_alloc();
    }

    ngx_buf_t* b = cl->buf;
    *b = {};
    b->tag = tag();
    b->memory = 1;
    cl->next = nullptr;
    *ready_end_ = cl;
    ready_end_ = &cl->next;
    last_passed_ = nullptr;
    gathered_ = nullptr;  // order: nothing more goes into an earlier piece
    return b;
}

void Output::pass(std::string_view slice)
{
    u_char* start = ngx::bytes(slice);

    if (add_gathered(slice)) {
        return;
    }
    if (last_passed_ == nullptr || last_passed_->last != start) {
        ngx_buf_t* b = append();
        b->pos = b->last = start;
        last_passed_ = b;
    }
    last_passed_->last += slice.size();
}

// Starts a piece of its own memory with room for `size` bytes.
ngx_buf_t* Output::append_own(size_t size)
{
    ngx_buf_t* b = append();

    b->start = b->pos = b->last = static_cast<u_char*>(std::malloc(size));
    if (b->start == nullptr) {
        throw std::bad_alloc();
    }
    b->end = b->start + size;
    return b;
}

// False when nothing is gathered, or what comes is larger than a piece.
bool Output::add_gathered(std::string_view bytes)
{
    if (bytes.size() > gather_size_) {
        return false;
    }
    if (gathered_ == nullptr
        || bytes.size() > static_cast<size_t>(gathered_->end
                                              - gathered_->last))
    {
        gathered_ = append_own(gather_size_);
    }

    gathered_->last = ngx_cpymem(gathered_->last, bytes.data(),
                                 bytes.size());
    return true;
}

void Output::write(std::string_view bytes)
{
    if (bytes.empty() || add_gathered(bytes)) {
        return;
    }

    ngx_buf_t* b = append_own(bytes.size());
    b->last = ngx_cpymem(b->last, bytes.data(), bytes.size());
}

void Output::write_static(std::string_view bytes)
{
    ngx_buf_t* b = append();
    b->pos = ngx::bytes(bytes);
    b->last = b->pos + bytes.size();
}

void Output::hold(ngx_buf_t* input)
{
    ngx_chain_t* cl = ngx_alloc_chain_link(pool_);
    if (cl == nullptr) {
        throw std::bad_alloc();
    }
    cl->buf = input;
    cl->next = held_;
    held_ = cl;
}

ngx_chain_t* Output::take(bool last)
{
    ngx_chain_t* out = ready_;

    if (last) {
        // a buffer of its own: the one before it may be sent already
        ngx_buf_t* b = append();
        b->memory = 0;
        b->last_buf = 1;
        b->last_in_chain = 1;
        out = ready_;

    } else if (out != nullptr) {
        ngx_chain_t* cl = out;
        while (cl->next != nullptr) {
            cl = cl->next;
        }
        cl->buf->flush = 1;
    }

    ready_ = nullptr;
    ready_end_ = &ready_;
    last_passed_ = nullptr;
    gathered_ = nullptr;
    gather_size_ = 0;
    return out;
}

void Output::settle(ngx_chain_t* handed_on) noexcept
{
    ngx_chain_t* first_free = free_;

    ngx_chain_update_chains(pool_, &free_, &busy_, &handed_on, tag());

    for (ngx_chain_t* cl = free_; cl != first_free; cl = cl->next) {
        free_memory(cl->buf);
    }

    if (busy_ != nullptr) {
        return;
    }
    while (held_ != nullptr) {
        ngx_chain_t* cl = held_;
        cl->buf->pos = cl->buf->last;
        held_ = cl->next;
        ngx_free_chain(pool_, cl);
    }
}

}  // namespace gate
