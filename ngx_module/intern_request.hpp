// What an intern's daemon is asked, in the place of what the client sent.
#pragma once

#include "body.hpp"
#include "offload.hpp"
#include "request.hpp"

#include "base/result.hpp"

#include <optional>
#include <string>

namespace gate {

// Reads the body of a chat and writes that of its intern.
class ChatReading final : public Task {
public:
    // Throws std::bad_alloc.
    explicit ChatReading(ngx_http_request_t* r) : parts(r) {}

    void read();

    BodyParts                                 parts;
    std::string                               model;
    std::string                               session_id;  // a new one
    std::optional<Result<chat::ChatRequest>>  request;  // none: unreadable
    std::string                               intern_body;

private:
    void run() override { read(); }
};

// Judges the body of a chat and puts the intern's body and headers in the
// place of the client's: NGX_DECLINED; or NGX_AGAIN, and it is called again
// once a thread has read it; or what refuse() returned.
ngx_int_t prepare_intern_request(ngx_http_request_t* r, RequestState* state);

}  // namespace gate
