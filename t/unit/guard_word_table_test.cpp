#include "guard/injection/word_table.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gate::guard {

namespace {

std::set<uint32_t> found(const WordTable& table, std::string_view text)
{
    std::set<uint32_t> numbers;
    table.find(text, [&](uint32_t number) { numbers.insert(number); });
    return numbers;
}

uint64_t head_of(std::string_view text)
{
    uint64_t head = 0;
    text.copy(reinterpret_cast<char*>(&head), sizeof head);
    return head;
}

TEST(WordTable, FindsWhatATextBeginsWith)
{
    auto table = std::make_unique<WordTable>();
    table->add("role", 1);
    table->add("role pla", 2);
    table->add("role playing gam", 3);
    table->add("system", 4);
    table->build();

    EXPECT_EQ(found(*table, "role"), std::set<uint32_t>({1}));
    EXPECT_EQ(found(*table, "role play"), std::set<uint32_t>({1, 2}));
    EXPECT_EQ(found(*table, "role playing games"),
              std::set<uint32_t>({1, 2, 3}));
    EXPECT_EQ(found(*table, "systems"), std::set<uint32_t>({4}));
    EXPECT_TRUE(found(*table, "syste").empty());
    EXPECT_TRUE(found(*table, "rol").empty());
    EXPECT_TRUE(found(*table, "").empty());
}

TEST(WordTable, AgreesWithASearchThroughAllLiterals)
{
    test::Random random(17);
    std::vector<std::string> literals;
    auto table = std::make_unique<WordTable>();
    for (uint32_t i = 0; i < 400; i++) {
        std::string literal = random.text("abc ", 12);
        literal.resize(shortest_at_word + random.below(13), 'b');
        table->add(literal, i);
        literals.push_back(literal);
    }
    table->build();

    size_t hits = 0;
    for (int round = 0; round < 20000; round++) {
        std::string text = random.one_in(2)
            ? literals[random.below(literals.size())].substr(
                  0, random.below(17)) + random.text("abc ", 8)
            : random.text("abc ", 24);
        std::set<uint32_t> expected;
        for (uint32_t i = 0; i < literals.size(); i++) {
            if (text.compare(0, literals[i].size(), literals[i]) == 0) {
                expected.insert(i);
            }
        }
        ASSERT_EQ(found(*table, text), expected) << text;
        if (!expected.empty()) {
            hits++;
            ASSERT_TRUE(table->may_begin(head_of(text))) << text;
            ASSERT_TRUE(table->is_likely(head_of(text))) << text;
        }
    }
    EXPECT_GT(hits, 3000u);
}

TEST(WordTable, ABitIsThatOfTheFirstFourBytes)
{
    EXPECT_EQ(WordTable::bit_of(head_of("role play")),
              WordTable::bit_of(head_of("role")));
}

}  // namespace

}  // namespace gate::guard
