#include "guard/people/address_row.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

bool begins(std::string_view text)
{
    HouseNumber number = read_house_number(text, 0);
    return may_begin_row(text, 0, behind_house(text, number));
}

// The number is the last one of the text but for its tail.
bool ends(const std::string& row, const std::string& tail)
{
    std::string text = row + "12" + tail;
    return may_end_row(text, row.size(), read_house_number(text, row.size()));
}

TEST(AddressRow, WhatMakesAStreetIsKept)
{
    for (const char* text : {"12 Oak Street", "12 Via Roma", "12 Oak 5",
                             "12 The Oaks, 75001 Paris", "12 Oak Court Park",
                             "12 O'Hara", "12 \u00c9toile", "12 Oak. Street",
                             "12 Caf\u00e9", "12 Oak\nApt 5", "12 Oak apt 5"})
    {
        EXPECT_TRUE(begins(text)) << text;
    }
    for (const char* row : {"Rua ", "rua das Flores ", "Oak Street ",
                            "Pohlstrasse ", "St. ",
                            "Caf\u00e9 ", "lives at Oak ", "Apt 3, Oak "})
    {
        EXPECT_TRUE(ends(row, "")) << row;
    }
    EXPECT_TRUE(ends("by Oak ", ", 75001 Paris"));
    EXPECT_TRUE(ends("by Oak ", " apt 5"));
    EXPECT_TRUE(ends("by Oak ", ". Apt 5"));
    EXPECT_TRUE(ends("by Oak ", "\u00e9"));
}

TEST(AddressRow, WordsOfASentenceAreNot)
{
    for (const char* text : {"12 Introduction: it", "12 Angry men", "12 Oak",
                             "12 Oak (see below)", "12 Oak; it", "12 Apt"})
    {
        EXPECT_FALSE(begins(text)) << text;
    }
    for (const char* row : {"takes ", "table of ", "the street ", "Apt ",
                            "the HTTP ", "end. Part ", "(", "1. ", "12 "})
    {
        EXPECT_FALSE(ends(row, " of it")) << row;
    }
    EXPECT_FALSE(ends("by Oak ", ", as said"));
    EXPECT_FALSE(ends("by Oak ", "%"));
}

TEST(AddressRow, ACueBeforeAnyWordOfItCounts)
{
    EXPECT_TRUE(ends("I live at Oak Tree ", " now"));
    std::string text = "I live at 12 Oak now";
    EXPECT_TRUE(may_begin_row(text, 10, 13));
    text = "I look at 12 Oak now";
    EXPECT_FALSE(may_begin_row(text, 10, 13));
    text = "at Suite 12 Oak now";
    EXPECT_TRUE(may_begin_row(text, 9, 12));
}

TEST(AddressRow, ARowOfAThousandWordsIsReadToItsSixth)
{
    std::string row = "Rua ";
    for (int i = 0; i < 1000; i++) {
        row += "Oak ";
    }
    EXPECT_FALSE(ends(row, " now"));
}

}  // namespace

}  // namespace gate::guard
