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

void expect_name(std::string_view text, const std::string& name)
{
    EXPECT_EQ(names(text), Texts{name}) << text;
}

void expect_none(std::initializer_list<std::string_view> texts)
{
    for (std::string_view text : texts) {
        EXPECT_EQ(names(text), Texts{}) << text;
    }
}

TEST(PersonName, GivenNameAndSurname)
{
    expect_name("I met Robert Miller yesterday.", "Robert Miller");
    expect_name("Susanne Fischer wrote this.", "Susanne Fischer");
    expect_name("the keys of Paulo Ferreira are lost", "Paulo Ferreira");
    expect_name("a talk by Katarzyna Nowak", "Katarzyna Nowak");
    expect_name("Ask Dimitri Volkov about it", "Dimitri Volkov");
    expect_name("Ask Иван Иванов about it", "Иван Иванов");
}

TEST(PersonName, AnUnknownWordBehindAGivenNameIsItsSurname)
{
    expect_name("Laura Quorzwell called again.", "Laura Quorzwell");
    expect_name("a letter to Peter Ombradzky", "Peter Ombradzky");
}

TEST(PersonName, AKnownGivenNameAlone)
{
    expect_name("then Daniel went home", "Daniel");
    expect_name("Was it Sophie?", "Sophie");
    expect_name("But Martina disagreed.", "Martina");
}

TEST(PersonName, MiddleNamesInitialsAndParticles)
{
    expect_name("Signed: Anna Maria Lopez", "Anna Maria Lopez");
    expect_name("as George W. Baker put it", "George W. Baker");
    expect_name("as J. Robertson put it", "J. Robertson");
    expect_name("by Ludwig van Beethoven in C", "Ludwig van Beethoven");
    expect_name("by Jan van der Meer, painter", "Jan van der Meer");
    expect_name("by Maria de la Cruz, poet", "Maria de la Cruz");
}

TEST(PersonName, HyphensApostrophesAndAccents)
{
    expect_name("I am Anne-Marie O'Brien.", "Anne-Marie O'Brien");
    expect_name("I am Zoë Strömberg.", "Zoë Strömberg");
    expect_name("Sean O\u2019Neill's car", "Sean O\u2019Neill");
    expect_name("ask Kevin's boss", "Kevin");
    expect_name("with Fiona McGregor there", "Fiona McGregor");
}

TEST(PersonName, ASoftHyphenHidesNothing)
{
    expect_name("ask Rob\u00adert Mil\u200bler", "Rob\u00adert Mil\u200bler");
}

TEST(PersonName, AHonorificIsPartOfItATitleIsNot)
{
    expect_name("Please call Mrs. Andrews.", "Mrs. Andrews");
    expect_name("Please call Mr Vorontzkis.", "Mr Vorontzkis");
    expect_name("seen by Dr. Quentin Harper", "Quentin Harper");
    expect_name("seen by Prof. Wexelbaum", "Wexelbaum");
}

TEST(PersonName, ASuffixIsPartOfIt)
{
    expect_name("for Martin Collins Jr. only", "Martin Collins Jr.");
    expect_name("for Ellen Whitfield MD only", "Ellen Whitfield MD");
}

TEST(PersonName, ACueLetsUnknownAndAmbiguousWordsPass)
{
    expect_name("My name is Xaruvi", "Xaruvi");
    expect_name("Hello, I'm Qanzar Blemu", "Qanzar Blemu");
    expect_name("Dear Will,", "Will");
    expect_name("Patient: Tsveta Orlbek, seen today", "Tsveta Orlbek");
    expect_name("{\"name\": \"Grace Hopper\"}", "Grace Hopper");
    expect_name("<name>Lena Brandt</name>", "Lena Brandt");
    expect_name("What is the name on it? Xaruvi", "Xaruvi");
    expect_name("Kind regards,\nTobias Lang", "Tobias Lang");
    expect_name("?name=Carla Santos&x=1", "Carla Santos");
}

TEST(PersonName, AMaskThatLeavesTheFirstLetters)
{
    expect_name("ask K****** W***** about it", "K****** W*****");
    expect_name("- Ma**** Bro****, 41", "Ma**** Bro****");
    expect_name("seen: The**** Bro****", "The**** Bro****");
    expect_name("for Mr. K****** W***** only", "K****** W*****");
    EXPECT_EQ(names("Anna Ma**** Bro****"), (Texts{"Anna", "Ma**** Bro****"}));
    expect_name("***Anna*** said", "Anna");
    expect_name("*****K**** W*****", "K**** W*****");
    expect_none({"F*** S***", "A* B*", "K******", "K****** and W*****",
                 "K****** W*****x", "5*** ****", "A ****** B ******"});
}

