// What a supervisor sends to its client, as bytes and as calls.
#pragma once

#include "sse/supervisor.hpp"

#include <string>
#include <string_view>

namespace gate::test {

struct Collector final : sse::Sink {
    void pass(std::string_view slice) override
    {
        bytes += slice;
        passed += slice.size();
    }

    void write(std::string_view own) override { bytes += own; }

    std::string  bytes;
    size_t       passed = 0;  // how many of them were not copied
};

}  // namespace gate::test
