#include "guard/pii/ssn.hpp"

#include "pii_marks.hpp"

namespace gate::guard {

namespace {

void expect_marks(const std::vector<std::string_view>& texts)
{
    test::expect_marks(Slug::ssn, texts);
}

TEST(Ssn, DashesAreEnough)
{
    expect_marks({
        "`123-45-6789`", "is `123-45-6789`.", "(`219-09-9999`)",
        "ssn=`123-45-6789`&x", "<id>`899-45-6789`</id>", "7 `123-45-6789` 8",
        "at\\n`123-45-6789`\\n",
    });
}

TEST(Ssn, DashesAndDigitsOfAnyKindAreRead)
{
    expect_marks({
        "`123‐45‐6789`", "`123‑45‑6789`",
        "`123–45–6789`", "`123—45—6789`",
        "`123−45−6789`", "`123－45－6789`",
        "`１２３-４５-６７８９`",
        "`١٢٣-٤٥-٦٧٨٩`", "`𝟏𝟐𝟑-45-6789`",
    });
}

TEST(Ssn, WithoutDashesItNeedsAWord)
{
    expect_marks({
        "123456789", "123 45 6789", "123.45.6789", "row 123456789",
        "SSN `123456789`", "ssn: `123 45 6789`", "SSN `123.45.6789`",
        "my social security number is `123456789`", "{\"ssn\":`123456789`}",
        "tax id `123 45 6789`", "userSsn: `123456789`",
        "ＳＳＮ `123456789`", "lesson 123456789",
    });
}

TEST(Ssn, NumbersThatWereNeverGivenOutAreNone)
{
    expect_marks({
        "ssn 000-45-6789", "ssn 666-45-6789", "ssn 123-00-6789",
        "ssn 123-45-0000", "ssn 000456789", "ssn 666456789",
        "000-00-0000",
    });
}

TEST(Ssn, ANineInFrontNeedsAWord)
{
    expect_marks({
        "912-34-5678", "999-99-9999", "part 912-34-5678",
        "SSN `912-34-5678`", "ITIN: `912-34-5678`",
    });
}

TEST(Ssn, LongerNumbersAreNone)
{
    expect_marks({
        "1123-45-6789", "123-45-67890", "1-123-45-6789", "123-45-6789-1",
        "x123-45-6789", "123-45-6789x", "AB-123-45-6789", "123-45-6789-AB",
        "ssn 1123456789", "123-456-789", "12-345-6789", "123-45_6789",
        "123-45.6789", "123-45 6789", "1.123-45-6789", "123-45-6789@x.io",
        "550e8400-123-45-6789",
    });
}

TEST(Ssn, ANumberBesideItIsNoPartOfIt)
{
    expect_marks({
        "`123-45-6789`. 2", "`123-45-6789` / 1", "`123-45-6789`/1",
        "SSN: `123-45-6789` - 1980", "1980-01-02 / `123-45-6789`",
        "1. `123-45-6789`", "`123-45-6789`/`219-09-9999`",
    });
}

TEST(Ssn, AWordInAnotherTextSaysNothing)
{
    test::expect_marks(Slug::ssn, {
        std::string_view("ssn\n\0\n123456789", 15),
        std::string_view("123-45\0-6789", 12),
    });
}

}  // namespace

}  // namespace gate::guard
