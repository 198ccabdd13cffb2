#include "guard/people/address.hpp"

#include <gtest/gtest.h>

#include "found_texts.hpp"

namespace gate::guard {

namespace {

using Texts = std::vector<std::string>;

Texts addresses(std::string_view text)
{
    return test::found(find_addresses, text);
}

void expect_address(std::string_view before, const std::string& address,
    std::string_view behind = "")
{
    std::string text = std::string(before) + address + std::string(behind);
    EXPECT_EQ(addresses(text), Texts{address}) << text;
}

void expect_none(std::initializer_list<std::string_view> texts)
{
    for (std::string_view text : texts) {
        EXPECT_EQ(addresses(text), Texts{}) << text;
    }
}

TEST(Address, NumberStreetAndSuffix)
{
    expect_address("go to ", "12 Maple Street", " now");
    expect_address("go to ", "4500 N Lincoln Ave", " now");
    expect_address("go to ", "7 St. James Rd", "");
    expect_address("go to ", "221 5th Avenue", ", please");
    expect_address("go to ", "17B Harbour Lane", ".");
    expect_address("go to ", "900 Martin Luther King Jr Blvd", ".");
}

TEST(Address, CityStateAndCodeAreItsTail)
{
    expect_address("", "31 Elm St, Dayton, OH 45402", " is it");
    expect_address("", "31 Elm St, Dayton, OH 45402-1234", "");
    expect_address("", "31 Elm St\nDayton, OH 45402", "\nPhone");
    expect_address("", "31 Elm St, Apt 4C, Dayton, OH 45402", "");
    expect_address("", "31 Elm St #12, Dayton OH 45402", "");
    expect_address("", "31 Elm St, Suite 200, Dayton, OH", ".");
    expect_address("", "9 Bay Road, Halifax, NS B3H 1A1", " Canada's");
    expect_address("", "9 King Street, Salt Lake City, UT 84101, USA", ".");
}

TEST(Address, AUnitMayStandBefore)
{
    expect_address("at ", "Apt. 5, 80 Grove Road, Leeds LS1 4AB", ".");
    expect_address("at ", "Suite 12 400 Main Street", ".");
}

TEST(Address, BritishPostcodes)
{
    expect_address("at ", "14 Station Road, Bath BA1 1AA", " today");
    expect_address("ours is ", "Manchester M1 1AE", ".");
    expect_address("in ", "Malmesbury, Wiltshire SN16 9JR", ", UK");
    expect_address("", "Unit 4, Old Mill Lane, Bath, Somerset BA1 1AA", ".");
    expect_address("in ", "Newcastle upon Tyne NE1 4XX", ".");
    EXPECT_EQ(addresses("London NW1 6XE, Leeds LS1 4AB"),
              (Texts{"London NW1 6XE", "Leeds LS1 4AB"}));
    expect_none({"an M1 8GB laptop", "the A4 2TB disk", "part AB1 2XX"});
}

TEST(Address, Boxes)
{
    expect_address("write to ", "P.O. Box 1234", " soon");
    expect_address("write to ", "PO Box 77, Reno, NV 89501", " soon");
    expect_address("write to ", "RR 2 Box 15, Elko NV 89801", "");
    expect_address("write to ", "PSC 12, Box 34\nAPO AE 09012", "");
    expect_address("write to ", "Unit 7 Box 21\nDPO AA 34031", "");
    expect_address("write to ", "USS Enterprise\nFPO AP 96601", "");
    expect_none({"Box 12 is empty", "check Box 3", "the text box 4"});
}

TEST(Address, StreetsOfOtherLanguages)
{
    expect_address("in der ", "Goethestraße 17", " wohnt");
    expect_address("in der ", "Lindenallee 4a, 10115 Berlin", " wohnt");
    expect_address("am ", "Alten Markt Platz 3", ".");
    expect_address("au ", "24 rue de la Paix, 75002 Paris", ".");
    expect_address("au ", "8 avenue des Champs", ".");
    expect_address("en ", "Calle Mayor 45, Madrid", ".");
    expect_address("in ", "Via Garibaldi 12, 20121 Milano", ".");
    expect_address("na ", "Rua das Flores 88", ".");
    expect_address("przy ", "ul. Marszałkowska 10", ".");
    expect_address("op de ", "Prinsengracht 263, 1016 GV Amsterdam", ".");
    expect_address("på ", "Storgatan 5", ".");
    expect_address("på ", "Vesterbrogade 14", ".");
    expect_address("a ", "Kossuth utca 9", ".");
}

TEST(Address, ACueLetsUnknownStreetsPass)
{
    expect_address("I live at ", "14 Blumorek", ".");
    expect_address("Address: ", "3 Oak Court", "");
    expect_address("ship it to ", "77 Sunrise Way", " please");
    expect_none({"about 14 Blumorek.", "see 3 Oak Court cases"});
}

TEST(Address, WordsOfDoubleMeaningNeedMore)
{
    expect_address("", "3 Oak Court, Austin, TX 78701", "");
    expect_none({
        "2 Factor Court rulings", "use 3 Way Handshake", "10 Park visits",
        "take 5 Close friends", "the 4 Hill climbs", "in 12 Ring sizes",
    });
}

TEST(Address, NumbersOfOtherThingsAreNone)
{
    expect_none({
        "on 12 March 2024, Berlin", "Mar 04, 2024 - Mar 13", "Page 4",
        "Python 3.11", "at 10:30 Street opens", "$20 Main Street",
        "BETWEEN 100 AND 200000", "version 2 Drive", "Chapter 7 Section 2",
        "the 1990s Street style", "12% Street share",
        "Copyright 2016 Josua Harlan\n# Copyright", "HTTP 404 Not Found",
        "2000 Wall Street Journal readers", "100 Broadway shows",
    });
}

TEST(Address, SeveralAreFoundInOrder)
{
    EXPECT_EQ(addresses("from 12 Maple Street to 9 Bay Road"),
              (Texts{"12 Maple Street", "9 Bay Road"}));
}

TEST(Address, CapitalsWithinAWordHideNoStreet)
{
    EXPECT_EQ(addresses("12 rUe de la Paix"), Texts{"12 rUe de la Paix"});
    EXPECT_EQ(addresses("12 rUE de la Paix"), Texts{"12 rUE de la Paix"});
}

TEST(Address, TextsAreApart)
{
    std::string text = "12 Maple Street,";
    text += text_break;
    text += "Dayton, OH 45402";
    EXPECT_EQ(addresses(text), Texts{"12 Maple Street"});
    EXPECT_EQ(addresses(std::string_view("APO A\0 09034", 13)), Texts{});
    EXPECT_EQ(addresses("APO AE 2, whatever follows"), Texts{});
}

TEST(Address, NothingInNothing)
{
    expect_none({"", "1", "12 ", "12 A", "1 2 3 4 5", "A1A 1A1", "12 St"});
}

TEST(Address, EveryCutOfATextIsRead)
{
    // each cut in memory of its own, so that a sanitizer sees its end
    std::string text = "A 3 A2J , 12 Oak Court #4, Bath BA1 1AA P.O. Box 1 ";
    for (size_t start = 0; start < text.size(); start++) {
        for (size_t size = 0; size <= text.size() - start; size++) {
            std::vector<char> cut(text.begin() + start,
                                  text.begin() + start + size);
            addresses({cut.data(), cut.size()});
        }
    }
}

TEST(Address, DigitsWithoutEndAreNone)
{
    EXPECT_EQ(addresses(std::string(100000, '1')), Texts{});
}

// The borders of blocks of 64 bytes, and ends of texts near to a number.
TEST(Address, TheSameAtEveryOffsetAndBeforeEveryEnd)
{
    for (size_t before = 0; before < 140; before++) {
        for (size_t behind = 0; behind < 20; behind++) {
            std::string text = std::string(before, '.')
                + " in 2 of 5.5 parts. Part 3. At 12 Maple Street"
                + std::string(behind, '.');
            ASSERT_EQ(addresses(text).size(), 1u) << before << ' ' << behind;
        }
    }
}

TEST(Address, DoubtfulStreetsNeedATailThatIsOne)
{
    expect_none({"see RFC 9110. Under heavy load it is I who wait",
                 "the HTTP 425 status", "1. Introduction: to it, see 5.",
                 "by Oak 12, Paris.", "by Oak 12. Paris is TX"});
    expect_address("by ", "Ulmenkamp 12, 75001 Paris", " now");
    expect_address("by ", "12 Ulmenkamp, Apt B", " now");
    expect_address("by ", "Ulmenkamp 12. Apt 5", " now");
    expect_address("by ", "12 Ulmenkamp, Dayton, OH", " now");
}

}  // namespace

}  // namespace gate::guard
