// Addresses in any text; where the sieve says that there is none around a
// number, none is read there.
#include "detector.hpp"

#include "guard/people/address_sieve.hpp"
#include "guard/people/address_street.hpp"

namespace gate::fuzz {

namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// A number is looked at if no letter and no digit stands before it.
bool begins_number(std::string_view text, size_t at)
{
    char before = at > 0 ? text[at - 1] : ' ';
    bool is_letter = (before | 0x20) >= 'a' && (before | 0x20) <= 'z';
    return is_digit(text[at]) && static_cast<signed char>(before) >= 0
           && !is_letter && !is_digit(before);
}

bool is_found(const guard::Street& street)
{
    return street.end != 0 && (street.certain || street.possible);
}

void check_sieve(std::string_view text)
{
    guard::TokenReader in(text);

    for (size_t at = 0; at < text.size(); at++) {
        if (!begins_number(text, at)) {
            continue;
        }
        guard::NumberPlace place = guard::place_of_number(text, at);
        bool may_end = place == guard::NumberPlace::behind_space;
        bool may_begin = may_end || place == guard::NumberPlace::alone;

        demand((may_begin && guard::may_begin_street(text, at))
                   || !is_found(guard::read_street(in, at)),
               "the sieve drops a street behind its number");
        demand((may_end && guard::may_end_street(text, at))
                   || !is_found(guard::read_street_before(in, 0, at)),
               "the sieve drops a street before its number");
        demand((may_end && guard::may_end_box(text, at))
                   || !is_found(guard::read_box(in, 0, at)),
               "the sieve drops a box");
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    fuzz::DetectorCheck check(guard::Slug::address, fuzz::view(data, size));
    check.run();
    fuzz::check_sieve(check.text());
    return 0;
}
