// Prompts that are written as the numbers of tokens, which no filter can read.
//
// A prompt is one where the dialects take a text or numbers instead: "prompt",
// "input", "context" and the like at the top of a body (or of the elements of
// a body that is an array), and names that say so inside of these. Numbers
// elsewhere ("logit_bias", "stop_token_ids", what a tool has answered, which
// stands in "messages" or the objects of "input") are none.
#pragma once

#include "json/sax.hpp"

#include <cstddef>
#include <string_view>

namespace gate::guard {

// Takes the events of one body.
class TokenIds {
public:
    void begin(json::Kind kind) noexcept;
    void end(json::Kind kind) noexcept;
    // The name is decoded.
    void member(std::string_view name) noexcept;
    void number() noexcept
    {
        bool is_in_prompt = prompt_ != 0 && depth_ > prompt_ && objects_ == 0;
        bool is_named = tokens_ != 0 && depth_ > tokens_;
        is_found_ = is_found_ || is_in_prompt || is_named;
    }

    // Whether there was one.
    bool is_found() const noexcept { return is_found_; }

private:
    size_t  depth_ = 0;
    size_t  top_ = 1;      // depth of the members that make a request
    size_t  prompt_ = 0;   // depth of the member that takes a prompt; 0: none
    size_t  objects_ = 0;  // open in it
    size_t  tokens_ = 0;   // depth of the member that is named for tokens
    bool    is_input_ = false;  // its objects are messages
    bool    is_found_ = false;
};

}  // namespace gate::guard