TEST(PersonName, WhatOnlyAPersonDoesIsACue)
{
    expect_name("Sue said no", "Sue");
    expect_name("Xaruvi Orlbek lives here", "Xaruvi Orlbek");
}

TEST(PersonName, CapitalsAreReadWhereBothWordsAreNames)
{
    expect_name("PATIENT: MARIA GONZALEZ", "MARIA GONZALEZ");
    expect_none({"THE BART WAS LATE", "ask SIRI", "a DAN prompt"});
}

TEST(PersonName, SeveralAreFoundInOrder)
{
    EXPECT_EQ(names("Maria Gonzalez met Thomas Becker and Julia."),
              (Texts{"Maria Gonzalez", "Thomas Becker", "Julia"}));
}

TEST(PersonName, TextsAreApart)
{
    std::string text = "call Maria";
    text += text_break;
    text += "Gonzalez";
    expect_name(text, "Maria");
}

TEST(PersonName, OrdinaryWordsAreNone)
{
    expect_none({
        "Hi I\u2019ve got a problem", "Hello I've a question", "Hey I'm late",
        "Will you go?", "May I ask?", "Mark the box.", "Grant access to it",
        "Thank You So Much", "The Quick Brown Fox", "Hello World",
        "Bill was paid", "Rose Garden Tour", "Hope Springs Eternal",
        "Please Sign Here", "Best Regards", "I Am Legend",
    });
}

TEST(PersonName, PlacesMonthsAndProductsAreNone)
{
    expect_none({
        "We flew to Paris in April.", "Washington and London",
        "from San Antonio to El Paso", "Lake Victoria is deep",
        "Jackson, MS 39201", "Sydney Opera House", "in Georgia",
        "Monday Tuesday", "the Jenkins Pipeline", "Ruby on Rails",
        "Apache Kafka and Redis", "Google Cloud", "Jordan River",
    });
}

TEST(PersonName, OwnersAreNone)
{
    expect_none({
        "the Johns Hopkins University", "Martin Luther Street",
        "at Stanford University Hospital", "Parker Solutions Inc",
        "Charles Schwab Corporation", "the Alan Turing Institute",
        "Elisabeth Street 12", "the Parkinson Disease Foundation",
    });
}

TEST(PersonName, StreetsWithANumberAreNone)
{
    expect_none({"Maria Theresia 14", "turn into Paul Meyer 22"});
}

TEST(PersonName, ANameKeepsItsFirstAndLastWord)
{
    expect_name("by R. Andrew Bailey in May", "R. Andrew Bailey");
    expect_name("by J. R. Andrew Bailey", "J. R. Andrew Bailey");
    expect_name("from Craig R. Hughes in May", "Craig R. Hughes");
    expect_name("from Craig R.Hughes in May", "Craig R.Hughes");
    expect_name("Ran Benita <ran@example.org>", "Ran Benita");
    expect_name("by: \"Ran Benita\" <ran@example.org>", "Ran Benita");
    expect_name("Thank Benita <3", "Benita");
    expect_name("Thank Benita for it", "Benita");
    expect_name("From Paulo Ferreira <p@example.org>", "Paulo Ferreira");
}

TEST(PersonName, CodeIsNone)
{
    expect_none({
        "Daniel.class", "new Martin()", "std::Peter::Paul", "@Maria",
        "$Peter", "MariaDB", "x_Anna", "Anna_x", "peter@Example.com",
        "JavaScript TypeScript", "import React from 'react'",
    });
}

TEST(PersonName, NothingInNothing)
{
    expect_none({"", " ", "A", "\xc3\x89", "a b c", "1234", "MR", "Mr."});
}

TEST(PersonName, WordsWithoutEndAreNone)
{
    EXPECT_EQ(names("A" + std::string(100000, 'a')), Texts{});
    EXPECT_EQ(names(std::string(100000, 'A')), Texts{});
}

// The borders of blocks of 64 bytes, and ends of texts near to a word.
TEST(PersonName, TheSameAtEveryOffsetAndBeforeEveryEnd)
{
    for (size_t before = 0; before < 140; before++) {
        for (size_t behind = 0; behind < 20; behind++) {
            std::string text = std::string(before, '.')
                + " The end. When Dr. Robert Miller met Will"
                + std::string(behind, '.');
            ASSERT_EQ(names(text), Texts{"Robert Miller"})
                << before << ' ' << behind;
        }
    }
}

TEST(PersonName, AWordThatBeginsSentencesMayStillBeOne)
{
    expect_none({"it rained. Will the train be late?", "ok. Can it wait?",
                 "ok. Can\u00e9 it wait?", "so. My-Lan is", "so. The A. B is"});
    expect_name("my name is Will and so on", "Will");
    expect_name("Author: Will van Dyke, and others", "Will van Dyke");
}

}  // namespace

}  // namespace gate::guard
