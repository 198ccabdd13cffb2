// Base64, for what tests send.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::test {

inline std::string base64(std::string_view in, bool has_url_letters = false)
{
    std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"
                          "uvwxyz0123456789+/";
    if (has_url_letters) {
        letters.replace(62, 2, "-_");
    }
    std::string out;
    for (size_t at = 0; at < in.size(); at += 3) {
        uint32_t bits = 0;
        size_t size = std::min<size_t>(3, in.size() - at);
        for (size_t i = 0; i < 3; i++) {
            bits = bits << 8
                   | (i < size ? static_cast<unsigned char>(in[at + i]) : 0);
        }
        for (size_t i = 0; i < 4; i++) {
            out += i <= size ? letters[bits >> (18 - 6 * i) & 63] : '=';
        }
    }
    return out;
}

}  // namespace gate::test
