// What the tests of the filter regex-prompt-injection share.
#pragma once

#include "base/text.hpp"
#include "guard/injection/injection.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace gate::guard {

// The rules are compiled once for all tests of the suite.
class Injection : public testing::Test {
protected:
    static void SetUpTestSuite()
    {
        auto made = InjectionFilter::make();
        ASSERT_EQ(made.error, "");
        filter_ = made.filter.release();
    }

    static void TearDownTestSuite()
    {
        delete filter_;
        filter_ = nullptr;
    }

    void SetUp() override { ASSERT_TRUE(filter_->fit(scratch_)); }

    // The words that were found, joined by |.
    std::string found(std::string_view text)
    {
        Findings findings;
        EXPECT_TRUE(filter_->find(text, scratch_, &findings));
        std::string out;
        uint32_t least = 0;
        for (const Finding& finding : findings) {
            auto [start, end] = finding.span;
            EXPECT_EQ(finding.slug, Slug::prompt_injection);
            EXPECT_LE(least, start);
            EXPECT_LT(start, end);
            EXPECT_LE(end, text.size());
            least = end;
            std::string_view words = text.substr(start, end - start);
            EXPECT_EQ(words.find('\0'), std::string_view::npos);
            EXPECT_TRUE(text::is_utf8(words));
            out += (out.empty() ? "" : "|") + std::string(words);
        }
        return out;
    }

    bool flags(std::string_view text) { return !found(text).empty(); }

    static inline InjectionFilter*  filter_ = nullptr;
    Scratch                         scratch_;
};

}  // namespace gate::guard
