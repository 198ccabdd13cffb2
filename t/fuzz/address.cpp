// Addresses in any text. The twin reads around every number, so that the sieve
// before the readers is tried here, too.
#include "detector.hpp"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    fuzz::DetectorCheck check(guard::Slug::address, fuzz::view(data, size));
    check.run();
    return 0;
}
