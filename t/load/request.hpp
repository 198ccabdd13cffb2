// The requests the clients send: whole HTTP/1.1 requests, made once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "prose.hpp"

namespace gate::load {

// What a client asks for, the key it shows and what its messages are made of.
struct Target {
    std::string path;
    std::string key;
    TextKind text = TextKind::words;
};

// More than the 32 that keep a branch predictor from learning one body.
constexpr size_t distinct_bodies = 48;

// `distinct_bodies` requests, each with a JSON chat body of exactly
// `body_bytes` (at least 256): alternating messages of about 1 KB with their
// own words, the last one from the user. The same on every run.
std::vector<std::string> make_requests(const Target& target,
                                       size_t body_bytes);

}  // namespace gate::load
