#include "guard/injection/decode.hpp"

#include "base/text.hpp"
#include "guard/injection/encodings.hpp"
#include "guard/injection/fold.hpp"

#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace gate::guard {

namespace {

constexpr size_t shortest_run = 16;

// A block of a run that is looked for: a run of 16 holds one that is aligned.
constexpr size_t block = 8;

class Decoder {
public:
    explicit Decoder(std::string_view text) : text_(text)
    {
        view_.reserve(text.size() + 4);
    }

    View run()
    {
        while (at_ < text_.size()) {
            char c = text_[at_];
            if (belongs(c, opens_escape) && take_escapes()) {
                continue;
            }
            if (belongs(c, in_run)) {
                take_run();
            } else {
                copy(1);
            }
        }
        if (!changed_) {
            return {};
        }
        return std::move(view_);
    }

private:
    void copy(size_t count)
    {
        view_.map.copied(view_.size, at_);
        std::memcpy(view_.bytes.get() + view_.size, text_.data() + at_, count);
        view_.size += count;
        at_ += count;
    }

    void put(std::string_view bytes, size_t length)
    {
        view_.map.stands_for(view_.size, at_, length);
        std::memcpy(view_.bytes.get() + view_.size, bytes.data(),
                    bytes.size());
        view_.size += bytes.size();
        at_ += length;
        changed_ = true;
    }

    bool take_escapes();
    void take_run();

    std::string_view  text_;
    View              view_;
    size_t            at_ = 0;
    bool              changed_ = false;
};

// A character, which may be spread over the bytes of several escapes. What
// is not a character is left as it stands.
bool Decoder::take_escapes()
{
    Escape escape = read_escape(text_.substr(at_));
    if (escape.length == 0) {
        return false;
    }
    char bytes[4];
    size_t size = 1;
    size_t length = escape.length;

    if (escape.is_byte && escape.code >= 0x80) {
        bytes[0] = static_cast<char>(escape.code);
        size_t wanted = escape.code >= 0xf0 ? 4 : escape.code >= 0xe0 ? 3 : 2;
        for (; size < wanted && at_ + length < text_.size(); size++) {
            Escape next = read_escape(text_.substr(at_ + length));
            if (next.length == 0 || !next.is_byte) {
                break;
            }
            bytes[size] = static_cast<char>(next.code);
            length += next.length;
        }
    } else if (escape.code == 0 || escape.code > 0x10ffff
               || (escape.code >= 0xd800 && escape.code < 0xe000)) {
        return false;
    } else {
        size = encode_character(escape.code, bytes);
    }

    std::string_view put_bytes(bytes, size);
    if (size > length || !text::is_utf8(put_bytes) || bytes[0] == '\0') {
        return false;
    }
    put(put_bytes, length);
    return true;
}

void Decoder::take_run()
{
    size_t end = at_;
    while (end < text_.size() && belongs(text_[end], in_run)) {
        end++;
    }
    std::string_view run = text_.substr(at_, end - at_);
    if (run.size() < shortest_run || !may_be_code(run)) {
        copy(run.size());
        return;
    }

    size_t padding = 0;
    while (padding < 2 && end + padding < text_.size()
           && text_[end + padding] == '=') {
        padding++;
    }
    size_t prefix = run.substr(0, 2) == "0x" ? 2 : 0;
    std::string out = from_hex(run.substr(prefix));
    if (!is_readable(out) || out.empty()) {
        out = from_base64(run);
    }
    if (out.empty() || !is_readable(out)) {
        copy(run.size());
        return;
    }
    put(out, run.size() + padding);
}

}  // namespace

View decoded(std::string_view text)
{
    return Decoder(text).run();
}

bool may_be_encoded(std::string_view text) noexcept
{
    for (size_t at = 0; at < text.size(); at += block) {
        std::string_view bytes = text.substr(at, block);
        uint8_t all = in_run;
        uint8_t any = 0;
        for (char c : bytes) {
            all &= encoding_classes[static_cast<unsigned char>(c)];
            any |= encoding_classes[static_cast<unsigned char>(c)];
        }
        if (all != 0 && bytes.size() == block) {
            size_t start = at;
            size_t end = at + block;
            while (start > 0 && at - start < shortest_run
                   && belongs(text[start - 1], in_run)) {
                start--;
            }
            while (end < text.size() && end - start < shortest_run
                   && belongs(text[end], in_run)) {
                end++;
            }
            if (end - start >= shortest_run
                && may_be_code(text.substr(start, end - start)))
            {
                return true;
            }
        }
        if ((any & opens_escape) != 0) {
            for (size_t i = at; i < at + bytes.size(); i++) {
                if (belongs(text[i], opens_escape)
                    && read_escape(text.substr(i)).length != 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

}  // namespace gate::guard
