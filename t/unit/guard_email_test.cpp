#include "guard/pii/email.hpp"

#include "pii_marks.hpp"

namespace gate::guard {

namespace {

void expect_marks(const std::vector<std::string_view>& texts)
{
    test::expect_marks(Slug::email, texts);
}

TEST(Email, AnOrdinaryAddressIsFoundWithoutWhatStandsAround)
{
    expect_marks({
        "`ana@example.com`",
        "write to `ana.b-c_d@mail.example.co.uk`, please",
        "<`ana@example.com`>", "(`ana@example.com`)", "mailto:`a@b.example`",
        "user=`ana@example.com`&x=1", "'`ana@example.com`'",
        "\"`ana@example.com`\"", "`a@b.io`;`c@d.io`", "a,`b@c.org`|`d@e.org`",
        "{\"email\":\"`12345@qq.example`\"}", "`dev@localhost.localdomain`",
        "`ana@a_b.example.com`",
        "https://shop.example/unsubscribe?who=`ana@example.com`",
    });
}

TEST(Email, APlusInTheLocalPartIsPartOfIt)
{
    expect_marks({"to `ana+news+2@example.com` now",
                  "`o'hara@example.ie`"});
}

TEST(Email, AQuotedLocalPartIsFound)
{
    expect_marks({
        "to `\"john doe\"@example.com`", "`\"a@b\"@example.com`",
        "no \"\"@example.com", "no \"@example.com",
    });
}

TEST(Email, NamesOfAnyAlphabetAreFound)
{
    expect_marks({
        "an `jörg@müller.example`.", "`用户@例子.公司`",
        "`иван@почта.рф`",
        "`δοκιμή@παράδειγμα.ελ`",
        "`ana@xn--bcher-kva.xn--p1ai`",
    });
}

TEST(Email, WritingWithoutSpacesEndsAnAddress)
{
    expect_marks({"请写信给`ana@example.com`谢谢",
                  "メールは`taro@example.jp`です"});
}

TEST(Email, ALocalPartOfIdeographsIsWhole)
{
    expect_marks({
        "`花子.田中92@example.jp`", "邮箱：`田中92@example.com`。",
        "`山田_太郎@example.jp`", "`花子.田中@example.jp`です",
        "(`김.철수7@example.kr`)",
        // an account number behind a word
        "我的邮箱是`12345678@example.com`", "请写信给`ana.b92@example.com`",
        "我的新的电子邮箱地址是`88@example.com`",
    });
}

TEST(Email, ADomainEndsAtItsLastLabel)
{
    expect_marks({
        "`x@my.name-server.org`", "`a@ds.pro-ns.net`.",
        "`a@mail.my-web-shop.co.uk`, so", "`a@b.com-office.example.org`",
        "`a@x1.y-2.example`", "`a@b.co-op.example`",
        "`ana@example.com`—thanks.And", "`ana@example.com`_x.pdf",
        "`ana@example.com`-2.5", "`ana@example.com`-office. Then",
    });
}

TEST(Email, UpperCaseAndATrailingDotChangeNothing)
{
    expect_marks({
        "`ANA@EXAMPLE.COM`", "mail `Ana@Example.Com`. Then",
        "`ana@example.com`...", "`ana@example.com`.\n",
    });
}

TEST(Email, FullWidthSpellingsAreFound)
{
    expect_marks({
        "`ana＠example.com`",
        "`ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ`",
        "`𝐚𝐧𝐚@example.com`", "`ana@ⓔxample.com`",
    });
}

TEST(Email, AnEscapedAtIsOne)
{
    expect_marks({"?to=`ana%40example.com`&x", "100%40 of 200"});
}

TEST(Email, AnAtAloneIsNone)
{
    expect_marks({
        "@", "a@", "@b", "me @ work", "x@y", "ana@example", "@media (x)",
        "use @name", "@app.route", "a@b..com", "a@.com", "5 @ 3.00",
        "ana@example.c", "ana@example.c0m", "@@@@.com", "a@-b",
    });
}

TEST(Email, PackagesPicturesAndRemotesAreNone)
{
    expect_marks({
        "npm i react@18.2.0 @types/node@20.10.0", "lib@1.2.3-rc.one",
        "icon@2x.png", "git@github.com:group/project.git",
        "ssh://git@example.com/x", "postgres://app:secret@db.example.com/x",
        "but `git@example.com` is",
    });
}

TEST(Email, WhatFollowsTheLastLabelIsNotPartOfIt)
{
    expect_marks({
        "`ana@example.com`-office", "`ana@example.com`_x",
        "`ana@example.com`/inbox", "`ana@example.com`:25",
    });
}

}  // namespace

}  // namespace gate::guard
