#include "guard/injection/bent_places.hpp"

#include "guard/injection/key_words.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

std::string words(std::string_view text)
{
    std::string out;
    for (const BentPlace& place : bent_places(text).places) {
        out += out.empty() ? "" : "|";
        out += text.substr(place.start, place.end - place.start);
    }
    return out;
}

bool is_border(char c)
{
    return c == ' ' || c == '\0';
}

// Whether the token at [start, end) is worth a look: plain enough to be right.
bool is_odd(std::string_view text, size_t start, size_t end)
{
    auto get = [text](size_t i) { return i < text.size() ? text[i] : '\0'; };
    for (size_t i = start; i < end; i++) {
        bool before_letter = is_letter(get(i + 1));
        if ((leet_letter(get(i), 'i') != 0 && before_letter)
            || (is_separator(get(i)) && before_letter && i > 0
                && is_letter(get(i - 1)))
            || (is_letter(get(i)) && get(i) == get(i + 1)
                && get(i) == get(i + 2))) {
            return true;
        }
        size_t size = 0;
        while (is_letter(get(i + size))) {
            size++;
        }
        if ((i == 0 || !is_letter(get(i - 1))) && size != 0
            && !key_word_shuffled(text.substr(i, size)).empty()) {
            return true;
        }
    }
    return false;
}

// The same, token by token.
BentPlaces find_slowly(std::string_view text)
{
    BentPlaces out;
    for (size_t at = 0; at < text.size();) {
        if (is_border(text[at])) {
            at++;
            continue;
        }
        size_t end = at;
        if (size_t count = letters_apart(text, at); count != 0) {
            end += 2 * count - 1;
            out.places.push_back({static_cast<uint32_t>(at),
                                  static_cast<uint32_t>(end), {}});
            at = end;
            continue;
        }
        while (end < text.size() && !is_border(text[end])) {
            end++;
        }
        std::string_view core = core_of(text.substr(at, end - at));
        bool is_triple = holds_triple(core);
        std::string_view key = straightened(core, is_triple ? Squeeze::yes
                                                            : Squeeze::no);
        if (is_odd(text, at, end) && !key.empty()) {
            out.squeeze = is_triple ? Squeeze::yes : out.squeeze;
            auto start = static_cast<uint32_t>(core.data() - text.data());
            auto size = static_cast<uint32_t>(core.size());
            out.places.push_back({start, start + size, key});
        }
        at = end;
    }
    return out;
}

TEST(BentPlaces, AreTokensThatBecomeKeyWords)
{
    EXPECT_EQ(words("do 1gn0r3 (ig-nore) the ru|es, ingore 2nd x-ray"),
              "1gn0r3|ig-nore|ru|es|ingore");
    EXPECT_EQ(words("plain words of the state-of-the-art, rfc9110 i.e."), "");
}

TEST(BentPlaces, DoubledLettersCountInAWordWhereOneStandsThreeTimes)
{
    EXPECT_EQ(words("ignoore"), "");
    EXPECT_EQ(words("hmmm ignoore all"), "");
    EXPECT_EQ(words("ignoore thee ruuules"), "ruuules");
    EXPECT_EQ(bent_places("hmm!!! hmmm").squeeze, Squeeze::no);
    EXPECT_EQ(bent_places("ruuules").squeeze, Squeeze::yes);
}

TEST(BentPlaces, LettersApartAreOnePlace)
{
    EXPECT_EQ(words("say i g n o r e then"), "i g n o r e");
    EXPECT_EQ(words("a b c d or more"), "");
    EXPECT_EQ(words("ai g n o r e"), "g n o r e");
}

TEST(BentPlaces, AreSeenAtEveryPlaceOfABlock)
{
    for (std::string_view bent :
         {"1gnore", "ingore", "ig-nore", "i g n o r e"}) {
        for (size_t at = 0; at < 200; at++) {
            std::string text(at, '.');
            text += at == 0 ? "" : " ";
            text += bent;
            EXPECT_EQ(words(text), bent) << at;
            text += " " + std::string(200 - at, '.');
            EXPECT_EQ(words(text), bent) << at;
        }
    }
}

TEST(BentPlaces, AreThoseOfASlowLook)
{
    const std::string_view pieces[] = {
        "i", "g", "n", "o", "r", "e", " ", " ", " ", "1gn0r3", "rules", "aaa",
        "ignoore", "l", "-", ".", "|", "!", "@", "a11", "ingore", "\xc3\xa4",
        std::string_view("\0", 1), "i g n o r e", " internationally ",
        " instrcutions ", "pre-vious", "prveious", " of the ", "'", "5", "s",
    };
    test::Random random(5);
    size_t found = 0;
    for (int round = 0; round < 60000; round++) {
        std::string text;
        for (size_t n = random.below(50); n > 0; n--) {
            text += random.pick(pieces);
        }
        BentPlaces slow = find_slowly(text);
        BentPlaces fast = bent_places(text);
        ASSERT_EQ(fast.squeeze, slow.squeeze) << text;
        ASSERT_EQ(fast.places.size(), slow.places.size()) << text;
        for (size_t i = 0; i < fast.places.size(); i++) {
            ASSERT_EQ(fast.places[i].start, slow.places[i].start) << text;
            ASSERT_EQ(fast.places[i].end, slow.places[i].end) << text;
            ASSERT_EQ(fast.places[i].key, slow.places[i].key) << text;
        }
        found += fast.places.size();
    }
    EXPECT_GT(found, 10000u);
}

TEST(BentPlaces, AnEndlessTokenIsNoPlace)
{
    std::string joints;
    std::string letters(500000, 'x');
    while (joints.size() < 500000) {
        joints += "a-1b.";
    }
    for (std::string_view text : {std::string_view(joints),
                                  std::string_view(letters)}) {
        EXPECT_TRUE(bent_places(text).places.empty());
    }
}

}  // namespace

}  // namespace gate::guard
