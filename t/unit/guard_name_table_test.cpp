#include "guard/people/name_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

bool has(std::string_view word, uint32_t flags)
{
    return (look_up_word(word) & flags) == flags;
}

TEST(NameTable, NamesOrdinaryWordsAndPlacesAreTold)
{
    EXPECT_TRUE(has("Robert", flag_given | flag_known_given));
    EXPECT_TRUE(has("Hernandez", flag_surname));
    EXPECT_TRUE(has("table", flag_word | flag_common_word));
    EXPECT_TRUE(has("Berlin", flag_proper));
    EXPECT_TRUE(has("Grace", flag_given | flag_word));
    EXPECT_EQ(look_up_word("Blorzufek"), 0u);
    EXPECT_EQ(look_up_word(""), 0u);
}

TEST(NameTable, CaseAccentsAndApostrophesMakeNoDifference)
{
    EXPECT_EQ(look_up_word("ROBERT"), look_up_word("Robert"));
    EXPECT_EQ(look_up_word("Müller"), look_up_word("muller"));
    EXPECT_EQ(look_up_word("Mu\u0308ller"), look_up_word("Müller"));
    EXPECT_EQ(look_up_word("O'Connor"), look_up_word("O\u2019Connor"));
    EXPECT_EQ(look_up_word("Ro\u200bbert"), look_up_word("Robert"));
    EXPECT_EQ(look_up_word("ИВАН"), look_up_word("иван"));
    EXPECT_TRUE(has("Ελένη", flag_given));
    EXPECT_TRUE(has("Nguyễn", flag_surname));
}

TEST(NameTable, AnInflectedWordIsWhatItsStemIs)
{
    EXPECT_TRUE(has("tables", flag_word));
    EXPECT_TRUE(has("crashed", flag_word));
    EXPECT_TRUE(has("running", flag_word));
}

TEST(NameTable, LettersOfAsciiGiveTheSameAnswer)
{
    for (std::string word : {"Robert", "Hernandez", "tables", "Qzv", "Al",
                             "The", "WITH", "However", "Imagine", "Zq"}) {
        for (const char* behind : {"", " and much more text behind it"}) {
            EXPECT_EQ(look_up_ascii_word(word + behind, 0, word.size()),
                      look_up_word(word)) << word;
        }
    }
}

TEST(NameTable, FewUnknownWordsPassForKnownOnes)
{
    size_t known = 0;
    for (int i = 0; i < 20000; i++) {
        std::string word = "zq" + std::to_string(i) + "xk";
        for (char& c : word) {
            c = c <= '9' ? static_cast<char>(c - '0' + 'b') : c;
        }
        known += look_up_word(word) != 0;
    }
    EXPECT_LT(known, 50u);
}

TEST(NameTable, CapitalsOfOtherScriptsAreCapitals)
{
    for (const char* text : {"A", "É", "Š", "Ž", "Ÿ", "Σ", "Ж", "Ț",
                             "Ạ"}) {
        EXPECT_TRUE(is_upper(char_at(text, 0).code)) << text;
    }
    for (const char* text : {"a", "é", "š", "ž", "ÿ", "σ", "ж", "ț",
                             "ạ", "ß", "×", "1", "中"})
    {
        EXPECT_FALSE(is_upper(char_at(text, 0).code)) << text;
    }
}

}  // namespace

}  // namespace gate::guard
