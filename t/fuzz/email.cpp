// E-mail addresses in any text: each has an '@' or a "%40" in its place.
#include "pii_detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    return fuzz::check_pii(guard::Slug::email, data, size,
                           [](const std::string& glyphs) {
        return glyphs.find('@') != glyphs.npos
               || glyphs.find("%40") != glyphs.npos;
    });
}
