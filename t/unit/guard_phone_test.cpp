#include "guard/pii/phone.hpp"

#include "pii_marks.hpp"

namespace gate::guard {

namespace {

void expect_marks(const std::vector<std::string_view>& texts)
{
    test::expect_marks(Slug::phone, texts);
}

void expect_marks(Rigor rigor, const std::vector<std::string_view>& texts)
{
    PiiOptions options;
    options.wanted.add(Slug::phone);
    options.phone = rigor;
    test::expect_marks(options, texts);
}

TEST(Phone, InternationalNumbersNeedNoWord)
{
    expect_marks({
        "`+1 (415) 555-0132`", "`+14155550132`", "`+49 30 123456`",
        "`+44 (0)20 7946 0958`", "`+44 020 7946 0958`", "`+33.1.23.45.67.89`",
        "`+7 912 345-67-89`", "tel:`+1-201-555-0123`", "`+678 22123` or",
        "`0049 30 123456`", "`+86 138 1234 5678`,", "(`+49 30 123456`)",
        "`(+49) 30 123456`", "`+33 1 23 45 67 89` 7", "a\\n`+49 30 123456`\\n",
    });
}

TEST(Phone, AnInternationalNumberHasALengthOfItsCountry)
{
    expect_marks({
        "+1 415 555 013", "+33 1 23 45 67", "+999 123 456 78",
        "+1 115 555 0132", "+12", "+1.5", "1+14155550132", "x+14155550132",
        "UTC+02 00", "base64+12345678901/x",
    });
}

TEST(Phone, TheNorthAmericanShapeNeedsNoWord)
{
    expect_marks({
        "`(415) 555-0132`", "`(415)555-0132`", "`415-555-0132`",
        "`415.555.0132`", "`1-800-555-0199`", "`1 (303) 555-0132`",
        "`415 555 0132`", "`415/555-0132`", "7 `(415) 555-0132`",
        "115-555-0132", "415-155-0132", "415-555-013", "415-555-01322",
    });
}

TEST(Phone, ExtensionsArePartOfIt)
{
    expect_marks({
        "`415-555-0132 x204`", "`415-555-0132x204`", "`415-555-0132 ext. 204`",
        "`415-555-0132, ext 204`.", "`415-555-0132 extension 5`",
        "`+49 30 123456 #12`", "`415-555-0132` extra",
        "`415-555-0132` ext", "`415-555-0132` x1234567",
    });
}

TEST(Phone, AnAreaCodeWithAZeroOrInBracketsNeedsNoWord)
{
    expect_marks({
        "`030 123456`", "`030/1234567`", "`01 23 45 67 89`", "`0171-2345678`",
        "`082 490 1693`-Office", "`(022) 0793-176`", "`(37) 788-063`",
        "`(11) 4706-6184`", "01 02 03 04 05 06 07", "007 123", "0.123 45678",
        "f(12) 345-678", "(2024) 123-456", "(12) 345",
    });
}

TEST(Phone, OtherNumbersNeedAWord)
{
    expect_marks({
        "4155550132", "call `4155550132`", "you can call `33 93 31`",
        "Tel: `512 345 678`", "phone_number: `9320 7126`",
        "my phone number is `612 34 56 78`.", "{\"fax\":\"`5551234`\"}",
        "mobile `08-12 34 56` please", "WhatsApp `(99) 645-791`",
        "`5551234`-Fax", "`555 1234` (mobile)", "电话：`13812345678`",
        "電話`03-1234-5678`", "Тел. `8 912 345 67 89`",
        "9320 7126", "call 12345", "call it 5 times", "calls 4155550132",
        "recall 5551234",
    });
}

TEST(Phone, DigitsOfAnyKindAreRead)
{
    expect_marks({
        "`４１５-５５５-０１３２`",
        "`＋４９ ３０ １２３４５６`",
        "`٠٣٠ ١٢٣٤٥٦`", "`415‑555‑0132`", "`+49 30 123456`",
        "`(𝟒𝟏𝟓) 𝟓𝟓𝟓-𝟎𝟏𝟑𝟐`",
    });
}

TEST(Phone, NumbersOfOtherThingsAreNone)
{
    expect_marks({
        "order 415-555-0132", "invoice no. 9965845893", "id 4155550132",
        "ISBN 978-3-16-148410-0", "SKU 264-5068286-6631246",
        "tracking id 8378015715", "ref (415) 555-0132", "isbn 030 123456",
        "call id 4155550132", "phone order 415-555-0132",
        "model 860-220-114B", "$415 555 0132", "#4155550132",
    });
}

TEST(Phone, DatesTimesAddressesAndVersionsAreNone)
{
    expect_marks({
        "2026-01-09", "call 2026-01-09", "call on 09.08.2026", "01/09/2026",
        "call 2024-08-26 21:12:36", "tel 10.0.0.1", "1700000000",
        "1700000000000", "call 127.0.0.1", "3.5.2-9 build 2211",
        "64-128-256-512", "12 345 678 9 items", "NSN 5962-00-123",
        "room 212-555", "12,345,678", "it costs 46 945 456 yen",
    });
}

TEST(Phone, PartsOfLongerWordsAreNone)
{
    expect_marks({
        "x415-555-0132", "415-555-0132y", "415-555-0132-77", "5-415-555-0132",
        "AB-415-555-0132", "4155550132@qq.example", "a_415-555-0132",
        "123e4567-e89b-12d3-a456-426614174000",
        "d25acfb4-4155-5501-3245-aae113ea103a",
    });
}

TEST(Phone, ANumberEndsWhereTheNextOneStarts)
{
    expect_marks({
        "1. `415-555-2671`", "2) `415-555-2671`", "`415-555-2671` - 2 calls",
        "`415-555-2671`/`212-555-7890`", "12/`415-555-2671`",
        "call `415-555-2671`/5", "`030 123456` `040 654321`",
        "`030 123456` / `040 654321`", "`0171 / 2345678`",
        "`415 - 555 - 2671`", "call `9320 7126`. `9321 7127`",
        "call `4155552671` 01/01/1980 `2125557890`",
        "`01 23 45 67 89` `01 98 76 54 32`", "2024 `0171 2345678` 12.50",
        "call `5551234` `415 555 2671`", "`+49 30 123456` `415 555 2671`",
        "`+49 30 123456`. 7", "0 0.554688 0.445312", "-1 -0.063 0.039062",
    });
}

TEST(Phone, StrictTakesNoLooseNumbers)
{
    expect_marks(Rigor::strict, {
        "call 4155550132", "call 33 93 31", "`+49 30 123456`",
        "`415-555-0132`",
    });
}

TEST(Phone, ShapeNeedsNoWord)
{
    expect_marks(Rigor::shape, {
        "`9320 7126`", "`33 93 31`", "4155550132", "order `415-555-0132`",
    });
}

}  // namespace

}  // namespace gate::guard
