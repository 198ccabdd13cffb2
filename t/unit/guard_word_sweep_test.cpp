#include "guard/injection/word_sweep.hpp"

#include "guard/injection/bent_places.hpp"
#include "guard/injection/key_words.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gate::guard {

namespace {

using Offsets = std::set<size_t>;

struct Swept {
    Offsets  heads;
    Offsets  odd;
};

Swept swept(std::string_view text, WordSweep::Wanted wanted, Simd simd)
{
    Swept found;
    WordSweep sweep(text, wanted, simd);
    while (sweep.next()) {
        found.heads.insert(sweep.heads().begin(), sweep.heads().end());
        found.odd.insert(sweep.odd().begin(), sweep.odd().end());
    }
    return found;
}

char get(std::string_view text, size_t at)
{
    return at < text.size() ? text[at] : '\0';
}

// The same, byte by byte.
Swept swept_slowly(std::string_view text, WordSweep::Wanted wanted)
{
    Swept found;
    for (size_t at = 0; at < text.size(); at++) {
        char c = text[at];
        char next = get(text, at + 1);
        bool is_inside = at > 0 && is_letter(text[at - 1]);
        if (!is_letter(c)) {
            bool is_joint = leet_letter(c, 'i') != 0
                            || (is_separator(c) && is_inside);
            if (is_joint && is_letter(next)) {
                found.odd.insert(at);
            }
            continue;
        }
        if (at > 0 && c == next && c == text[at - 1]) {
            found.odd.insert(at);
        }
        if (is_inside) {
            continue;
        }
        uint64_t head = 0;
        text.substr(at).copy(reinterpret_cast<char*>(&head), sizeof head);
        if (wanted.heads->may_begin(head)
            && wanted.heads->is_likely(head)) {
            found.heads.insert(at);
        }
        size_t size = 1;
        while (is_letter(get(text, at + size))) {
            size++;
        }
        bool is_apart = size == 1 && next == ' ' && is_letter(get(text, at + 2))
                        && get(text, at + 3) == ' ';
        if (is_apart || !key_word_shuffled(text.substr(at, size)).empty()) {
            found.odd.insert(at);
        }
    }
    return found;
}

class WordSweepTest : public testing::Test {
protected:
    WordSweepTest() : table_(std::make_unique<WordTable>())
    {
        uint32_t number = 0;
        for (const char* literal : literals) {
            table_->add(literal, number++);
        }
        table_->build();
    }

    // More than the slow one only what may be told too much.
    void expect_same(std::string_view text)
    {
        for (Simd simd : {Simd::baseline, Simd::avx2, Simd::avx512}) {
            if (simd <= best_simd()) {
                expect_same(text, simd);
            }
        }
    }

    void expect_same(std::string_view text, Simd simd)
    {
        WordSweep::Wanted wanted{table_.get(), true};
        Swept fast = swept(text, wanted, simd);
        Swept slow = swept_slowly(text, wanted);
        for (size_t at : fast.heads) {
            EXPECT_TRUE(slow.heads.count(at) == 1 || is_within_row(text, at))
                << text.substr(at);
        }
        for (size_t at : slow.heads) {
            EXPECT_EQ(fast.heads.count(at), 1u) << text.substr(at);
        }
        for (size_t at : fast.odd) {
            EXPECT_TRUE(slow.odd.count(at) == 1 || is_within_row(text, at))
                << text.substr(at);
        }
        for (size_t at : slow.odd) {
            // of letters apart a border of blocks may hide one
            bool is_apart = is_letter(text[at]) && get(text, at + 1) == ' ';
            EXPECT_TRUE(fast.odd.count(at) == 1
                        || (is_apart && (letters_apart(text, at) == 0
                                         || fast.odd.count(at + 2) == 1)))
                << text.substr(at);
        }
    }

    static bool is_within_row(std::string_view text, size_t at)
    {
        size_t start = at;
        while (start > 0 && is_letter(text[start - 1])) {
            start--;
        }
        return at - start >= longest_key_word;
    }

    static constexpr const char* literals[] = {
        "role", "roles", "ignore previous", "restrictions", "system pr",
    };

    std::unique_ptr<WordTable>  table_;
};

TEST_F(WordSweepTest, FindsAPlaceWhereverItStands)
{
    constexpr const char* places[] = {
        "role", "roles ", "ignore previous", "restrictions mortals", "ingore",
        "i g n o r e", "1gnore", "ig-nore", "a.b", "xyyyz", "\xc3\xa9role",
        "ignoreignoreignoreignoreignoreignoreignoreignoreignoreignore role",
    };
    for (const char* place : places) {
        for (size_t before = 0; before < 200; before++) {
            std::string text;
            while (text.size() + 4 <= before) {
                text += "abc ";
            }
            text.append(before - text.size(), ' ');
            text += place;
            expect_same(text);
            expect_same(text + " the end of it all");
        }
    }
}

TEST_F(WordSweepTest, AgreesWithALookAtEachByte)
{
    constexpr const char* words[] = {
        "role ", "roles, ", "restrictions ", "system prompt ", "ignore ",
        "ingore ", "a b ", "1gnore", "ig-nore ", "\"quoted\" ", "(x) ", " ",
        "i < n; i++) ", "pervious ", "previous. ", "x", "'", "\n", "ooo",
        "\xe2\x80\x99", "instructions", "the ", "of ", "`vector<int>` ",
    };
    test::Random random(11);
    for (int round = 0; round < 300; round++) {
        std::string text;
        size_t size = random.below(5000);
        while (text.size() < size) {
            text += random.pick(words);
        }
        expect_same(text);
    }
}

}  // namespace

}  // namespace gate::guard
