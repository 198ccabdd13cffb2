// Names of people in any text.
#include "detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    fuzz::DetectorCheck check(guard::Slug::person_name,
                              fuzz::view(data, size));
    check.run();
    return 0;
}
