#include "guard/people/name_roles.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(NameRoles, WordsHaveTheirRoles)
{
    EXPECT_EQ(roles_of("Mrs"), role_honorific);
    EXPECT_EQ(roles_of("Dr"), role_title);
    EXPECT_EQ(roles_of("Jr"), role_suffix);
    EXPECT_EQ(roles_of("van"), role_particle);
    EXPECT_EQ(roles_of("Street"), role_owner);
    EXPECT_EQ(roles_of("San"), role_place_head);
}

TEST(NameRoles, AWordCanHaveSeveral)
{
    EXPECT_EQ(roles_of("Lake"), role_owner | role_place_head);
    EXPECT_EQ(roles_of("Sr"), role_title | role_suffix);
}

TEST(NameRoles, OtherWordsHaveNone)
{
    for (const char* word : {"", "Robert", "mrs", "Streets", "D", "v"}) {
        EXPECT_EQ(roles_of(word), 0u) << word;
    }
}

TEST(NameRoles, AParticleIsToldByItsHead)
{
    for (const char* word : {"van", "van der", "de", "e ", "y", "al-", "'t "}) {
        EXPECT_TRUE(may_be_particle(word, 0)) << word;
    }
    for (const char* word : {"cat", "is it", "that", "looks"}) {
        EXPECT_FALSE(may_be_particle(word, 0)) << word;
    }
}

}  // namespace

}  // namespace gate::guard
