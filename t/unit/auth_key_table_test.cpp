#include "auth/key_table.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace gate::auth {

namespace {

Key key_with(const Digest& hash, std::string id)
{
    Key key;
    key.hash = hash;
    key.id = std::move(id);
    return key;
}

Digest random_digest(test::Random& random)
{
    Digest out;
    for (uint8_t& byte : out) {
        byte = static_cast<uint8_t>(random.next());
    }
    return out;
}

TEST(KeyTable, AnEmptyTableHasNoKey)
{
    KeyTable table;
    EXPECT_EQ(table.find(Digest{}), nullptr);
    EXPECT_EQ(table.size(), 0u);
    EXPECT_EQ(table.bytes(), 0u);
}

TEST(KeyTable, FindsEachOfThousandsAndNoOther)
{
    KeyTable table;
    test::Random random(3);
    std::vector<Digest> hashes;

    for (int i = 0; i < 3000; i++) {
        hashes.push_back(random_digest(random));
        EXPECT_EQ(table.add(key_with(hashes.back(), std::to_string(i))),
                  nullptr);
    }
    EXPECT_EQ(table.size(), 3000u);
    for (size_t i = 0; i < hashes.size(); i++) {
        ASSERT_NE(table.find(hashes[i]), nullptr);
        EXPECT_EQ(table.find(hashes[i])->id, std::to_string(i));

        Digest near = hashes[i];
        near[31] ^= 1;
        EXPECT_EQ(table.find(near), nullptr);
        EXPECT_EQ(table.find(random_digest(random)), nullptr);
    }
}

TEST(KeyTable, HashesThatFallOnOneSlotAreAllFound)
{
    KeyTable table;
    Digest hash{};

    // the same first eight bytes, so the same slot however large the table
    for (unsigned i = 0; i < 200; i++) {
        hash[20] = static_cast<uint8_t>(i);
        ASSERT_EQ(table.add(key_with(hash, std::to_string(i))), nullptr);
        ASSERT_NE(table.find(hash), nullptr);
    }
    for (unsigned i = 0; i < 200; i++) {
        hash[20] = static_cast<uint8_t>(i);
        EXPECT_EQ(table.find(hash)->id, std::to_string(i));
    }
    hash[20] = 200;
    EXPECT_EQ(table.find(hash), nullptr);
}

TEST(KeyTable, ASecondKeyOfAHashIsRefusedAndTheFirstStays)
{
    KeyTable table;
    Digest hash{};
    ASSERT_EQ(table.add(key_with(hash, "first")), nullptr);
    const Key* earlier = table.add(key_with(hash, "second"));
    ASSERT_NE(earlier, nullptr);
    EXPECT_EQ(earlier->id, "first");
    EXPECT_EQ(table.find(hash)->id, "first");
    EXPECT_EQ(table.size(), 1u);
}

TEST(KeyTable, CountsItsMemory)
{
    KeyTable table;
    test::Random random(4);
    for (int i = 0; i < 1000; i++) {
        Key key = key_with(random_digest(random), "");
        key.id = std::string(100, 'i');
        table.add(std::move(key));
    }
    EXPECT_GE(table.bytes(), 1000 * (sizeof(Key) + 100));
    EXPECT_LE(table.bytes(), 1000 * 3 * (sizeof(Key) + 110));
}

TEST(KeyTable, AKeyIsRegularAndOutsideTheProgrammeUnlessToldOtherwise)
{
    Key key;
    EXPECT_EQ(key.kind, KeyKind::regular);
    EXPECT_FALSE(key.programme);
    EXPECT_TRUE(key.member);
    EXPECT_EQ(name(KeyKind::regular), "regular");
    EXPECT_EQ(name(KeyKind::management), "management");
}

}  // namespace

}  // namespace gate::auth
