#include "guard/catalog.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(Catalog, AModelIsFoundByEachOfItsNames)
{
    Catalog catalog;
    ASSERT_FALSE(catalog.read(R"({"models":[{"slug":"acme/large",
        "canonical_slug":"acme/large-2","aliases":["large"],
        "providers":["north"],"price":1},{"slug":"b"}],
        "providers":[{"id":"north","zero_retention":true},{"id":"south"}]})"));

    for (const char* slug : {"acme/large", "acme/large-2", "large"}) {
        const Model* model = catalog.find(slug);
        ASSERT_NE(model, nullptr) << slug;
        EXPECT_EQ(model->canonical, "acme/large-2");
        EXPECT_EQ(model->vendor, "acme");
    }
    EXPECT_EQ(catalog.find("Large"), nullptr);
    EXPECT_TRUE(catalog.has_zero_retention("north"));
    EXPECT_FALSE(catalog.has_zero_retention("south"));
    EXPECT_EQ(catalog.size(), 2u);
}

TEST(Catalog, AnErrorNamesTheLineWhereReadingStopped)
{
    struct Case {
        const char*  text;
        uint32_t     line;
        const char*  words;
    };
    for (const Case& c : {
             Case{"", 1, "object"}, Case{"\n\n[]", 3, "object"},
             Case{"{\"models\":[\n{\"slug\":1}]}", 2, "\"slug\""},
             Case{"{\"models\":[{\"slug\":\"a\"},\n{}\n]}", 2, "needs"},
             Case{"{\"models\":[{\"slug\":\"a\"},\n{\"slug\":\"a\"}]}", 2,
                  "two models"},
             Case{"{\"providers\":[\n\n{\"id\":\"\"}]}", 3, "\"id\""},
             Case{"{\n\"a\\nb\":1}", 2, "\"a\\x0ab\""},
             Case{"{\n\"\x01", 2, "byte"},
             Case{"{}\n{}", 2, "one JSON object"}}) {
        Catalog catalog;
        auto wrong = catalog.read(c.text);
        ASSERT_TRUE(wrong) << c.text;
        EXPECT_NE(wrong->message.find(c.words), std::string::npos)
            << wrong->message;
        EXPECT_EQ(wrong->line, c.line) << c.text << ": " << wrong->message;
    }
}

}  // namespace

}  // namespace gate::guard
