#include "guard/pii.hpp"

#include "pii_marks.hpp"

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
    find_pii("10.0.0.1", everything(), &out);
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

}  // namespace

}  // namespace gate::guard
