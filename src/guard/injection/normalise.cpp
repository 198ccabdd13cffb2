#include "guard/injection/normalise.hpp"

#include "base/avx2.hpp"
#include "base/sse2.hpp"
#include "guard/injection/fold.hpp"

#include <cstring>

namespace gate::guard {

namespace {

// The widest store; what is behind the end of the view is never read.
constexpr size_t slack = 16;

constexpr size_t block = 64;

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
    Normaliser(std::string_view text, Tags tags, Simd simd, View* view)
        : text_(text), view_(*view), out_(view->bytes.get()), tags_(tags),
          simd_(simd)
    {
    }

    void run()
    {
        while (at_ < text_.size()) {
            if (is_odd(text_[at_]) || !(take_blocks() || take_part())) {
                take_character();
            }
        }
        view_.size = size_;
    }

private:
    // What no block begins with: not ASCII, a NUL, another white byte.
    bool is_odd(char c) const noexcept
    {
        return static_cast<signed char>(c) <= 0
               || (after_space_ && is_white(static_cast<unsigned char>(c)));
    }

    // Takes whole blocks in which each byte becomes one; false if there are
    // none here.
    bool take_blocks();
    size_t plain_blocks_end() noexcept;
    size_t avx2_plain_blocks_end() noexcept;
    // Takes the plain bytes of the next 16; false when the first is not plain
    // or fewer are left.
    bool take_part();
    void take_character();
    void put_space(size_t length);

