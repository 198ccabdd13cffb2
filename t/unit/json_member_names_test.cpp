#include "json/member_names.hpp"

#include "linear.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace gate::json {

namespace {

// Whether an object with these names passes.
bool is_unique(const std::vector<std::string>& list)
{
    MemberNames names;
    names.open();
    bool unique = true;
    for (const std::string& name : list) {
        unique = names.add(name) && unique;
    }
    names.close();
    return unique;
}

TEST(MemberNames, ATwinIsFoundAtEachDistanceAndSize)
{
    for (size_t size = 2; size <= 40; size++) {
        std::vector<std::string> list;
        for (size_t i = 0; i < size; i++) {
            list.push_back("name" + std::to_string(i));
        }
        EXPECT_TRUE(is_unique(list)) << size;
        for (size_t first = 0; first < size; first++) {
            for (size_t second = first + 1; second < size; second++) {
                auto twins = list;
                twins[second] = twins[first];
                ASSERT_FALSE(is_unique(twins))
                    << size << ' ' << first << ' ' << second;
            }
        }
    }
}

TEST(MemberNames, ATwinIsToldAtOnceAndChangesNothing)
{
    MemberNames names;
    names.open();
    EXPECT_TRUE(names.add("a"));
    EXPECT_TRUE(names.add(""));
    EXPECT_FALSE(names.add("a"));
    EXPECT_FALSE(names.add(""));
    EXPECT_TRUE(names.add("b"));
    names.close();
}

TEST(MemberNames, NamesThatDifferInLengthOrNulDiffer)
{
    EXPECT_TRUE(is_unique({"", std::string(1, '\0'), std::string(2, '\0'),
                           "a", std::string("a\0", 2), "A", "aa"}));
}

TEST(MemberNames, ObjectsWithinObjectsDoNotMix)
{
    MemberNames names;
    names.open();
    EXPECT_TRUE(names.add("a"));
    for (int round = 0; round < 3; round++) {
        names.open();
        EXPECT_TRUE(names.add("a"));
        names.open();
        EXPECT_TRUE(names.add("a"));
        EXPECT_TRUE(names.add("b"));
        names.close();
        EXPECT_TRUE(names.add("b"));
        EXPECT_FALSE(names.add("a"));
        names.close();
    }
    EXPECT_TRUE(names.add("b"));
    EXPECT_FALSE(names.add("a"));
    names.close();
}

TEST(MemberNames, RandomTreesAreJudgedAsBySets)
{
    test::Random random(12);

    for (int round = 0; round < 300; round++) {
        MemberNames names;
        std::vector<std::set<std::string>> open(1);
        names.open();

        for (int step = 0; step < 200; step++) {
            size_t kind = random.below(12);
            std::set<std::string>& level = open.back();

            if (kind == 0 && open.size() < 8) {
                names.open();
                open.emplace_back();
            } else if (kind == 1 && open.size() > 1) {
                names.close();
                open.pop_back();
            } else {
                std::string name = random.text("abcdefghijkl", 4);
                bool is_new = level.insert(name).second;
                ASSERT_EQ(names.add(name), is_new) << name;
            }
        }
    }
}

// fault J26
TEST(MemberNames, ManyNamesTakeLinearTime)
{
    auto names = [](size_t count) {
        std::vector<std::string> list;
        for (size_t i = 0; i < count; i++) {
            list.push_back("k" + std::to_string(i));
        }
        return list;
    };
    EXPECT_TRUE(test::is_linear(25000, names,
        [](const std::vector<std::string>& list) {
            EXPECT_TRUE(is_unique(list));
        }));
    std::vector<std::string> list = names(100000);
    list[99999] = list[0];
    EXPECT_FALSE(is_unique(list));
}

}  // namespace

}  // namespace gate::json
