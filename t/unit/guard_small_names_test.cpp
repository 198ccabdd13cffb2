#include "guard/people/person_name.hpp"

#include <gtest/gtest.h>

#include "found_texts.hpp"

namespace gate::guard {

namespace {

using Texts = std::vector<std::string>;

Texts names(std::string_view text)
{
    return test::found(find_person_names, text);
}

TEST(SmallNames, AGivenNameAndASurname)
{
    EXPECT_EQ(names("please ask robert kowalski about it"),
              Texts{"robert kowalski"});
    EXPECT_EQ(names("the keys of paulo ferreira are lost"),
              Texts{"paulo ferreira"});
    EXPECT_EQ(names("a talk by maria de la cruz in bonn"),
              Texts{"maria de la cruz"});
    EXPECT_EQ(names("mail zoë strömberg, then wait"),
              Texts{"zoë strömberg"});
}

TEST(SmallNames, AWordBesideItLetsOneWordPass)
{
    EXPECT_EQ(names("hi sandra, are you there?"), Texts{"sandra"});
    EXPECT_EQ(names("my name is dimitri"), Texts{"dimitri"});
    EXPECT_EQ(names("then martina said no"), Texts{"martina"});
    EXPECT_EQ(names("patient: katarzyna"), Texts{"katarzyna"});
    EXPECT_EQ(names("then sandra went home"), Texts{});
}

TEST(SmallNames, ACueLetsAnUnknownSurnamePass)
{
    EXPECT_EQ(names("i'm laura quorzwell and i need help"),
              Texts{"laura quorzwell"});
    EXPECT_EQ(names("peter ombradzky lives there"),
              Texts{"peter ombradzky"});
    EXPECT_EQ(names("my name is thomas pls help"), Texts{"thomas pls"});
}

TEST(SmallNames, ATitle)
{
    EXPECT_EQ(names("call mr. vorontzkis back"), Texts{"mr. vorontzkis"});
    EXPECT_EQ(names("call mrs ferreira back"), Texts{"mrs ferreira"});
    EXPECT_EQ(names("seen by dr. lena brandt"), Texts{"lena brandt"});
    EXPECT_EQ(names("it took 20 ms latency, then 30 ms vorontzk"), Texts{});
    EXPECT_EQ(names("mr. and mrs. ferreira"), Texts{"mrs. ferreira"});
    EXPECT_EQ(names("i miss thomas so much"), Texts{});
    EXPECT_EQ(names("p99 is 30 ms. kafka adds 5 ms. rabbitmq 9"), Texts{});
    EXPECT_EQ(names("it took 20 ms. so"), Texts{});
}

TEST(SmallNames, SentencesMayBeginWithACapital)
{
    EXPECT_EQ(names("My name is sandra kowalski. I think I'm late."),
              Texts{"sandra kowalski"});
    EXPECT_EQ(names("Hello! Please ask robert kowalski."),
              Texts{"robert kowalski"});
    EXPECT_EQ(names("Hi I\u2019m sandra kowalski"), Texts{"sandra kowalski"});
    EXPECT_EQ(names("so do I. my name is sandra kowalski"),
              Texts{"sandra kowalski"});
}

TEST(SmallNames, ATextThatHasCapitalsIsLeftAlone)
{
    EXPECT_EQ(names("ask robert kowalski in Hamburg"), Texts{});
    EXPECT_EQ(names("the API says robert kowalski"), Texts{});
}

TEST(SmallNames, EachTextIsLookedAtByItself)
{
    std::string text = "ask robert kowalski";
    text += text_break;
    text += "The API of Thomas Becker";
    text += text_break;
    text += "hi sandra";
    EXPECT_EQ(names(text),
              (Texts{"robert kowalski", "Thomas Becker", "sandra"}));
}

TEST(SmallNames, WordsOfOtherLanguagesAreNoSurnames)
{
    EXPECT_EQ(names("hey thomas kannst du helfen"), Texts{"thomas"});
    EXPECT_EQ(names("hey anna bist du da"), Texts{"anna"});
}

// one look for capitals serves all texts: else this takes a minute
TEST(SmallNames, ManyTexts)
{
    std::string text;
    for (int i = 0; i < 1 << 19; i++) {
        text += 'a';
        text += text_break;
    }
    EXPECT_EQ(names(text), Texts{});
}

TEST(SmallNames, OrdinaryWordsAreNone)
{
    for (const char* text : {
             "will you mark the bill?", "hope may grant it",
             "i am happy with the result", "hello world", "hi there",
             "hey siri, play some music", "my name is not important",
             "dear customer service team", "this is great news",
             "we flew to paris in april", "use docker with kafka",
             "import pandas as pd", "user: root", "from jackson, ms 39201",
             "say ruby on rails", "the rose garden and the chase bank",
             "for max 10 words", "max_robert = robert.max(kowalski_x)",
             "ich war gestern mit der bahn in der stadt",
             "el sol y la luz del mar son muy lindos",
             "je vais au marché avec une amie", "la reina está en casa",
         }) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

}  // namespace

}  // namespace gate::guard
