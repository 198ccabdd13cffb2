// Which instructions a sweep over bytes may use beyond those that every
// processor of its kind has. A sweep that has several versions takes the choice
// as its last argument, so that a test can ask for each.
#pragma once

#include <cstdint>

namespace gate {

// In ascending order: what has one has those before it.
enum class Simd : uint8_t {
    baseline,
    avx2,    // with BMI and BMI2, as all that have it
    avx512,  // with BW and VBMI2; a sweep may have no version for it
};

// The best that this processor has. Costs a few loads and tests.
inline Simd best_simd() noexcept
{
    // without SSE2 by wish, as the fuzz targets' twin is: nothing beyond it
#if defined(__x86_64__) && defined(__SSE2__)
    bool has_all = __builtin_cpu_supports("avx2") != 0
                   && __builtin_cpu_supports("bmi") != 0
                   && __builtin_cpu_supports("bmi2") != 0;
    if (!has_all) {
        return Simd::baseline;
    }
    bool has_512 = __builtin_cpu_supports("avx512bw") != 0
                   && __builtin_cpu_supports("avx512vbmi2") != 0;
    return has_512 ? Simd::avx512 : Simd::avx2;
#else
    return Simd::baseline;
#endif
}

}  // namespace gate
