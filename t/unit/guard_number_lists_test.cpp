// Numbers beside numbers: six of a kind in each layout that lists of them are
// written in, none of which may hide another.
#include "guard/pii/glyph.hpp"

#include "pii_marks.hpp"

#include <array>

namespace gate::guard {

namespace {

constexpr size_t list_size = 6;

struct Kind {
    Slug                                     slug;
    std::string_view                         spelling;
    std::string_view                         word;  // before each, if needed
    std::array<std::string_view, list_size>  numbers;
};

// clang-format off
const Kind kinds[] = {
    {Slug::credit_card, "unbroken", "",
     {"4532015112830366", "5425233430109903", "378282246310005",
      "6011981765432104", "3566002020360505", "30569309025904"}},
    {Slug::credit_card, "spaced", "",
     {"4532 0151 1283 0366", "5425 2334 3010 9903", "3782 822463 10005",
      "6011 9817 6543 2104", "3566 0020 2036 0505", "3056 930902 5904"}},
    {Slug::credit_card, "dashed", "",
     {"4532-0151-1283-0366", "5425-2334-3010-9903", "3782-822463-10005",
      "6011-9817-6543-2104", "3566-0020-2036-0505", "3056-930902-5904"}},
    {Slug::credit_card, "no-break spaces", "",
     {"4532\u00a00151\u00a01283\u00a00366",
      "5425\u00a02334\u00a03010\u00a09903", "3782\u00a0822463\u00a010005",
      "6011\u00a09817\u00a06543\u00a02104",
      "3566\u00a00020\u00a02036\u00a00505", "3056\u00a0930902\u00a05904"}},
    {Slug::ssn, "dashed", "",
     {"123-45-6789", "219-09-9999", "456-78-9012", "321-54-9876",
      "078-05-1120", "545-67-8901"}},
    {Slug::ssn, "spaced", "ssn ",
     {"123 45 6789", "219 09 9999", "456 78 9012", "321 54 9876",
      "078 05 1120", "545 67 8901"}},
    {Slug::ssn, "unbroken", "ssn ",
     {"123456789", "219099999", "456789012", "321549876", "078051120",
      "545678901"}},
    {Slug::phone, "dashed", "",
     {"415-555-2671", "212-555-7890", "646-555-0101", "303-555-0142",
      "617-555-0198", "512-555-0173"}},
    {Slug::phone, "spaced", "",
     {"415 555 2671", "212 555 7890", "646 555 0101", "303 555 0142",
      "617 555 0198", "512 555 0173"}},
    {Slug::phone, "bracketed", "",
     {"(415) 555-2671", "(212) 555-7890", "(646) 555-0101",
      "(303) 555-0142", "(617) 555-0198", "(512) 555-0173"}},
    {Slug::phone, "unbroken", "call ",
     {"4155552671", "2125557890", "6465550101", "3035550142", "6175550198",
      "5125550173"}},
    {Slug::phone, "international", "",
     {"+49 30 123456", "+1 415 555 2671", "+33 1 23 45 67 89",
      "+442079460958", "+39 06 1234 5678", "+34-612-34-56-78"}},
    {Slug::phone, "with an area code", "",
     {"030 123456", "0171 2345678", "040-654321", "0221/987654",
      "069 7654321", "089-123123"}},
    {Slug::phone, "in pairs", "",
     {"01 23 45 67 89", "01 98 76 54 32", "06 12 34 56 78",
      "07 11 22 33 44", "04 91 22 33 44", "02 40 55 66 77"}},
    {Slug::ip_address, "IPv4", "",
     {"10.0.0.1", "192.168.1.255", "203.0.113.77", "8.8.8.8",
      "172.16.254.3", "198.51.100.9"}},
    {Slug::ip_address, "IPv6", "",
     {"2001:db8::1", "fe80::1", "2001:db8:0:0:8:800:200c:417a",
      "::ffff:192.0.2.1", "2001:db8::8:800:200c:417b", "ff02::1"}},
};

// What stands around each number; a '#' is its place in the list.
struct Layout {
    std::string_view  before;
    std::string_view  behind;
};

constexpr Layout layouts[] = {
    {"", ". "}, {"", ".  "}, {"", " / "}, {"", "/"}, {"", " - "},
    {"", " \u2013 "}, {"", " -- "}, {"", " "}, {"", "  "}, {"", "\t"},
    {"", "\u00a0"}, {"", "\u2003"}, {"", "\n"}, {"", "\r\n"}, {"", " \n"},
    {"", ".\n"}, {"", "\n\n"}, {"", "\\n"}, {"", ", "}, {"", "; "},
    {"", " | "}, {"- ", "\n"}, {"-", "\n"}, {"* ", "\r\n"}, {"\"", "\", "},
    // numbered
    {"#. ", "\n"}, {"#. ", " "}, {"#) ", "\n"}, {"#) ", " "}, {"(#) ", "\n"},
    {"# ", "\n"}, {"# - ", "\n"}, {"# / ", "; "}, {"#: ", "\n"},
    {"#.) ", "\n"}, {"#\t", "\r\n"}, {"| # | ", " | 12# |\n"},
    // beside a year, an expiry, a date, an amount, a time
    {"202# ", "\n"}, {"202# ", " "}, {"", " 202#\n"}, {"", " 202# "},
    {"", " 12/2#\n"}, {"", " - 12/2#\n"}, {"12/2# ", "\n"},
    {"1980-01-0# / ", "\n"}, {"0#.01.1980 - ", "\n"}, {"", " 0#/01/1980 "},
    {"2024-01-0#. ", ". "}, {"", " 12.5#\n"}, {"", " 12.5# "},
    {"12.5# ", "\n"}, {"12.5# ", " "}, {"", " $12.5#\n"}, {"1,2#0 ", "\n"},
    {"12:3# ", "\n"}, {"", " / #\n"}, {"", ". #\n"}, {"", " 5#%\n"},
};
// clang-format on

std::string filled(std::string_view pattern, size_t place)
{
    std::string out(pattern);
    size_t at = out.find('#');
    if (at != out.npos) {
        out[at] = static_cast<char>('1' + place);
    }
    return out;
}

struct List {
    std::string  text;
    Findings     numbers;
};

List list_of(const Kind& kind, const Layout& layout)
{
    List list;
    for (size_t i = 0; i < list_size; i++) {
        // a word speaks for what stands behind it
        list.text += i == 0 ? kind.word : "";
        list.text += filled(layout.before, i);
        auto start = static_cast<uint32_t>(list.text.size());
        list.text += kind.numbers[i];
        auto end = static_cast<uint32_t>(list.text.size());
        list.numbers.push_back({{start, end}, kind.slug});
        list.text += filled(layout.behind, i);
    }
    return list;
}

bool is_within(uint32_t at, const Findings& found, Slug slug)
{
    return std::any_of(found.begin(), found.end(), [&](const Finding& f) {
        return f.slug == slug && at >= f.span.start && at < f.span.end;
    });
}

// How many numbers of the list keep a digit.
size_t count_left(const List& list, const PiiOptions& options)
{
    Findings found = test::find(list.text, options);
    size_t left = 0;
    for (const Finding& number : list.numbers) {
        uint32_t at = number.span.start;
        while (at < number.span.end
               && (!is_digit(list.text[at])
                   || is_within(at, found, number.slug))) {
            at++;
        }
        left += at < number.span.end;
    }
    return left;
}

void expect_all_found(const SlugSet& wanted, const Kind& kind, Rigor rigor)
{
    PiiOptions options;
    options.wanted = wanted;
    options.phone = rigor;
    options.credit_card = rigor;
    for (const Layout& layout : layouts) {
        List list = list_of(kind, layout);
        EXPECT_EQ(count_left(list, options), 0u)
            << name(kind.slug) << ' ' << kind.spelling << ", rigor "
            << static_cast<int>(rigor) << ":\n" << list.text;
    }
}

// Strict phones need more than a word beside them.
bool is_accepted(const Kind& kind, Rigor rigor)
{
    return rigor != Rigor::strict || kind.slug != Slug::phone
           || kind.word.empty();
}

TEST(NumberLists, EachNumberIsFoundInEachLayout)
{
    for (const Kind& kind : kinds) {
        for (Rigor rigor : {Rigor::usual, Rigor::strict, Rigor::shape}) {
            if (is_accepted(kind, rigor)) {
                expect_all_found(SlugSet{kind.slug}, kind, rigor);
            }
        }
    }
}

TEST(NumberLists, OtherFiltersHideNone)
{
    for (const Kind& kind : kinds) {
        expect_all_found(pii_slugs, kind, Rigor::usual);
        expect_all_found(pii_slugs, kind, Rigor::shape);
    }
}

TEST(NumberLists, NumbersOfDifferentKindsHideNone)
{
    PiiOptions options;
    options.wanted = pii_slugs;
    test::expect_marks(options, {
        "`4111 1111 1111 1111` `415-555-2671` `123-45-6789` `10.0.0.1`",
        "`415-555-2671` / `4111-1111-1111-1111` / `123-45-6789`",
        "call 2024 `4111 1111 1111 1111`",
        "call `5551234` `4111 1111 1111 1111`",
        "call `5551234` `415 555 2671`", "tel `2345678` `123-45-6789`",
        "`+49 30 123456` `415 555 2671`", "`10.0.0.1` - `415-555-2671`",
        "card `4111 1111 1111 1111` 2027 `5500 0000 0000 0004`",
    });
}

TEST(NumberLists, ADashOrADotWithoutASpaceMakesOneLongerNumber)
{
    for (const Kind& kind : kinds) {
        if (kind.slug != Slug::credit_card && kind.slug != Slug::ssn) {
            continue;
        }
        for (std::string_view mark : {"-", "."}) {
            std::string text(kind.numbers[0]);
            text += mark;
            PiiOptions options;
            options.wanted.add(kind.slug);
            EXPECT_EQ(test::find(text + "1", options).size(), 0u) << text;
            EXPECT_EQ(test::find("1" + std::string(mark)
                                     + std::string(kind.numbers[0]),
                                 options).size(), 0u) << text;
        }
    }
}

TEST(NumberLists, ListsOfOtherNumbersHoldNone)
{
    PiiOptions options;
    options.wanted = pii_slugs;
    test::expect_marks(options, {
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "01 02 03 04 05 06 07 08 09",
        "1990 1991 1992 1993 1994 1995", "call 24. 12. 2026 18 30",
        "c 0 -0.554688 0.445312 -1 1 -1 z m 8.21 6.02 v -1",
        "3.51 0.98.32.1", "10. 20. 30. 40. 50. 60",
        "ISBN 978 - 3 - 16 - 148410 - 0", "10 - 20 - 30 - 40 - 50 - 60",
        "2024-01-02 - 2024-02-03 - 2024-03-04", "1/2 - 3/4 - 5/6 - 7/8",
        "506F 5069 4F53 4242 4242 4242 4242",
        "12.5 13.5 14.5", "order 12. 415-555-2671",
    });
}

// A word says of a whole list what it is.
TEST(NumberLists, AWordSpeaksForAllThatFollowsIt)
{
    std::string list = "ssn";
    for (int i = 0; i < 40; i++) {
        list += "\n`123456789`,";
    }
    test::expect_marks(Slug::ssn, {list});
    test::expect_marks(Slug::ssn, {
        "ssn `123456789` and words that say what the next number is, which "
        "is no more than an item 123456789",
    });
}

}  // namespace

}  // namespace gate::guard
