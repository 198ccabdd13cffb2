// Phone numbers in any text, of each rigor: each has digits enough.
#include "pii_detector.hpp"

#include "guard/pii/phone_shape.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    return fuzz::check_pii(guard::Slug::phone, data, size,
                           [](const std::string& glyphs) {
        return fuzz::count_digits(glyphs)
               >= guard::PhoneShape::least_digits;
    });
}
