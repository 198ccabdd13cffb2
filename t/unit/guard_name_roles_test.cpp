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

}  // namespace

}  // namespace gate::guard
