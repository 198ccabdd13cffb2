// In place of address_sieve.cpp: drops no number, so that the twin reads every
// street and box that the sieve says is none.
#define may_begin_street sieve_begin
#define may_end_street sieve_end
#define may_end_box sieve_box
#include "guard/people/address_sieve.cpp"
#undef may_begin_street
#undef may_end_street
#undef may_end_box

namespace gate::guard {

bool may_begin_street(std::string_view, size_t, HouseNumber) noexcept
{
    return true;
}

bool may_end_street(std::string_view, size_t, const HouseNumber&) noexcept
{
    return true;
}

bool may_end_box(std::string_view, size_t) noexcept
{
    return true;
}

}  // namespace gate::guard
