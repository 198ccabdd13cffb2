#include "guard/people/address_gap.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

TEST(AddressGap, WhatMayStandBetweenTwoParts)
{
    EXPECT_EQ(read_gap(" Oak", 0).kind, Break::space);
    EXPECT_EQ(read_gap(", Oak", 0).kind, Break::comma);
    EXPECT_EQ(read_gap(", Oak", 0).end, 2u);
    EXPECT_EQ(read_gap("\r\nOak", 0).kind, Break::line);
    EXPECT_EQ(read_gap("\n> Oak", 0).end, 3u);
    EXPECT_EQ(read_gap(" - Oak", 0).end, 3u);
    EXPECT_EQ(read_gap("  Oak", 0).kind, Break::none);
    EXPECT_EQ(read_gap("; Oak", 0).kind, Break::none);
    EXPECT_EQ(read_gap("", 0).kind, Break::none);
}

TEST(AddressGap, WhereNoneCanBeIsTold)
{
    for (const char* text : {", Apt 4", " apt 4", ". Apt B", " #12", " - Fl 2",
                             "\nDayton, OH 45402", ", 3rd Floor",
                             ". Under heavy load or rain TX", " Box A.",
                             ", Bath (NW1 6XE)", ", Apartment. 5",
                             ", \u00c9vry 75001"})
    {
        bool is_cut = std::string_view(text).find('(') != std::string::npos;
        EXPECT_EQ(may_begin_tail(text, 0), !is_cut) << text;
    }
    for (const char* text : {" and more", ", please", ", Anna said", "\nDear",
                             "", " ", ",",
                             ". Under load. It is 5", "(OR)", "."})
    {
        EXPECT_FALSE(may_begin_tail(text, 0)) << text;
    }
    std::string far = ", Dayton" + std::string(300, 'n');
    EXPECT_TRUE(may_begin_tail(far, 0));
}

}  // namespace

}  // namespace gate::guard
