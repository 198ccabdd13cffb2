// Social security numbers in any text: nine digits.
#include "pii_detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    return fuzz::check_pii(guard::Slug::ssn, data, size,
                           [](const std::string& glyphs) {
        return fuzz::count_digits(glyphs) == 9;
    });
}
