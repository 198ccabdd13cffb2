#include "guard/injection/normalise.hpp"

#include "guard/injection/fold.hpp"

#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

namespace {

// The widest store; what is behind the end of the view is never read.
constexpr size_t slack = 16;

bool is_white(unsigned char c) noexcept
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_tag(uint32_t code) noexcept
{
    return code >= 0xe0020 && code <= 0xe007e;
}

class Normaliser {
public:
    Normaliser(std::string_view text, Tags tags, View* view)
        : text_(text), view_(*view), out_(view->bytes.get()), tags_(tags)
    {
    }

    void run()
    {
        while (at_ < text_.size()) {
            if (!take_block()) {
                take_character();
            }
        }
        view_.size = size_;
    }

private:
    // Takes the plain bytes of the next 16; false when the first is not plain
    // or fewer are left.
    bool take_block();
    void take_character();
    void put_space(size_t length);

    std::string_view  text_;
    View&             view_;
    char*             out_;
    size_t            at_ = 0;
    size_t            size_ = 0;
    Tags              tags_;
    bool              after_space_ = false;
};

#if defined(__SSE2__)

bool Normaliser::take_block()
{
    if (text_.size() - at_ < 16) {
        return false;
    }
    auto all = [](int c) { return _mm_set1_epi8(static_cast<char>(c)); };
    auto below = [](__m128i bytes, __m128i most) {
        return _mm_cmpeq_epi8(_mm_min_epu8(bytes, most), bytes);
    };

    __m128i in = _mm_loadu_si128(
        reinterpret_cast<const __m128i*>(text_.data() + at_));
    __m128i white = _mm_or_si128(_mm_cmpeq_epi8(in, all(' ')),
        below(_mm_sub_epi8(in, all('\t')), all('\r' - '\t')));
    __m128i control = _mm_andnot_si128(white,
        _mm_or_si128(below(in, all(0x1f)), _mm_cmpeq_epi8(in, all(0x7f))));
    __m128i capital = below(_mm_sub_epi8(in, all('A')), all('Z' - 'A'));

    __m128i lower = _mm_or_si128(in, _mm_and_si128(capital, all(0x20)));
    __m128i plain = _mm_or_si128(_mm_andnot_si128(white, lower),
                                 _mm_and_si128(white, all(' ')));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out_ + size_), plain);

    unsigned spaces = static_cast<unsigned>(_mm_movemask_epi8(white));
    unsigned again = spaces & (spaces << 1 | (after_space_ ? 1u : 0u));
    unsigned stop = again | static_cast<unsigned>(
        _mm_movemask_epi8(_mm_or_si128(in, control)));
    unsigned taken = stop == 0 ? 16
                               : static_cast<unsigned>(__builtin_ctz(stop));
    if (taken == 0) {
        return false;
    }

    view_.map.copied(size_, at_);
    at_ += taken;
    size_ += taken;
    after_space_ = (spaces >> (taken - 1) & 1) != 0;
    return true;
}

#else

bool Normaliser::take_block()
{
    return false;
}

#endif

void Normaliser::put_space(size_t length)
{
    if (!after_space_) {
        if (length == 1) {
            view_.map.copied(size_, at_);
        } else {
            view_.map.stands_for(size_, at_, length);
        }
        out_[size_++] = ' ';
        after_space_ = true;
    }
    at_ += length;
}

void Normaliser::take_character()
{
    unsigned char first = static_cast<unsigned char>(text_[at_]);
    if (is_white(first)) {
        put_space(1);
        return;
    }
    if ((first < 0x20 && first != 0) || first == 0x7f) {
        at_++;
        return;
    }

    auto [code, length] = decode_character(text_.data() + at_);
    if (tags_ == Tags::removed && is_tag(code)) {
        at_ += length;
        return;
    }
    Folding folding = fold(code);
    if (folding.length == 1 && folding.bytes[0] == ' ') {
        put_space(length);
        return;
    }
    if (folding.length != 0) {
        if (folding.length == length) {
            view_.map.copied(size_, at_);
        } else {
            view_.map.stands_for(size_, at_, length);
        }
        std::memcpy(out_ + size_, folding.bytes, sizeof folding.bytes);
        size_ += folding.length;
        after_space_ = false;
    }
    at_ += length;
}

}  // namespace

View normalise(std::string_view text, Tags tags)
{
    View view;
    view.reserve(text.size() + slack);
    Normaliser(text, tags, &view).run();
    return view;
}

bool may_hold_tags(std::string_view text) noexcept
{
    // the first three bytes of U+E0000 to U+E007F differ in the third alone
    return text.find("\xf3\xa0\x80") != text.npos
           || text.find("\xf3\xa0\x81") != text.npos;
}

}  // namespace gate::guard