    std::string_view  text_;
    View&             view_;
    char*             out_;
    size_t            at_ = 0;
    size_t            size_ = 0;
    size_t            next_block_ = 0;  // no whole block is plain before
    Tags              tags_;
    Simd              simd_;
    bool              after_space_ = false;
};

#if defined(__SSE2__)

using sse2::all;

__m128i lower(__m128i in) noexcept
{
    // moved to where only the capitals are below, as signed bytes
    __m128i moved = _mm_add_epi8(in, all(0x80 - 'A'));
    __m128i capital = _mm_cmplt_epi8(moved, all(0x80 + 'Z' - 'A' + 1));
    return _mm_or_si128(in, _mm_and_si128(capital, all(0x20)));
}

// Whether 64 bytes are printable ASCII without two spaces in a row, the byte
// behind them included.
bool is_plain(const sse2::Quad& in, const char* at) noexcept
{
    sse2::Quad next(at + 1);
    // no byte is below a space, and of two neighbours one is above it
    __m128i least = in.least();
    __m128i above = in.most_of(next).least();
    __m128i found = _mm_or_si128(
        _mm_or_si128(sse2::is(above, ' '), sse2::within(in.most(), 0x7f, 0xff)),
        sse2::within(least, 0, ' ' - 1));
    return !sse2::any(found);
}

size_t Normaliser::plain_blocks_end() noexcept
{
    const char* text = text_.data();
    char* out = out_ + size_ - at_;
    size_t at = at_;

    while (text_.size() - at > block) {
        sse2::Quad in(text + at);
        // a space that two blocks share was seen in the one before
        if (!is_plain(in, text + at)) {
            break;
        }
        in.each(lower).store(out + at);
        at += block;
    }
    next_block_ = at + block;
    return at;
}

bool Normaliser::take_part()
{
    if (text_.size() - at_ < 16) {
        return false;
    }
    __m128i in = sse2::load(text_.data() + at_);
    __m128i white = _mm_or_si128(sse2::is(in, ' '),
                                 sse2::within(in, '\t', '\r'));
    in = _mm_max_epu8(in, _mm_and_si128(white, all(' ')));
    sse2::store(out_ + size_, lower(in));

    // control bytes and, being negative, what is not ASCII
    __m128i other = _mm_or_si128(_mm_cmplt_epi8(in, all(' ')),
                                 sse2::is(in, 0x7f));
    unsigned spaces = static_cast<unsigned>(_mm_movemask_epi8(white));
    unsigned again = spaces & (spaces << 1 | (after_space_ ? 1u : 0u));
    unsigned stop = again | static_cast<unsigned>(_mm_movemask_epi8(other));
    unsigned taken = stop == 0 ? 16
                               : static_cast<unsigned>(__builtin_ctz(stop));
    if (stop != 0) {
        next_block_ = at_ + taken + 16;
    }
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

size_t Normaliser::plain_blocks_end() noexcept
{
    next_block_ = text_.size();
    return at_;
}

bool Normaliser::take_part()
{
    return false;
}

#endif

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline __m256i avx2_spaced(__m256i in) noexcept
{
    __m256i white = avx2::within(in, '\t', '\r');
    return _mm256_max_epu8(in, _mm256_and_si256(white, avx2::all(' ')));
}

[[gnu::target("avx2")]] inline __m256i avx2_lower(__m256i in) noexcept
{
    __m256i moved = _mm256_add_epi8(in, avx2::all(0x80 - 'A'));
    __m256i capital = _mm256_cmpgt_epi8(avx2::all(0x80 + 'Z' - 'A' + 1),
                                        moved);
    return _mm256_or_si256(in, _mm256_and_si256(capital, avx2::all(' ')));
}

[[gnu::target("avx2")]] inline __m256i avx2_other(__m256i in) noexcept
{
    return _mm256_or_si256(_mm256_cmpgt_epi8(avx2::all(' '), in),
                           avx2::is(in, 0x7f));
}

[[gnu::target("avx2")]] size_t Normaliser::avx2_plain_blocks_end() noexcept
{
    char* out = out_ + size_ - at_;
    size_t at = at_;
    uint64_t after = after_space_ ? 1 : 0;
    uint64_t stop = 0;

    while (stop == 0 && text_.size() - at >= block) {
        __m256i low = avx2_spaced(avx2::load(text_.data() + at));
        __m256i high = avx2_spaced(avx2::load(text_.data() + at + 32));
        avx2::store(out + at, avx2_lower(low));
        avx2::store(out + at + 32, avx2_lower(high));
        uint64_t spaces = avx2::bits(avx2::is(low, ' '), avx2::is(high, ' '));
        stop = avx2::bits(avx2_other(low), avx2_other(high))
               | (spaces & (spaces << 1 | after));
        after = spaces >> (block - 1);
        at += block;
    }
    if (stop != 0) {
        auto taken = static_cast<size_t>(__builtin_ctzll(stop));
        at = at - block + taken;
        // stops that are near are better taken in parts
        next_block_ = taken < 16 ? at + 16 : at;
    }
    return at;
}

#else

size_t Normaliser::avx2_plain_blocks_end() noexcept
{
    return plain_blocks_end();
}

#endif

bool Normaliser::take_blocks()
{
    if (at_ < next_block_ || text_.size() - at_ < block) {
        return false;
    }
    size_t end = simd_ >= Simd::avx2 ? avx2_plain_blocks_end()
                                     : plain_blocks_end();
    if (end == at_) {
        return false;
    }
    view_.map.copied(size_, at_);
    size_ += end - at_;
    at_ = end;
    after_space_ = out_[size_ - 1] == ' ';
    return true;
}

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

    if (first == 0) {
        view_.map.copied(size_, at_++);
        out_[size_++] = '\0';
        after_space_ = false;
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

View normalise(std::string_view text, Tags tags, Simd simd)
{
    View view;
    view.reserve(text.size() + slack);
    Normaliser(text, tags, simd, &view).run();
    return view;
}

bool may_hold_tags(std::string_view text) noexcept
{
    // the first three bytes of U+E0000 to U+E007F differ in the third alone
    return text.find("\xf3\xa0\x80") != text.npos
           || text.find("\xf3\xa0\x81") != text.npos;
}

}  // namespace gate::guard
