#include "guard/injection/decode.hpp"

#include "base/text.hpp"
#include "guard/injection/code_blocks.hpp"
#include "guard/injection/costs.hpp"
#include "guard/injection/encodings.hpp"
#include "guard/injection/excerpts.hpp"
#include "guard/injection/fold.hpp"

#include <algorithm>
#include <string>

namespace gate::guard {

namespace {

class Decoder {
public:
    Decoder(std::string_view text, Simd simd, Work* work)
        : text_(text), work_(work), blocks_(text, simd), excerpts_(text)
    {
    }

    View run()
    {
        CodeBlock block;
        while (!is_over_ && blocks_.next(done_, &block)) {
            take(block);
        }
        return excerpts_.finish();
    }

private:
    // What begins in the block and is not within what was taken.
    void take(const CodeBlock& block)
    {
        uint64_t both = block.runs | block.escapes;
        for (; both != 0; both &= both - 1) {
            unsigned bit = static_cast<unsigned>(__builtin_ctzll(both));
            size_t start = block.at + bit;
            if (start < done_) {
                continue;
            }
            if ((block.runs >> bit & 1) != 0) {
                take_run(start);
            } else {
                take_escapes(start);
            }
        }
    }

    void put(size_t at, size_t length, std::string_view bytes)
    {
        excerpts_.replace(at, length, bytes);
        done_ = at + length;
    }

    void take_escapes(size_t at);
    void take_run(size_t at);

    void spend(uint64_t units) noexcept
    {
        is_over_ = work_ != nullptr && !work_->spend(units);
    }

    std::string_view  text_;
    Work*             work_;
    bool              is_over_ = false;
    CodeBlocks        blocks_;
    Excerpts          excerpts_;
    size_t            done_ = 0;  // of the text
};

// A character, which may be spread over the bytes of several escapes. What
// is not a character is left as it stands.
void Decoder::take_escapes(size_t at)
{
    spend(cost::escape);
    Escape escape = read_escape(text_.substr(at));
    if (escape.length == 0) {
        return;
    }
    char bytes[4];
    size_t size = 1;
    size_t length = escape.length;

    if (escape.is_byte && escape.code >= 0x80) {
        bytes[0] = static_cast<char>(escape.code);
        size_t wanted = escape.code >= 0xf0 ? 4 : escape.code >= 0xe0 ? 3 : 2;
        for (; size < wanted && at + length < text_.size(); size++) {
            Escape next = read_escape(text_.substr(at + length));
            if (next.length == 0 || !next.is_byte) {
                break;
            }
            bytes[size] = static_cast<char>(next.code);
            length += next.length;
        }
    } else if (escape.code == 0 || escape.code > 0x10ffff
               || (escape.code >= 0xd800 && escape.code < 0xe000)) {
        return;
    } else {
        size = encode_character(escape.code, bytes);
    }

    std::string_view character(bytes, size);
    if (size <= length && text::is_utf8(character) && bytes[0] != '\0') {
        put(at, length, character);
    }
}

void Decoder::take_run(size_t at)
{
    size_t end = at + shortest_run;
    while (end < text_.size() && belongs(text_[end], in_run)) {
        end++;
    }
    done_ = end;
    std::string_view run = text_.substr(at, end - at);
    spend(run.size() * cost::run_byte);
    if (is_over_ || !may_be_code(run)) {
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
    if (!out.empty() && is_readable(out)) {
        put(at, run.size() + padding, out);
    }
}

}  // namespace

View decoded(std::string_view text, Simd simd, Work* work)
{
    return Decoder(text, simd, work).run();
}

}  // namespace gate::guard
