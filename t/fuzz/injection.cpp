// Prompt injections in any text: besides what every detector owes, the fast
// normaliser is as the slow one, the further views are well-formed, lead back
// into their texts and are the same without SIMD, and blocks of letters are
// what their bytes say.
#include "detector.hpp"

#include "guard/injection/decode.hpp"
#include "guard/injection/letter_block.hpp"
#include "guard/injection/repair.hpp"
#include "normalise_reference.hpp"

namespace gate::fuzz {

namespace {

void check_map(const guard::View& view, std::string_view source)
{
    demand(view.size <= source.size(), "a view is longer than its source");
    for (size_t i = 0; i < view.size; i++) {
        guard::Span span = view.map.source_of(i, i + 1);
        demand(span.start < span.end && span.end <= source.size(),
               "a byte of a view has no source");
    }
}

void check_form(const guard::View& view, twin::Form form,
    std::string_view text)
{
    demand(view.text() == twin::formed(form, text),
           "another view without SIMD");
}

void check_blocks(std::string_view text)
{
    using guard::LetterBlock;

    for (size_t at = 0; at + LetterBlock::reads <= text.size(); at += 16) {
        LetterBlock slow = guard::letter_block_by_bytes(text.data() + at);
        auto check = [&slow](const LetterBlock& fast) {
            demand(fast.letters == slow.letters && fast.spaces == slow.spaces
                       && fast.doubles == slow.doubles
                       && fast.leets == slow.leets
                       && fast.separators == slow.separators,
                   "a block of letters");
        };
        check(guard::letter_block(text.data() + at));
#if defined(__x86_64__)
        if (best_simd() >= Simd::avx2) {
            check(guard::avx2_letter_block(text.data() + at));
        }
        if (best_simd() >= Simd::avx512) {
            check(guard::avx512_letter_block(text.data() + at));
        }
#endif
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    fuzz::DetectorCheck check(guard::Slug::prompt_injection,
                              fuzz::view(data, size));
    std::string_view text = check.text();
    fuzz::demand_none(test::compare_views(text));

    guard::View main = guard::normalise(text);
    fuzz::check_blocks(main.text());
    fuzz::check_form(main, twin::Form::normalised, text);
    guard::BentPlaces bent = guard::bent_places(main.text());
    guard::View repaired = guard::repaired(main.text(), bent);
    fuzz::check_map(repaired, main.text());
    fuzz::check_form(repaired, twin::Form::repaired, text);
    guard::View plain = guard::decoded(text);
    fuzz::check_map(plain, text);
    fuzz::check_form(plain, twin::Form::decoded, text);
    fuzz::check_form(guard::decoded(text, Simd::baseline),
                     twin::Form::decoded, text);
    fuzz::demand(text::is_utf8(plain.text()), "decoded to no UTF-8");

    check.run();
    return 0;
}
