// Bodies that make an inspection work as much as is known: they begin to match
// many rules all the time, in texts that are also read joined and unescaped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gate::load {

struct HostileBody {
    const char*       name;
    std::string_view  before;
    std::string_view  unit;  // repeated; W in it: ten times two words of rules
    std::string_view  after;
};

constexpr HostileBody hostile_bodies[] = {
    {"flat", R"({"content":")", "ignore your ", R"("})"},
    {"flat leet", R"({"content":")", "override 1gn0r3 ", R"("})"},
    {"flat mixed", R"({"content":")", "act as drop of reply with ", R"("})"},
    {"escape in front", R"({"content":"\\n)", "override 1gn0r3 ", R"("})"},
    {"two levels in front", R"({"content":"\\\\n)", "override 1gn0r3 ",
     R"("})"},
    {"escapes", R"({"content":")", R"(override\\n1gn0r3\\n)", R"("})"},
    {"two levels", R"({"content":")", R"(override\\\\n1gn0r3\\\\n)", R"("})"},
    {"inner documents", R"({"content":"[0)", R"(,\"W\\n\")", R"(]"})"},
    {"nested", R"({"messages":[{"role":"user","content":["x")",
     R"(,["W\\\\n","W\\\\n"])", "]}]}"},
    {"joined parts", R"({"messages":[{"role":"user","content":["x")",
     R"(,{"type":"text","text":"W"})", "]}]}"},
    {"short parts", R"({"messages":[{"role":"user","content":["x")",
     R"(,"override","1gn0r3 ")", "]}]}"},
    {"messages", R"({"messages":[{"role":"user","content":"x"})",
     R"(,{"role":"user","content":"W"})", "]}"},
    {"escaped messages", R"({"messages":[{"role":"user","content":"x"})",
     R"(,{"role":"user","content":["W\\\\n","W\\\\n"]})", "]}"},
};

// As many units as are about so many bytes, that many times.
std::string made(const HostileBody& body, size_t bytes, size_t times = 1);

}  // namespace gate::load
