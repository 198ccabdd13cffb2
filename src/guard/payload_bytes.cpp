#include "guard/payload_bytes.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using std::string_view_literals::operator""sv;

// With the offset at which they stand.
constexpr struct {
    size_t            at;
    std::string_view  bytes;
} file_starts[] = {
    {0, "\x89PNG"}, {0, "\xff\xd8\xff"}, {0, "GIF8"}, {0, "RIFF"},
    {0, "II*\0"sv}, {0, "MM\0*"sv}, {0, "\0\0\1\0"sv}, {6, "\0\0\0\0"sv},
    {4, "ftyp"}, {4, "moov"}, {4, "mdat"}, {4, "JXL "}, {0, "\xff\x0a"},
    {0, "\x1a\x45\xdf\xa3"}, {0, "OggS"}, {0, "fLaC"}, {0, "ID3"},
    {0, "\xff\xfb"}, {0, "\xff\xf3"}, {0, "\xff\xf2"}, {0, "\xff\xfa"},
    {0, "\xff\xf1"}, {0, "\xff\xf9"}, {0, "FORM"}, {0, "#!AMR"},
    {0, "caff"}, {0, "PK\3\4"}, {0, "\xd0\xcf\x11\xe0"}, {0, "\x1f\x8b\x08"},
    {0, "7z\xbc\xaf"}, {0, "Rar!"}, {0, "BZh"}, {0, "\xfd" "7zXZ"},
    {0, "\x28\xb5\x2f\xfd"}, {0, "8BPS"}, {0, "\x7f" "ELF"},
    {0, "SQLite format 3"}, {0, "wOF2"}, {0, "wOFF"},
};

std::string_view without_space(std::string_view bytes) noexcept
{
    size_t start = bytes.find_first_not_of(" \t\r\n\f\0\xef\xbb\xbf"sv);
    return start == bytes.npos ? std::string_view() : bytes.substr(start);
}

// Documents in ASCII that are more than what stands in them.
bool is_document(std::string_view bytes) noexcept
{
    std::string_view start = without_space(bytes);

    return bytes.substr(0, 1024).find("%PDF-") != bytes.npos
           || start.substr(0, 5) == "{\\rtf" || start.substr(0, 4) == "%!PS";
}

bool is_unreadable(char c) noexcept
{
    auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f;
}

bool has_utf16_mark(std::string_view bytes) noexcept
{
    return bytes.substr(0, 2) == "\xff\xfe"
           || bytes.substr(0, 2) == "\xfe\xff";
}

void append_utf8(std::string& out, uint32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code != 0 ? code : ' ');
        return;
    }
    if (code < 0x800) {
        out += static_cast<char>(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            out += static_cast<char>(0xe0 | code >> 12);
        } else {
            out += static_cast<char>(0xf0 | code >> 18);
            out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
        }
        out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    }
    out += static_cast<char>(0x80 | (code & 0x3f));
}

std::string from_utf16(std::string_view in)
{
    std::string out;
    bool is_little = in[0] == '\xff';
    auto unit_at = [&](size_t at) {
        auto first = static_cast<unsigned char>(in[at]);
        auto second = static_cast<unsigned char>(in[at + 1]);
        return static_cast<uint32_t>(is_little ? first | second << 8
                                               : first << 8 | second);
    };

    for (size_t at = 2; at + 1 < in.size(); at += 2) {
        uint32_t code = unit_at(at);
        if (code >= 0xd800 && code < 0xe000) {
            uint32_t low = at + 3 < in.size() ? unit_at(at + 2) : 0;
            bool is_pair = code < 0xdc00 && low >= 0xdc00 && low < 0xe000;
            code = is_pair ? 0x10000 + ((code - 0xd800) << 10) + low - 0xdc00
                           : 0xfffd;
            at += is_pair ? 2 : 0;
        }
        append_utf8(out, code);
    }
    return out;
}

}  // namespace

Content content_of(std::string_view bytes, Declared declared) noexcept
{
    if (is_document(bytes)) {
        return Content::file;
    }
    if (has_utf16_mark(bytes)) {
        return Content::text;
    }
    size_t unreadable = 0;
    size_t ascii = 0;
    for (char c : bytes) {
        unreadable += is_unreadable(c) ? 1 : 0;
        ascii += static_cast<signed char>(c) >= 0 ? 1 : 0;
    }
    if (unreadable == 0 && text::is_utf8(bytes)) {
        return Content::text;
    }
    if (unreadable != 0 && has_file_start(bytes)) {
        return Content::file;
    }
    // bytes at random are ASCII that can be read three times in eight
    bool is_mostly = (ascii - unreadable) * 10 >= bytes.size() * 7;
    return is_mostly || declared == Declared::text ? Content::partly
                                                   : Content::file;
}

void to_readable(std::string* bytes)
{
    if (has_utf16_mark(*bytes)) {
        *bytes = from_utf16(*bytes);
    } else if (!text::is_utf8(*bytes)) {
        std::string out;
        for (size_t at = 0; at < bytes->size(); ) {
            size_t length = text::utf8_length(*bytes, at);
            if (length > 1) {
                out.append(*bytes, at, length);
            } else {
                append_utf8(out, static_cast<unsigned char>((*bytes)[at]));
            }
            at += std::max<size_t>(length, 1);
        }
        *bytes = std::move(out);
    }
    std::replace(bytes->begin(), bytes->end(), '\0', ' ');
}

bool has_file_start(std::string_view bytes) noexcept
{
    for (const auto& start : file_starts) {
        bool is_bitmap = start.at == 6;
        if (bytes.size() >= start.at
            && bytes.substr(start.at, start.bytes.size()) == start.bytes
            && (!is_bitmap || bytes.substr(0, 2) == "BM"))
        {
            return true;
        }
    }
    return is_document(bytes);
}

bool is_key(std::string_view head, size_t size) noexcept
{
    auto byte = [head](size_t at) -> size_t {
        return at < head.size() ? static_cast<unsigned char>(head[at]) : 0;
    };

    // a sequence (ITU-T X.690) that is as long as it says
    if (byte(0) == 0x30 && byte(1) == 0x82) {
        size_t length = (byte(2) << 8 | byte(3)) + 4;
        return length <= size && size - length < 3;
    }
    // RFC 4253, section 6.6: the length of a name and the name
    std::string_view name = head.substr(std::min<size_t>(head.size(), 4));
    return head.substr(0, 14) == "openssh-key-v1"
           || (byte(0) + byte(1) + byte(2) == 0
               && (name.substr(0, 4) == "ssh-" || name.substr(0, 6) == "ecdsa-"
                   || name.substr(0, 3) == "sk-"));
}

}  // namespace gate::guard
