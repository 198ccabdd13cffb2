#include "guard/pattern/char_class.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

std::string re2(const CharClass& members)
{
    std::string out;
    members.append_re2(out);
    return out;
}

std::string scan(const CharClass& members, Case fold = Case::exact)
{
    std::string out;
    members.append_scan(out, fold);
    return out;
}

CharClass one(uint32_t low, uint32_t high)
{
    CharClass members;
    members.add(low, high);
    return members;
}

TEST(CharClass, OneCharacterNeedsNoBrackets)
{
    EXPECT_EQ(re2(one('a', 'a')), "a");
    EXPECT_EQ(re2(one('.', '.')), "\\.");
    EXPECT_EQ(re2(one(0xe9, 0xe9)), "\\x{e9}");
    EXPECT_EQ(one('a', 'a').single(), uint32_t{'a'});
    EXPECT_EQ(one('a', 'b').single(), std::nullopt);
}

TEST(CharClass, Re2GetsWhatWasMeant)
{
    CharClass members = one('a', 'f');
    members.add_escape('D');
    members.add_property("\\p{Greek}");
    members.negate();
    EXPECT_EQ(re2(members), "[^a-f\\D\\p{Greek}]");
}

TEST(CharClass, VectorscanGetsRangesOrAnyCharacter)
{
    CharClass spaces;
    spaces.add_escape('s');
    EXPECT_EQ(scan(spaces), "[\\x{9}-\\x{a}\\x{c}-\\x{d}\\x{20}]");

    CharClass others;
    others.add_escape('D');
    EXPECT_EQ(scan(others), "[\\x{0}-\\/\\:-\\x{10ffff}]");

    CharClass greek;
    greek.add_property("\\p{Greek}");
    EXPECT_EQ(scan(greek), "[\\x{0}-\\x{10ffff}]");
}

TEST(CharClass, PairsThatVectorscanDoesNotKnowAreAdded)
{
    EXPECT_EQ(scan(one(0xe9, 0xe9), Case::folded), "\\x{e9}");
    EXPECT_EQ(scan(one(0x432, 0x432), Case::folded),
              "[\\x{432}\\x{1c80}-\\x{1c88}]");
    EXPECT_EQ(scan(one(0x432, 0x432)), "\\x{432}");
    EXPECT_EQ(scan(one(0x10d0, 0x10d0), Case::folded),
              "[\\x{10d0}ks\\x{80}-\\x{10ffff}]");

    CharClass others = one(0x432, 0x432);
    others.negate();
    EXPECT_EQ(scan(others, Case::folded), "[\\x{0}-\\x{10ffff}]");
}

TEST(CharClass, TheBytesAreThoseOfTheMembersAndTheirPairs)
{
    ByteSet exact;
    one('a', 'c').add_bytes(&exact, Case::exact);
    EXPECT_EQ(exact.count(), 3u);

    ByteSet folded;
    one('a', 'c').add_bytes(&folded, Case::folded);
    EXPECT_EQ(folded.count(), 6u);

    // the Kelvin sign
    ByteSet far;
    one('k', 'k').add_bytes(&far, Case::folded);
    EXPECT_EQ(far.count(), 2u + 128u);

    CharClass others = one('\n', '\n');
    others.negate();
    ByteSet rest;
    others.add_bytes(&rest, Case::exact);
    EXPECT_EQ(rest.count(), 255u);
    EXPECT_FALSE(rest['\n']);
}

TEST(CharClass, OnlyOtherCharactersAreWide)
{
    EXPECT_EQ(one('a', 'z').max_width(Case::exact), 1u);
    EXPECT_EQ(one('a', 'j').max_width(Case::folded), 1u);
    EXPECT_EQ(one('a', 'z').max_width(Case::folded), 4u);
    EXPECT_EQ(CharClass::any().max_width(Case::exact), 4u);
    EXPECT_TRUE(one(0xe9, 0xe9).needs_utf8(Case::exact));
    EXPECT_FALSE(one('a', 'z').needs_utf8(Case::exact));
}

TEST(CharClass, PosixNamesAreKnownOrNot)
{
    CharClass members;
    EXPECT_TRUE(members.add_posix("alpha"));
    EXPECT_TRUE(members.add_posix("digit"));
    EXPECT_FALSE(members.add_posix("Alpha"));
    EXPECT_EQ(re2(members), "[A-Za-z0-9]");
}

}  // namespace

}  // namespace gate::guard
