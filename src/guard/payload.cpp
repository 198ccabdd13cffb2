#include "guard/payload.hpp"

namespace gate::guard {

namespace {

// What the files begin with that the dialects carry, in base64: PNG, JPEG, GIF,
// RIFF (WebP, WAV), PDF, ID3 and MPEG audio, Ogg, FLAC, MP4, WebM, ZIP (office
// documents).
constexpr std::string_view file_starts[] = {
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "SUQz", "//uQ",
    "//sQ", "//NE", "//vQ", "T2dnUw", "ZkxhQ", "AAAAHGZ0eX", "AAAAIGZ0eX",
    "AAAAGGZ0eX", "GkXfo", "UEsDB",
};

// "image/png"
bool is_plain_type(std::string_view type) noexcept
{
    for (char c : type) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                       || c == '/' || c == '-' || c == '+' || c == '.';
        if (!is_fine) {
            return false;
        }
    }
    return type.size() <= 100;
}

bool is_base64(std::string_view text) noexcept
{
    size_t padding = 0;

    for (char c : text) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                       || (c >= '0' && c <= '9') || c == '+' || c == '/';
        padding += c == '=' ? 1 : 0;
        if (!is_fine && c != '=') {
            return false;
        }
    }
    return padding == 0
           || (padding <= 2 && text.find('=') + padding == text.size());
}

}  // namespace

bool is_opaque(std::string_view text) noexcept
{
    constexpr size_t longest_head = 128;
    constexpr std::string_view marker = ";base64,";

    if (text.substr(0, 5) == "data:") {
        size_t end = text.substr(0, longest_head).find(marker);
        if (end == text.npos || !is_plain_type(text.substr(5, end - 5))) {
            return false;
        }
        text.remove_prefix(end + marker.size());
    }
    for (std::string_view start : file_starts) {
        if (text.substr(0, start.size()) == start) {
            return is_base64(text);
        }
    }
    return false;
}

}  // namespace gate::guard
