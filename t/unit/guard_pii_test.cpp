#include "guard/pii/pii.hpp"

#include "pii_marks.hpp"
#include "random.hpp"

namespace gate::guard {

namespace {

PiiOptions everything()
{
    PiiOptions options;
    options.wanted = SlugSet::all();
    return options;
}

TEST(Pii, EachSlugIsFoundInOneText)
{
    Findings found = test::find(
        "ana@example.com, +49 30 123456, 123-45-6789, 4111111111111111, "
        "10.0.0.1", everything());
    ASSERT_EQ(found.size(), 5u);
    Slug slugs[] = {Slug::email, Slug::phone, Slug::ssn, Slug::credit_card,
                    Slug::ip_address};
    for (size_t i = 0; i < found.size(); i++) {
        EXPECT_EQ(found[i].slug, slugs[i]);
    }
}

void expect_marks(Slug slug, const std::vector<std::string_view>& texts)
{
    test::expect_marks(slug, texts);
}

TEST(Pii, EmphasisIsABorder)
{
    expect_marks(Slug::email, {"_`ana@example.org`_", "__`ana@example.org`__",
                               "_`ana@example.org`_, so", "`_ana@example.org`",
                               "_write to `ana@example.org`_",
                               "`__ana@example.org`_",
                               "**`ana@example.org`**"});
    expect_marks(Slug::ssn, {"_`123-45-6789`_", "__`123-45-6789`__ so",
                             "_ssn `123456789`_", "_my ssn is `123 45 6789`_"});
    expect_marks(Slug::credit_card, {"_`4111111111111111`_",
                                     "___`4111 1111 1111 1111`___",
                                     "_it is `4111111111111111`_.",
                                     "_`4111111111111111` it is_"});
    expect_marks(Slug::phone, {"_`+1 415 555 2671`_", "_call `415-555-2671`_",
                               "__`(415) 555-2671`__",
                               "_`415-555-2671 x204`_"});
    expect_marks(Slug::ip_address, {"_`10.0.0.1`_", "__`2001:db8::1`__",
                                    "_from `10.0.0.1`_"});
}

TEST(Pii, ACardOrSsnWithDashesIsNoPartOfAnIdentifier)
{
    expect_marks(Slug::credit_card, {"name_`4111-1111-1111-1111`_x",
                                     "scan_`4111-1111-1111-1111`.png"});
    expect_marks(Slug::ssn, {"w2_`123-45-6789`_2024.pdf"});
    // but a phone is less sure of its shape
    expect_marks(Slug::phone, {"part_415-555-2671.pdf"});
}

TEST(Pii, PartsOfIdentifiersAndFileNamesAreNone)
{
    PiiOptions options = everything();
    for (std::string_view text : {
             "txn_4111111111111111", "id_4111111111111111_v2",
             "____4111111111111111____", "x_4111 1111 1111 1111",
             "ssn_123456789_old", "user_id_123456789", "tel_4155552671_raw",
             "a_b_c", "max_10_0_0_1", "lib_10.0.0.1_amd64.deb",
             "IMG_20240115_101530.jpg", "log_2024-01-15_10-15-30.txt",
             "report_2024-01-15.csv", "__init__", "_1234567_", "v_1.2.3.4_rc",
             "id_550e8400-e29b-41d4-a716-446655440000",
             "x_12345678-1234-1234-1234-123456789012_y",
             "sha_d41d8cd98f00b204e9800998ecf8427e", "part_00-1234-567_b"}) {
        EXPECT_TRUE(test::find(text, options).empty()) << text;
    }
}

TEST(Pii, FindingsOfOneSlugThatShareAPartAreOne)
{
    expect_marks(Slug::email, {"`a@b.example@c.example`, `d@e.example`",
                               "`\"a@b.example c\"@d.example`",
                               "`a@b.example`,`c@d.example`"});
    expect_marks(Slug::ip_address, {"`2001:db8::1%e1:db8::1` `2001:db8::2`",
                                    "`fe80::1%en0` `fe80::2`"});
}

TEST(Pii, OnlyWhatIsWantedIsFound)
{
    PiiOptions options;
    EXPECT_TRUE(test::find("ana@example.com 10.0.0.1", options).empty());
    options.wanted.add(Slug::person_name);
    EXPECT_TRUE(test::find("ana@example.com 10.0.0.1", options).empty());
}

TEST(Pii, EarlierFindingsStayInFront)
{
    Findings out{{{9, 12}, Slug::address}};
    find_pii("10.0.0.1", ByteMap("10.0.0.1"), everything(), &out);
    ASSERT_EQ(out.size(), 2u);
    EXPECT_EQ(out[0].slug, Slug::address);
}

TEST(Pii, NothingReachesOverATextBreak)
{
    std::string text = "ana@example";
    text += text_break;
    text += ".com 4111-1111-";
    text += text_break;
    text += "1111-1111 call";
    text += text_break;
    text += "5551234";
    EXPECT_EQ(test::mark(text, everything()), text);
}

TEST(Pii, CodeAndLogsHoldNothing)
{
    test::expect_marks(everything(), {
        "{\"id\":\"call_9f3\",\"created\":1700000000,\"n\":[1,2,3]}",
        "commit e292d0f80288ea8fecf71fb2084627a6deebd75f",
        "d25acfb4-c7ec-4eb9-b4bc-8f6cf6540e6a", "for (i = 0; i < 100; i++)",
        "margin: 0 10px 20px 30px; color: #a1b2c3;", "1e-9 1E+10 6.022e23",
        "[2024-01-02T03:04:05.678Z] pid=4711 took 123456789 ns",
        "08 00 45 00 00 3c 1c 46 40 00 40 06", "3.141592653589793",
        "-rw-r--r-- 1 root root 5242880 2024-01-02 03:04 x.bin",
    });
}

// Most numbers are passed at a glance. Where what makes one more than a number
// is not of ASCII, it is read in full.
TEST(Pii, WhatIsSpelledOtherwiseIsFoundLikewise)
{
    const std::string_view pairs[][2] = {
        {"12 34 56 78, call", "１2 34 56 78, call"},
        {"call 415-555-2671", "call 415‐555‐2671"},
        {"call 030 12 34", "call 030\u00a012\u00a034"},
        {"tel 12-34-56", "tel １２-34-56"},
        {"on 10.0.0.1", "on １0.０.0.1"}, {"0x7f.0.0.1", "0ｘ7f.0.0.1"},
        {"10.0x1.0.1", "10.0ｘ1.0.1"}, {"10.1.0.1.2", "10.1.0.1．2"},
        {"a::1 b", "ａ::1 b"}, {"fe80::1", "fe80：:1"}, {"1::2", "1:：2"},
        {"12:30 at", "１2:30 at"}, {"1:2:3:4:5:6:7:8", "1:２:3:4:5:6:7:8"},
        {"::ffff:10.0.0.1", "::ffff:10.0.0．1"}, {"5.5", "５.5"},
        {"ana%40example.com", "ａna%40example.com"}, {"7 x 5", "７ x 5"},
        {"2019-05-17", "2019‐05-17"}, {"4111 1111 1111 1111",
                                         "4111 1111 1111 111１"},
    };
    auto slugs = [](std::string_view text) {
        std::vector<Slug> found;
        for (const Finding& finding : test::find(text, everything())) {
            found.push_back(finding.slug);
        }
        return found;
    };
    for (auto [plain, other] : pairs) {
        EXPECT_EQ(slugs(plain), slugs(other)) << plain;
    }
}

constexpr std::string_view one_of_each =
    "ana@example.com, +49 30 123456, 123-45-6789, 4111111111111111, "
    "10.0.0.1, 2001:db8::1, (415) 555-0132 x204.";

TEST(Pii, FindingsDoNotDependOnWhereABlockOfTheScanEnds)
{
    Findings whole = test::find(one_of_each, everything());
    ASSERT_EQ(whole.size(), 7u);

    for (size_t before = 0; before < 70; before++) {
        for (size_t behind : {0, 1, 31, 32, 33}) {
            std::string text = std::string(before, '.') + " ";
            size_t shift = text.size();
            text += one_of_each;
            text += std::string(behind, ' ');

            Findings found = test::find(text, everything());
            ASSERT_EQ(found.size(), whole.size()) << before;
            for (size_t i = 0; i < found.size(); i++) {
                EXPECT_EQ(found[i].span.start, whole[i].span.start + shift);
                EXPECT_EQ(found[i].span.end, whole[i].span.end + shift);
                EXPECT_EQ(found[i].slug, whole[i].slug);
            }
        }
    }
}

// Read from memory of just that size, under the address sanitizer.
TEST(Pii, ATextMayEndAnywhere)
{
    for (size_t size = 0; size <= one_of_each.size(); size++) {
        std::vector<char> exact(one_of_each.begin(),
                                one_of_each.begin()
                                + static_cast<ptrdiff_t>(size));
        for (const Finding& f : test::find({exact.data(), size},
                                           everything())) {
            EXPECT_LE(f.span.end, size);
            EXPECT_LT(f.span.start, f.span.end);
        }
    }
}

// What is decided about a place depends on a bounded stretch around it: with
// that, and with each byte being a candidate once, the time is linear.
TEST(Pii, WhatIsFarAwayChangesNothing)
{
    constexpr std::string_view alphabet = "0123456789 -.:@()+/axfn%\"\n";
    test::Random random(11);
    std::string far(1024, '~');

    for (int n = 0; n < 3000; n++) {
        std::string a = random.text(alphabet, 60);
        std::string b = random.text(alphabet, 60);
        Findings both = test::find(a + far + b, everything());
        Findings first = test::find(a + far, everything());
        Findings second = test::find(far + b, everything());
        ASSERT_EQ(both.size(), first.size() + second.size()) << a << b;
        for (size_t i = 0; i < second.size(); i++) {
            EXPECT_EQ(both[first.size() + i].span.start,
                      second[i].span.start + a.size());
        }
    }
}

TEST(Pii, NothingIsAllocatedWithoutAFinding)
{
    Findings out;
    std::string_view text =
        "at 10:30 on 2024-01-02, ７ people :: 4111111111111112, a@b";
    find_pii(text, ByteMap(text), everything(), &out);
    EXPECT_EQ(out.capacity(), 0u);
}

TEST(Pii, DenseTextsAreWalkedThrough)
{
    for (std::string_view piece : {"7", "@", ":", "1 ", "a@", "1.1.", "%40",
                                   "0909 ", "\"@", "７", "1:", "+1 2 "}) {
        std::string text;
        while (text.size() < 100000) {
            text += piece;
        }
        EXPECT_TRUE(test::find(text, everything()).empty()) << piece;
    }
}

}  // namespace

}  // namespace gate::guard
