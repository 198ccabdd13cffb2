#include "guard/people/address_sieve.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>

#include "guard/people/address_street.hpp"
#include "guard/people/address_tail.hpp"

namespace gate::guard {

namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool ends_word(char c)
{
    bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return static_cast<signed char>(c) >= 0 && !is_letter && !is_digit(c);
}

// Whether a street can be a finding, by what stands around it.
bool is_found(TokenReader& in, const Street& street)
{
    if (street.end == 0 || street.certain || !street.possible) {
        return street.end != 0 && street.certain;
    }
    bool cue = has_address_cue(in.text(), street.start);
    CityCase letters = street.lower && cue ? CityCase::any
                                           : CityCase::capital;
    Tail tail = read_address_tail(in, street.end, letters);
    if (in.text().substr(street.end, 1) == ".") {
        tail = read_address_tail(in, street.end + 1, letters);
    }
    return cue || tail.has_code || tail.has_unit
        || (street.both_numbers && tail.has_city);
}

std::string random_text(std::mt19937& random)
{
    constexpr std::string_view parts[] = {
        "12", "7", "12345", "3.5", "10:30", "50%", "221B", "12-14", "5th",
        "Main", "Oak", "Street", "street", "St.", "court", "Rua", "rua",
        "via", "ul.", "r", "de", "la", "van", "of", "the", "Pohlstrasse",
        "ringweg", "Postfach", "Box", "P.O. Box", "box", "postbox", "PSC",
        "Apt", "table", "takes", "live at", "Address:", "RFC", "A1", "a1",
        "\u00c9toile", "\u00fat", "\u0443\u043b.", "-", "$", "#", "'s",
        "Apt 5", "suite 7", "#3", "TX 78701", "75001", "Paris", "OR",
        "London NW1 6XE", "Finland", "lives on", "Street:", "Park", "12-14-16",
        "5B-7", "1234567", "123456", "flat", "Unit 3,", "x1", "IBM", "Kuja",
    };
    constexpr std::string_view gaps[] = {
        " ", " ", " ", " ", " ", "  ", ", ", ". ", ".", ",", "-", "/", "'",
        ":", "\n", "\"", "=", std::string_view("\0", 1), "\u00a0", ", ", "\n",
    };
    std::string text;
    for (size_t i = random() % 12; i > 0; i--) {
        text += parts[random() % std::size(parts)];
        text += gaps[random() % std::size(gaps)];
    }
    return text;
}

// What the sieve says of a number, against what would be read there.
void check(TokenReader& in, size_t digit)
{
    std::string_view text = in.text();
    NumberPlace place = place_of_number(text, digit);
    HouseNumber number = read_house_number(text, digit);
    bool begins = is_found(in, read_street(in, digit));
    bool ends = is_found(in, read_street_before(in, 0, digit));
    bool is_box = is_found(in, read_box(in, 0, digit));

    bool may_begin = place == NumberPlace::behind_space
        || place == NumberPlace::alone;
    bool may_end = place == NumberPlace::behind_space;
    EXPECT_TRUE(!begins || (may_begin && may_begin_street(text, digit,
                                                    number)));
    EXPECT_TRUE(!ends || (may_end && may_end_street(text, digit, number)));
    EXPECT_TRUE(!is_box || (may_end && may_end_box(text, digit)));
}

TEST(AddressSieve, WhatItDropsIsNoStreetAndNoBox)
{
    std::mt19937 random(1);
    for (int round = 0; round < 50000; round++) {
        std::string text = random_text(random);
        SCOPED_TRACE(text);
        TokenReader in(text);
        for (size_t i = 0; i < text.size(); i++) {
            if (is_digit(text[i]) && (i == 0 || ends_word(text[i - 1]))) {
                check(in, i);
            }
        }
    }
}

bool may_begin(std::string_view text, size_t digit)
{
    return may_begin_street(text, digit, read_house_number(text, digit));
}

bool may_end(std::string_view text, size_t digit)
{
    return may_end_street(text, digit, read_house_number(text, digit));
}

TEST(AddressSieve, MostNumbersAreDropped)
{
    struct {
        const char*  text;
        size_t       digit;
    } cases[] = {
        {"it takes 58 seconds", 9}, {"between 10:19 and", 8},
        {"to be in 12 rows", 9}, {"12 34 56 78", 3}, {"1) first", 0},
        {"in version 6.82 the", 11}, {"about 54 percent", 6},
        {"in section 2 of the", 11}, {"saw on 2019-05-17. In", 7},
        {"the HTTP 425 status is", 9}, {"by RFC 9110, as said", 7},
        {"film. 1. Introduction: the", 6}, {"with 96 cores", 5},
        {"a 62-year-old Dane", 2}, {"late 21st Century", 5},
        {"see Apt 12 again", 8},
    };
    for (const auto& one : cases) {
        EXPECT_FALSE(may_begin(one.text, one.digit)) << one.text;
        EXPECT_FALSE(may_end(one.text, one.digit)) << one.text;
        EXPECT_FALSE(may_end_box(one.text, one.digit)) << one.text;
    }
    EXPECT_TRUE(may_begin("21 12 5th Avenue", 0));
    EXPECT_TRUE(may_begin("12. Oak Court, 12345 Paris", 0));
    EXPECT_EQ(place_of_number("$5", 1), NumberPlace::none);
    EXPECT_EQ(place_of_number("v5", 1), NumberPlace::none);
    EXPECT_EQ(place_of_number("N5", 1), NumberPlace::behind_capital);
    EXPECT_EQ(place_of_number("(5", 1), NumberPlace::alone);
    EXPECT_EQ(place_of_number("5", 0), NumberPlace::alone);
}

}  // namespace

}  // namespace gate::guard
