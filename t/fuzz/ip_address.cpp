// IP addresses in any text: each has dots or colons.
#include "pii_detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    return fuzz::check_pii(guard::Slug::ip_address, data, size,
                           [](const std::string& glyphs) {
        return glyphs.find_first_of(".:") != glyphs.npos;
    });
}
