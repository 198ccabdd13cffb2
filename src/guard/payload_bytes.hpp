// What the bytes of a payload are: a text that filters can read, or not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gate::guard {

enum class Content : uint8_t {
    text,    // UTF-8, or UTF-16 with a mark
    partly,  // mostly a text, in which some bytes cannot be understood
    file,    // an image, sound, archive, document with a text of its own kind
};

// Bytes that say "text" may be one in an encoding that is not known: those are
// partly text. Formats that spell their texts in a way of their own (PDF, RTF,
// PostScript) are files though they may be written in ASCII.
enum class Declared : uint8_t { nothing, text };

Content content_of(std::string_view bytes, Declared declared) noexcept;

// Makes the text in such bytes fit for a filter: UTF-8 without NUL; what
// cannot be understood is read as ISO 8859-1.
void to_readable(std::string* bytes);

// Whether bytes begin as the files do that requests carry.
bool has_file_start(std::string_view bytes) noexcept;

// Whether they are a key or certificate (DER, or of SSH) of `size` bytes.
bool is_key(std::string_view head, size_t size) noexcept;

}  // namespace gate::guard
