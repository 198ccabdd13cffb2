// A request's body: read whole, looked at, replaced.
#pragma once

#include "request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate {

// Whether there may be a body that nobody has read. A subrequest has its main
// request's or none, and one that is discarded does not come back: reading it
// would call us again at once, without end.
inline bool has_unread_body(ngx_http_request_t* r) noexcept
{
    return r->request_body == nullptr && r == r->main && !r->discard_body;
}

// Reads the body. NGX_DECLINED: it is there, and the handler goes on. Else a
// phase handler returns what this returns; it is entered again once the body
// is there. What goes wrong on the way (400, 408, 413, 500) is answered and no
// error_page gets the request; in monitor mode it is left to nginx.
ngx_int_t read_body(ngx_http_request_t* r) noexcept;

// Where the bytes of a body are: in memory that the request keeps, and in its
// temporary file. A thread may read them while the request waits.
class BodyParts {
public:
    BodyParts() = default;
    // Throws std::bad_alloc.
    explicit BodyParts(ngx_http_request_t* r);

    size_t size() const noexcept { return size_; }
    // Whether reading them may wait for a disk.
    bool has_file() const noexcept { return has_file_; }

    // The whole body: a view when it is in one buffer, else put together in
    // `scratch`. False when the file cannot be read. Throws std::bad_alloc.
    bool read(std::string* scratch, std::string_view* text) const;

private:
    struct Part {
        std::string_view  bytes;  // of a part in memory
        ngx_fd_t          fd = NGX_INVALID_FILE;
        off_t             offset = 0;
        size_t            size = 0;
    };

    static bool append(const Part& part, std::string* out);

    std::vector<Part>  parts_;
    size_t             size_ = 0;
    bool               has_file_ = false;
};

// Puts `text` in the body's place, with a length to match, and gives back the
// memory and the file of what was there, unless another request reads them.
ngx_int_t replace_body(ngx_http_request_t* r, std::string_view text) noexcept;

// Gives back the memory of the body, with what the upstream read it through,
// once the upstream has read it all.
void release_sent_body(ngx_http_request_t* r, ngx_http_upstream_t* u) noexcept;

// Adds the filter that stops a chunked body at gate_body_limit.
void install_body_limit() noexcept;

}  // namespace gate
