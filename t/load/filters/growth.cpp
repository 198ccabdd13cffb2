// Counts instructions of one filter after the other over the worst texts
// known for them, at one length and at four times that; t/filters_linear.t
// runs it under callgrind and compares:
//
//     valgrind --tool=callgrind --instr-atstart=no filter_growth SLUG...
//
// A part of callgrind's output is named SLUG/TEXT/TIMES/BYTES, where TIMES is
// 1 or 4. In place of a slug "judge" is all of them and reading the body, and
// "hostile" the same over the bodies of hostile.hpp. These are also counted at
// 128 times the length, alone with the limit that a request has: "/refused"
// ends the name of one that exceeds it.
#include "../prose.hpp"
#include "engine.hpp"
#include "hostile.hpp"

#include <cstdio>
#include <optional>
#include <utility>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define GATE_CAN_COUNT true
#else
#define GATE_CAN_COUNT false
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

namespace gate::load {

namespace {

constexpr size_t short_bytes = 8 << 10;
constexpr size_t made_bytes = 4 << 10;
constexpr size_t factor = 4;
constexpr size_t hostile_bytes = 2 << 10;
constexpr size_t much = 128;

struct Text {
    const char*       name;
    std::string_view  unit;  // repeated; empty: a made-up text of that name
};

constexpr Text texts[] = {
    {"prose", ""}, {"hits", ""}, {"digits", ""}, {"at_signs", ""},
    {"rules", ""}, {"capitals", ""}, {"emails", ""},
    // e-mail addresses
    {"dashes", "a-a-a-"}, {"local parts", "a@b."}, {"chain", "a@b.cc"},
    {"quotes", "\"a@b.cc "}, {"escaped @", "a%40"}, {"labels", "a.b-c."},
    // numbers
    {"dotted", "1.2.3.4."}, {"plus signs", "+1+1"}, {"colons", "a:b:c:d::"},
    {"digits and dashes", "1-"}, {"brackets", "(1)"}, {"spaced digits", "1 "},
    {"wide digits", "\xef\xbc\x91"}, {"phones", "+1 415 555 0132 "},
    {"cards", "4111 1111 1111 1111 "}, {"cues", "call tel card ssn 12345678 "},
    {"number lists", "1. 4111 1111 1111 1111 / 0171 2345678 - 10.0.0.1. "},
    {"area codes", "030 123456 "}, {"tables", "5070 5071 "},
    // people
    {"initials", "A B C D "}, {"streets", "12 Main Street, "},
    {"names", "Mary Ann Lopez "}, {"name cues", "my name is Dr. "},
    {"unit numbers", "Apt 1, PO Box 2 "}, {"accents", "\xc3\x89\xc3\xa9"},
    // injection
    {"spaced letters", "i g n o r e "}, {"leet", "4ll "},
    {"override", "ignore all previous "}, {"entities", "&#105;"},
    {"url escapes", "%69%67"}, {"one run", "aWdub3Jl"}, {"doubled", "iiggnn"},
    {"named", "rot13 reversed vtaber "}, {"shuffled", "igonre prveiuos "},
    {"invisible", "i\xe2\x80\x8bg\xe2\x80\x8bn\xe2\x80\x8b"},
    {"begun rules", "override 1gn0r3 "}, {"markup", "<!-- [INST] "},
    {"many texts", {"ignore all\n\0\n", 13}},
};

// The long text is the short one several times, and so is that one of a
// smaller piece: neither chance nor what stands at the ends has a part in it.
std::string made(const Text& text, size_t times)
{
    std::string unit(text.unit);
    TextKind kind;

    if (unit.empty() && read_text_kind(text.name, &kind)) {
        Dice dice(1);
        append_text(&unit, kind, made_bytes, &dice);
    }
    std::string out;
    for (size_t i = short_bytes / unit.size() * times; i > 0; i--) {
        out += unit;
    }
    return out;
}

// What is counted: a slug, or everything.
struct Counted {
    std::string                 name;
    std::optional<guard::Slug>  slug;
    bool                        is_hostile = false;

