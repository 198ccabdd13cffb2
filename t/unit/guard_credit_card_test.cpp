#include "guard/pii/credit_card.hpp"

#include "pii_marks.hpp"

namespace gate::guard {

namespace {

void expect_marks(const std::vector<std::string_view>& texts)
{
    test::expect_marks(Slug::credit_card, texts);
}

void expect_marks(Rigor rigor, const std::vector<std::string_view>& texts)
{
    PiiOptions options;
    options.wanted.add(Slug::credit_card);
    options.credit_card = rigor;
    test::expect_marks(options, texts);
}

TEST(CreditCard, EachIssuersNumbersAreFound)
{
    expect_marks({
        "`4111111111111111`", "`4222222222222`", "`5555555555554444`",
        "`2223003122003222`", "`378282246310005`", "`6011111111111117`",
        "`3530111333300000`", "`30569309025904`", "`6200000000000005`",
        "`6759649826438453`", "`2200000000000004`",
    });
}

TEST(CreditCard, GroupsAreReadWithSpacesDashesOrDots)
{
    expect_marks({
        "`4111 1111 1111 1111`", "`4111-1111-1111-1111`",
        "`4111.1111.1111.1111`", "`3782 822463 10005`",
        "`3056 930902 5904`",
        "`4111‑1111‑1111‑1111`",
        "`4111 1111 1111 1111` 12/29 123", "1 `4111 1111 1111 1111`",
        "4111 1111-1111 1111", "41111111 11111111",
        "`6212 5274 6703 0832 810`",
    });
}

TEST(CreditCard, DigitsOfOtherScriptsAreRead)
{
    expect_marks({
        "`４１１１１１１１１１１１１１１１`",
        "`٤١١١ ١١١١ ١١١١ ١١١١`",
        "`४१११११११११११११११`",
        "`𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙`",
    });
}

TEST(CreditCard, AWrongCheckDigitNeedsAWord)
{
    expect_marks({
        "4111111111111112", "token 4111-1111-1111-1112",
        "card `4111 1111 1111 1112`", "my Visa: `4111111111111112`",
        "`4111111111111112` is the Visa I use",
    });
}

TEST(CreditCard, AnUnknownIssuerNeedsAWord)
{
    expect_marks({
        "630000000004", "7992739871300008", "the 630000000003 row",
        "card number `630000000004` is lost",
    });
}

TEST(CreditCard, AValidNumberBeatsWhatStandsBesideIt)
{
    expect_marks({
        "2024 `4111 1111 1111 1111`", "1234 5678 `4111 1111 1111 1111` 2027",
        "`4111 1111 1111 1111`/12/27", "7/`4111111111111111`/8",
        "card `4111 1111 1111 1111` 2027", "dues `3782 822463 10005` 5500 12",
        "card 2017 `4111 1111 1111 1111`",
        // or it would be one of a table
        "1001 1002 1003 1004 1005 1006 1007 1008 1009 4111 1111 1111 1111",
        "506F 4111 1111 1111 1111", "`4111 1111 1111 1111` 7a it is",
        "the face `4111 1111 1111 1111`",
    });
    expect_marks(Rigor::shape, {
        "4000 `4111 1111 1111 1111`", "4000 `4111 1111 1111 1111` 3782",
        "`4111-1111-1111-1112` `5500-0000-0000-0005`",
    });
}

TEST(CreditCard, PartOfALongerNumberIsNone)
{
    expect_marks({
        "41111111111111111111", "card 41111111111111111111",
        "1-4111-1111-1111-1111", "4111-1111-1111-1111-1111-1111",
        "x4111111111111111", "4111111111111111x", "4111111111111111.5",
        "0.4111111111111111", "a_4111111111111111", "4111111111111111-ab",
        "4111111111111111@example.com",
    });
}

TEST(CreditCard, IdsTimesAndRepeatedDigitsAreNone)
{
    expect_marks({
        "1700000000000", "1787037929000000", "0000000000000000",
        "invoice 4111111111111111", "imei 490154203237518",
        "5555555555555555", "978020137962", "tracking no. 6011111111111117",
    });
}

TEST(CreditCard, StrictTakesValidNumbersOnly)
{
    expect_marks(Rigor::strict, {
        "`4111111111111111`", "card 4111111111111112",
    });
}

TEST(CreditCard, ShapeTakesNumbersWithoutACheckDigit)
{
    expect_marks(Rigor::shape, {
        "`4111111111111112`", "`4111 1111 1111 1112`", "1111111111111111",
        "7111111111111112",
        // and all that passes without the word `shape`
        "card number `630000000004` is lost",
        "`4111111111111111` is the Visa I use",
    });
}

}  // namespace

}  // namespace gate::guard
