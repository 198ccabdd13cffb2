#include "guard/pii/phone_shape.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// The shape from the first digit of the text on.
class Shape {
public:
    explicit Shape(std::string_view text)
        : run_(text, text.find_first_of("0123456789")),
          shape_(run_, 0, run_.size())
    {
    }

    const PhoneShape* operator->() const { return &shape_; }
    size_t last() const { return run_.size() - 1; }

private:
    DigitRun    run_;
    PhoneShape  shape_;
};

TEST(PhoneShape, DigitsAreTakenWithoutABracketedTrunkZero)
{
    Shape shape("+41 (0)69 979 80 58");
    EXPECT_EQ(shape->digits(shape.last()), "41699798058");
    EXPECT_EQ(shape->digits(1), "41");
}

TEST(PhoneShape, AnOpeningBracketBelongsToIt)
{
    Shape shape("at (37) 788-063");
    EXPECT_TRUE(shape->is_bracketed());
    EXPECT_EQ(shape->start(), 3u);
    EXPECT_TRUE(shape->has_bracketed_area(shape.last()));
    EXPECT_FALSE(Shape("at (37 788-063")->is_bracketed());
}

TEST(PhoneShape, DatesAreKnown)
{
    for (auto text : {"2026-01-09", "09.01.2026", "1/9/2026", "03/06/99",
                      "20260109", "2019-2026", "2026/01/09 10", "01/01/0001"})
    {
        EXPECT_TRUE(Shape(text)->is_date()) << text;
    }
    for (auto text : {"415-555-0132", "33 93 31", "12 34 5678", "9320 7126",
                      "01 23 45 67 89", "20269909"}) {
        EXPECT_FALSE(Shape(text)->is_date()) << text;
    }
}

TEST(PhoneShape, FourDottedPartsAreNoPhone)
{
    EXPECT_TRUE(Shape("10.0.0.1")->is_dotted_four());
    EXPECT_FALSE(Shape("01.23.45.67.89")->is_dotted_four());
    EXPECT_FALSE(Shape("415.555.0132")->is_dotted_four());
}

TEST(PhoneShape, ListsAndPostcodesHaveNoTrunkPrefix)
{
    Shape phone("030 123456");
    EXPECT_TRUE(phone->has_trunk_prefix(phone.last()));
    EXPECT_FALSE(Shape("01 02 03 04 05 06 07")->has_trunk_prefix(4));
    EXPECT_FALSE(Shape("01304-001")->has_trunk_prefix(1));
    EXPECT_FALSE(Shape("02134-1234")->has_trunk_prefix(1));
    EXPECT_FALSE(Shape("0123 4567")->has_trunk_prefix(1));
}

TEST(PhoneShape, ALabelMayFollowADash)
{
    EXPECT_TRUE(Shape("555-0132-Fax")->is_end(1));
    EXPECT_TRUE(Shape("555-0132 (work)")->has_label(1));
    EXPECT_FALSE(Shape("555-0132-abc")->is_end(1));
    EXPECT_FALSE(Shape("555-0132-faxes")->is_end(1));
    EXPECT_TRUE(Shape("555-0132x204")->is_end(1));
    EXPECT_FALSE(Shape("555-0132xyz")->is_end(1));
}

}  // namespace

}  // namespace gate::guard
