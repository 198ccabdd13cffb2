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

TEST(CjkNames, TwoWordsAmongLatinLetters)
{
    EXPECT_EQ(names("Send it to 涛 马 today"), Texts{"涛 马"});
    EXPECT_EQ(names("Patient: 山本 由美, seen"), Texts{"山本 由美"});
    EXPECT_EQ(names("Ask 민준 김 or 서연 박."), (Texts{"민준 김", "서연 박"}));
    for (const char* text : {
             "我 马 上 来", "天气 很好", "안 돼!", "나 왔어", "문 열어",
             "한 번", "오 진짜?", "上野 浅草", "价格是 5 万 元",
             "第 3 段 内容", "清水 寺", "User: 안 가", "User: 나 왔어",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(CjkNames, ChineseBehindACue)
{
    EXPECT_EQ(names("你好，我叫赵国强，住在北京。"), Texts{"赵国强"});
    EXPECT_EQ(names("我叫陈静是学生"), Texts{"陈静"});
    EXPECT_EQ(names("我叫王小明"), Texts{"王小明"});
    EXPECT_EQ(names("我叫李和平，是老师"), Texts{"李和平"});
    EXPECT_EQ(names("我叫王强很高兴认识你"), Texts{"王强"});
    EXPECT_EQ(names("姓名：欧阳文 电话：12345"), Texts{"欧阳文"});
    EXPECT_EQ(names("姓名：王来福"), Texts{"王来福"});
    EXPECT_EQ(names("联系人：王芳手机138"), Texts{"王芳"});
    EXPECT_EQ(names("患者：李娜因头痛入院"), Texts{"李娜"});
    EXPECT_EQ(names("{\"name\": \"孙丽华\"}"), Texts{"孙丽华"});
    EXPECT_EQ(names("Patient: 周敏"), Texts{"周敏"});
    for (const char* text : {
             "我叫他来", "我叫了一辆车", "他是王", "名字是任意的",
             "患者：高血压三年", "客户：方案已发", "患者 高龄",
             "User: 任何问题都可以问吗", "User: 马上回复我",
             "User: 高血压怎么治疗", "Subject: 周报 2024", "姓名: ",
             "Name: 東京", "Re: 周末安排",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(CjkNames, JapaneseBehindACue)
{
    EXPECT_EQ(names("名前は佐々木健一です"), Texts{"佐々木健一"});
    EXPECT_EQ(names("名前は山田健太郎です"), Texts{"山田健太郎"});
    EXPECT_EQ(names("氏名: 渡辺直美"), Texts{"渡辺直美"});
    EXPECT_EQ(names("氏名：高田健一"), Texts{"高田健一"});
    EXPECT_EQ(names("名前は何ですか"), Texts{});
    EXPECT_EQ(names("名前は原則として"), Texts{});
    EXPECT_EQ(names("名前は任意です"), Texts{});
}

TEST(CjkNames, KoreanBehindACue)
{
    EXPECT_EQ(names("제 이름은 박지훈입니다"), Texts{"박지훈"});
    EXPECT_EQ(names("성명: 최수진"), Texts{"최수진"});
    for (const char* text : {
             "이름은 무엇입니까", "환자 정보를 입력하세요",
             "담당자 이메일 주소를 알려 주세요", "이름은 나중에 알려줄게",
             "성명: 정확히", "환자 안전이 중요합니다",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(CjkNames, BeforeAnHonorific)
{
    EXPECT_EQ(names("请联系郭先生和吴晓燕女士。"), (Texts{"郭", "吴晓燕"}));
    EXPECT_EQ(names("王小姐说她明天来"), Texts{"王"});
    EXPECT_EQ(names("对方王先生说"), Texts{"王"});
    EXPECT_EQ(names("上周王先生来过"), Texts{"王"});
    EXPECT_EQ(names("山田さんに聞いて"), Texts{"山田"});
    EXPECT_EQ(names("清水由紀様へ"), Texts{"清水由紀"});
    EXPECT_EQ(names("정민호 씨를 불러"), Texts{"정민호"});
    EXPECT_EQ(names("정민호씨를 불러"), Texts{"정민호"});
    EXPECT_EQ(names("김민수씨가 왔어요"), Texts{"김민수"});
    EXPECT_EQ(names("홍길동님"), Texts{"홍길동"});
    for (const char* text : {
             "女士优先", "先生们，女士们", "请问这位先生是谁",
             "关于女士手表的推荐", "对于女士来说", "任何女士都可以参加",
             "官方小姐姐", "王様の耳はロバの耳", "王子様", "任天堂さん",
             "原作者さん", "高校生さん", "熊さん", "お客様のお名前",
             "皆さんこんにちは", "손글씨 폰트 추천해 주세요",
             "오늘날씨 어때", "유기농 씨앗", "고구마 씨앗을",
             "선생님 안녕하세요", "고객님께 안내드립니다",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(CjkNames, OrdinaryTextsHaveNone)
{
    for (const char* text : {
             "今天天气很好，我们去公园吧。", "東京都千代田区",
             "이 문장을 번역해 주세요", "马上就来", "高兴地说",
             "王国的故事", "",
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
