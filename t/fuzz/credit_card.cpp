// Card numbers in any text, of each rigor: 12 to 19 digits.
#include "pii_detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    return fuzz::check_pii(guard::Slug::credit_card, data, size,
                           [](const std::string& glyphs) {
        size_t count = fuzz::count_digits(glyphs);
        return count >= 12 && count <= 19;
    });
}