    guard::SlugSet wanted() const
    {
        guard::SlugSet one;
        if (!slug) {
            return guard::SlugSet::all();
        }
        one.add(*slug);
        return one;
    }
};

// Made-up texts are as they stand in JSON. NULs are in no body: those of "many
// texts" part its strings there.
std::string body_of(const Text& text, std::string_view bytes)
{
    std::string body = R"({"content":[")";
    for (char c : bytes) {
        if (c == '\0') {
            body += "\",\"";
        } else if (c == '"' && !text.unit.empty()) {
            body += "\\\"";
        } else if (c != '\n') {
            body += c;
        }
    }
    return body + "\"]}";
}

struct Input {
    const char*  name;
    std::string  bytes;  // texts for a slug, or a body
};

std::vector<Input> inputs(const Counted& counted, size_t times)
{
    std::vector<Input> all;
    if (counted.is_hostile) {
        for (const HostileBody& hostile : hostile_bodies) {
            all.push_back({hostile.name, made(hostile, hostile_bytes, times)});
        }
        return all;
    }
    for (const Text& text : texts) {
        std::string bytes = made(text, times);
        if (counted.slug) {
            bytes += guard::text_break;
        } else {
            bytes = body_of(text, bytes);
        }
        all.push_back({text.name, std::move(bytes)});
    }
    return all;
}

// False if it could not be judged.
bool inspect(Engine& engine, const Counted& counted, const Input& input,
    uint64_t limit = guard::Work::unlimited)
{
    engine.forget();
    bool done = counted.slug ? engine.find(input.bytes, counted.wanted())
                             : engine.judge(input.bytes, limit);
    if (!done) {
        std::fprintf(stderr, "%s was not judged\n", input.name);
    }
    return done;
}

// So that what is made when it is first needed is not counted.
bool warm_up(Engine& engine, const Counted& counted)
{
    for (const Input& input : inputs(counted, 1)) {
        if (!inspect(engine, counted, input)) {
            return false;
        }
    }
    return true;
}

bool count(Engine& engine, const Counted& counted, size_t times)
{
    for (const Input& input : inputs(counted, times)) {
        std::string name = counted.name + "/" + input.name + "/"
                           + std::to_string(times) + "/"
                           + std::to_string(input.bytes.size());
        uint64_t limit = times == much ? Engine::default_limit(input.bytes)
                                       : guard::Work::unlimited;
        CALLGRIND_ZERO_STATS;
        if (!inspect(engine, counted, input, limit)) {
            return false;
        }
        if (engine.is_over_limit()) {
            name += "/refused";
        }
        CALLGRIND_DUMP_STATS_AT(name.c_str());
    }
    return true;
}

// False if the word names none.
bool read_counted(const char* word, Counted* counted)
{
    counted->name = word;
    counted->slug = guard::slug_named(word);
    counted->is_hostile = counted->name == "hostile";
    return counted->slug || counted->is_hostile || counted->name == "judge";
}

int run(const std::vector<Counted>& all)
{
    guard::SlugSet slugs;
    for (size_t i = 0; i < guard::slug_count; i++) {
        auto slug = static_cast<guard::Slug>(i);
        for (const Counted& counted : all) {
            if (counted.wanted().has(slug)) {
                slugs.add(slug);
            }
        }
    }
    std::string cause;
    auto engine = Engine::make(slugs, {}, &cause);
    if (engine == nullptr) {
        std::fprintf(stderr, "%s\n", cause.c_str());
        return 1;
    }
    for (const Counted& counted : all) {
        if (!warm_up(*engine, counted)) {
            return 1;
        }
    }

    CALLGRIND_START_INSTRUMENTATION;
    for (const Counted& counted : all) {
        if (!count(*engine, counted, 1) || !count(*engine, counted, factor)
            || (counted.is_hostile && !count(*engine, counted, much)))
        {
            return 1;
        }
    }
    return 0;
}

}  // namespace

}  // namespace gate::load

int main(int argc, char** argv)
{
    if (!GATE_CAN_COUNT) {
        std::fprintf(stderr, "built without the headers of valgrind\n");
        return 3;
    }
    std::vector<gate::load::Counted> all;
    for (int i = 1; i < argc; i++) {
        if (!gate::load::read_counted(argv[i], &all.emplace_back())) {
            all.clear();
            break;
        }
    }
    if (all.empty()) {
        std::fprintf(stderr, "usage: %s SLUG|judge|hostile ...\n", argv[0]);
        return 2;
    }
    return gate::load::run(all);
}
