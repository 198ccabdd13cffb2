#include "guard/injection/bit_places.hpp"

#include "base/cpu.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gate::guard {

namespace {

constexpr uint32_t base = 4000000000u;
constexpr uint32_t unused = 7;

std::vector<uint32_t> places_of(uint64_t bits)
{
    std::vector<uint32_t> places;
    for (unsigned i = 0; i < 64; i++) {
        if ((bits >> i & 1) != 0) {
            places.push_back(base + i);
        }
    }
    return places;
}

using Put = size_t (*)(uint64_t bits, uint32_t base, uint32_t* to);

void expect_places(uint64_t bits, Put put)
{
    // of exact size, for the sanitizer
    std::vector<uint32_t> to(places_of(bits).size() + most_bit_places, unused);
    size_t count = put(bits, base, to.data());
    to.resize(count);
    EXPECT_EQ(to, places_of(bits)) << std::hex << bits;
}

void expect_places(uint64_t bits)
{
    expect_places(bits, [](uint64_t in, uint32_t from, uint32_t* to) {
        return put_bit_places(in, from, to);
    });
#if defined(__x86_64__)
    if (best_simd() >= Simd::avx512) {
        expect_places(bits, avx512_put_bit_places);
    }
#endif
}

TEST(BitPlaces, EachBitIsAPlace)
{
    expect_places(0);
    expect_places(~uint64_t{0});
    for (unsigned i = 0; i < 64; i++) {
        expect_places(uint64_t{1} << i);
        expect_places((uint64_t{1} << i) - 1);
        expect_places(~uint64_t{0} << i);
    }
}

TEST(BitPlaces, AnyBitsArePlaces)
{
    test::Random random(3);
    for (int round = 0; round < 20000; round++) {
        uint64_t bits = random.next();
        expect_places(bits);
        expect_places(bits & random.next() & random.next());
    }
}

}  // namespace

}  // namespace gate::guard
