#include "guard/people/cjk_names.hpp"

#include <gtest/gtest.h>

#include "found_texts.hpp"

namespace gate::guard {

namespace {

using Texts = std::vector<std::string>;

Texts names(std::string_view text)
{
    return test::found(find_cjk_names, text);
}

TEST(CjkNames, ASurnameOnEitherSideOfASpace)
{
    EXPECT_EQ(names("Send it to 涛 马 today"), Texts{"涛 马"});
    EXPECT_EQ(names("Patient: 山本 由美, seen"), Texts{"山本 由美"});
    EXPECT_EQ(names("Ask 민준 김 or 서연 박."), (Texts{"민준 김", "서연 박"}));
    // words of a text that is cut into words
    EXPECT_EQ(names("我 马 上 来"), Texts{});
    EXPECT_EQ(names("天气 很好"), Texts{});
}

TEST(CjkNames, AfterACue)
{
    EXPECT_EQ(names("你好，我叫赵国强，住在北京。"), Texts{"赵国强"});
    EXPECT_EQ(names("我叫陈静是学生"), Texts{"陈静"});
    EXPECT_EQ(names("姓名：欧阳文 电话：12345"), Texts{"欧阳文"});
    EXPECT_EQ(names("{\"name\": \"孙丽华\"}"), Texts{"孙丽华"});
    EXPECT_EQ(names("名前は佐々木健一です"), Texts{"佐々木健一"});
    EXPECT_EQ(names("氏名: 渡辺直美"), Texts{"渡辺直美"});
    EXPECT_EQ(names("제 이름은 박지훈입니다"), Texts{"박지훈"});
    EXPECT_EQ(names("성명: 최수진"), Texts{"최수진"});
    EXPECT_EQ(names("Patient: 周敏"), Texts{"周敏"});
}

TEST(CjkNames, BeforeAnHonorific)
{
    EXPECT_EQ(names("请联系郭先生和吴晓燕女士。"), (Texts{"郭", "吴晓燕"}));
    EXPECT_EQ(names("王小姐说她明天来"), Texts{"王"});
    EXPECT_EQ(names("山田さんに聞いて"), Texts{"山田"});
    EXPECT_EQ(names("清水由紀様へ"), Texts{"清水由紀"});
    EXPECT_EQ(names("정민호 씨를 불러"), Texts{"정민호"});
    EXPECT_EQ(names("정민호씨를 불러"), Texts{});
}

TEST(CjkNames, OrdinaryWordsAreNone)
{
    for (const char* text : {
             "今天天气很好，我们去公园吧。", "女士优先", "先生们，女士们",
             "请问这位先生是谁", "我叫他来", "我叫了一辆车", "他是王",
             "お客様のお名前", "皆さんこんにちは", "名前は何ですか",
             "東京都千代田区", "이 문장을 번역해 주세요", "이름은 무엇입니까",
             "선생님 안녕하세요", "고객님께 안내드립니다", "姓名: ", "",
             "马上就来", "高兴地说", "王国的故事", "Name: 東京",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(CjkNames, AnotherTextSaysNothing)
{
    std::string text = "姓名:";
    text += text_break;
    text += "周敏";
    EXPECT_EQ(names(text), Texts{});
}

}  // namespace

}  // namespace gate::guard
