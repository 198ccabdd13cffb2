#include "json/member_names.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <chrono>
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
    return names.close() && unique;
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

TEST(MemberNames, SmallObjectsSayItAtOnce)
{
    MemberNames names;
    names.open();
    EXPECT_TRUE(names.add("a"));
    EXPECT_TRUE(names.add(""));
    EXPECT_FALSE(names.add("a"));
    EXPECT_FALSE(names.add(""));
    EXPECT_TRUE(names.add("b"));
    EXPECT_TRUE(names.close());
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
        EXPECT_TRUE(names.close());
        EXPECT_TRUE(names.add("b"));
        EXPECT_FALSE(names.add("a"));
        EXPECT_TRUE(names.close());
    }
    EXPECT_TRUE(names.add("b"));
    EXPECT_FALSE(names.add("a"));
    EXPECT_TRUE(names.close());
}

struct Level {
    std::set<std::string>  names;
    bool                   has_twin = false;
    bool                   told = false;  // by add()
};

TEST(MemberNames, RandomTreesAreJudgedAsBySets)
{
    test::Random random(12);

    for (int round = 0; round < 300; round++) {
        MemberNames names;
        std::vector<Level> open(1);
        names.open();

        for (int step = 0; step < 200; step++) {
            size_t kind = random.below(12);
            Level& level = open.back();

            if (kind == 0 && open.size() < 8) {
                names.open();
                open.emplace_back();
            } else if (kind == 1 && open.size() > 1) {
                bool unique = names.close();
                ASSERT_EQ(level.has_twin, level.told || !unique);
                open.pop_back();
            } else {
                std::string name = random.text("abcdefghijkl", 4);
                bool is_new = level.names.insert(name).second;
                bool said = names.add(name);
                ASSERT_TRUE(said || !is_new) << name;
                level.has_twin = level.has_twin || !is_new;
                level.told = level.told || !said;
            }
        }
    }
}

// fault J26
TEST(MemberNames, ManyNamesTakeLittleTime)
{
    std::vector<std::string> list;
    for (int i = 0; i < 100000; i++) {
        list.push_back("k" + std::to_string(i));
    }
    auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(is_unique(list));
    std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 2.0);
    list[99999] = list[0];
    EXPECT_FALSE(is_unique(list));
}

}  // namespace

}  // namespace gate::json
