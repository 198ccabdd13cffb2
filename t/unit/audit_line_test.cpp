#include "audit/line.hpp"

#include <gtest/gtest.h>

namespace gate::audit {

namespace {

std::string field(std::string_view value, size_t most)
{
    Line line;
    line.field("f", value, most);
    return line.text();
}

}  // namespace

TEST(AuditLine, FieldsAndNumbersFollowEachOther)
{
    Line line;
    line.field("key", "k-1", 96);
    line.number("status", 403);
    line.number("events", -1);
    EXPECT_EQ(line.text(), " key=\"k-1\" status=403 events=-1");
}

TEST(AuditLine, AnEmptyValueIsLeftOut)
{
    EXPECT_EQ(field("", 10), "");
}

TEST(AuditLine, AValueThatFitsIsWhole)
{
    EXPECT_EQ(field("0123456789", 10), " f=\"0123456789\"");
}

TEST(AuditLine, ALongerOneIsCutAndSaysSo)
{
    EXPECT_EQ(field("0123456789a", 10), " f=\"0123456...\"");
    EXPECT_EQ(field(std::string(5000, 'x'), 4), " f=\"x...\"");
}

TEST(AuditLine, AnEscapeIsNeverCut)
{
    for (size_t most = 4; most < 40; most++) {
        std::string text = field("\"\n\x01\xff\"\n\x01\xff\"\n", most);
        std::string_view value = text;
        value.remove_prefix(4);
        value.remove_suffix(1);
        EXPECT_LE(value.size(), most);
        if (value.size() >= 3 && value.substr(value.size() - 3) == "...") {
            value.remove_suffix(3);
        }
        EXPECT_EQ(value.size() % 4, 0u) << text;
        EXPECT_EQ(value.find_first_not_of("\\x0123456789abcdefABCDEF"),
                  value.npos) << text;
    }
}

}  // namespace gate::audit
