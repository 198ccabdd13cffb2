#include "internd/models/model.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gate::internd {

namespace {

using Verb = Step::Verb;
using Words = std::vector<std::string_view>;

// What a directive takes, in the words the help prints: TEXT is the rest of
// the line, WORD, TIME, N, M and COST are one argument each, what is in
// brackets may be missing, small letters stand for themselves.
struct Directive {
    std::string_view  name;
    std::string_view  takes;
    Verb              verb;
    const char*       meaning;
};

// clang-format off
constexpr Directive directives[] = {
    {"say", "TEXT", Verb::say, "show TEXT as one chunk"},
    {"reason", "TEXT", Verb::reason, "show TEXT as reasoning"},
    {"raw", "TEXT", Verb::raw, "TEXT itself into the stream"},
    {"tokens", "N [every TIME]", Verb::tokens, "N small chunks"},
    {"bytes", "N [event M]", Verb::bytes, "N bytes in chunks of M"},
    {"delay", "TIME", Verb::delay, "silence"},
    {"hold", "TIME", Verb::hold, "no response yet (first line)"},
    {"hang", "", Verb::hang, "silence for ever"},
    {"model", "WORD", Verb::model, "chunks report this model"},
    {"usage", "N M [COST]", Verb::usage, "prompt, completion, dollars"},
    {"usage", "none", Verb::no_usage, "a null usage"},
    {"finish", "WORD", Verb::finish, "finish_reason, not stop"},
    {"stop", "", Verb::stop, "complete the turn now"},
    {"end", "", Verb::end, "error chunk 410 run_ended"},
    {"error", "WORD [N]", Verb::error, "error chunk: reason, code"},
    {"fail", "N WORD", Verb::fail, "refuse: status, reason"},
    {"cut", "fin|rst|mid|mid-rst|chunk", Verb::cut, "break the connection"},
    {"no-role", "", Verb::omit, "leave a chunk out"},
    {"no-finish", "", Verb::omit, "leave a chunk out"},
    {"no-final", "", Verb::omit, "leave a chunk out"},
    {"no-done", "", Verb::omit, "leave [DONE] out"},
    {"shell", "TEXT", Verb::shell, "run a command"},
    {"shell!", "TEXT", Verb::shell_escalated, "run it unsandboxed"},
    {"ask", "TEXT", Verb::ask, "ask an elicitation, as JSON"},
    {"background", "N", Verb::background, "bytes made in the next pause"},
    {"steerable", "on|off", Verb::steerable, "take steering messages"},
};
// clang-format on

// the code of !error without one, as for turn_failed
constexpr int64_t turn_failed_status = 502;

std::string_view trim(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

Words words_of(std::string_view text)
{
    Words words;
    for (text = trim(text); !text.empty(); text = trim(text)) {
        auto end = std::min(text.find_first_of(" \t\r\n"), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

std::string unescape(std::string_view text)
{
    constexpr std::string_view letters = "nrt\\";
    constexpr std::string_view bytes = "\n\r\t\\";
    std::string out;

    for (size_t i = 0; i < text.size(); i++) {
        auto next = text.substr(i + 1, text[i] == '\\' ? 3 : 0);
        auto known = letters.find(next.empty() ? '\0' : next[0]);
        unsigned value = 0;

        if (known != std::string_view::npos) {
            out += bytes[known];
            i++;
        } else if (next.size() == 3 && next[0] == 'x'
                   && std::from_chars(next.data() + 1, next.data() + 3, value,
                                      16).ptr == next.data() + 3) {
            out += static_cast<char>(value);
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out;
}

bool read_word(std::string_view form, std::string_view word, Step* step)
{
    if (form == "N" || form == "M") {
        auto count = parse_count(word);
        (form == "N" ? step->count : step->second) = count.value_or(0);
        return count.has_value();
    }
    if (form == "TIME") {
        step->time = parse_time(word).value_or(Millis{0});
        return parse_time(word).has_value();
    }
    if (form == "COST") {
        std::string text(word);
        char* end = nullptr;
        step->cost = std::strtod(text.c_str(), &end);
        return *end == '\0';
    }

    // one of the literals between bars, or any word
    auto literals = "|" + std::string(form) + "|";
    step->text = word;
    return form == "WORD"
           || (word.find('|') == std::string_view::npos
               && literals.find("|" + step->text + "|") != std::string::npos);
}

bool read_arguments(const Directive& directive, std::string_view rest,
                    Step* step)
{
    if (directive.takes == "TEXT") {
        step->text = directive.verb == Verb::ask ? rest : unescape(rest);
        return !rest.empty();
    }

    auto words = words_of(rest);
    auto forms = words_of(directive.takes);
    size_t taken = 0;
    for (auto form : forms) {
        if (taken == words.size()) {
            return form[0] == '[';
        }
        auto bare = form.substr(form[0] == '[' ? 1 : 0);
        bare = bare.substr(0, bare.find(']'));
        if (!read_word(bare, words[taken++], step)) {
            return false;
        }
    }
    return taken == words.size();
}

// What the form of the arguments does not tell.
bool is_sound(const Step& step)
{
    if (step.verb == Verb::ask) {
        return Question::elicitation(from_text(step.text)).has_value();
    }
    return step.verb != Verb::fail || (step.count >= 400 && step.count < 600);
}

std::optional<Step> read_directive(std::string_view line)
{
    auto end = std::min(line.find_first_of(" \t"), line.size());

    for (const auto& directive : directives) {
        Step step{directive.verb};
        if (step.verb == Verb::omit) {
            step.text = directive.name.substr(std::strlen("no-"));
        }
        if (step.verb == Verb::error) {
            step.count = turn_failed_status;
        }
        if (directive.name == line.substr(1, end - 1)
            && read_arguments(directive, trim(line.substr(end)), &step)
            && is_sound(step)) {
            return step;
        }
    }
    return std::nullopt;
}

bool is_directive(std::string_view line)
{
    return line.size() > 1 && line[0] == '!' && line[1] >= 'a'
           && line[1] <= 'z';
}

}  // namespace

std::optional<int64_t> parse_count(std::string_view text)
{
    constexpr int64_t max_count = 1 << 30;
    int64_t value = 0;
    auto end = text.data() + text.size();
    auto [rest, error] = std::from_chars(text.data(), end, value);
    std::string_view suffix(rest, static_cast<size_t>(end - rest));

    int64_t scale = suffix.empty() ? 1
                    : suffix == "k" ? 1024
                    : suffix == "m" ? 1024 * 1024
                                    : 0;
    if (error != std::errc{} || scale == 0 || value < 0
        || value > max_count / scale) {
        return std::nullopt;
    }
    return value * scale;
}

std::optional<Millis> parse_time(std::string_view text)
{
    auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    auto value = parse_count(text.substr(0, digits));
    auto unit = text.substr(digits);

    int64_t scale = unit == "ms" ? 1
                    : unit == "s" || unit.empty() ? 1000
                    : unit == "m" ? 60 * 1000
                    : unit == "h" ? 3600 * 1000
                                  : 0;
    if (!value || scale == 0) {
        return std::nullopt;
    }
    return Millis{*value * scale};
}

int64_t count_words(std::string_view text)
{
    return static_cast<int64_t>(words_of(text).size());
}

Script parse_script(std::string_view prompt)
{
    Script script;
    std::string plain;
    size_t number = 0;

    auto flush = [&] {
        if (!trim(plain).empty()) {
            script.steps.push_back({Verb::echo, std::string(trim(plain))});
        }
        plain.clear();
    };

    while (!prompt.empty()) {
        auto end = std::min(prompt.find('\n'), prompt.size());
        auto line = prompt.substr(0, end);
        prompt.remove_prefix(std::min(end + 1, prompt.size()));
        number++;

        if (!is_directive(line)) {
            plain += std::string(line) + "\n";
            continue;
        }
        flush();
        auto step = read_directive(trim(line));
        if (!step) {
            script.error = "line " + std::to_string(number)
                           + " is not a directive of the script language";
            return script;
        }
        script.steps.push_back(*step);
    }
    flush();
    return script;
}

std::string script_help()
{
    std::string help;
    for (const auto& directive : directives) {
        std::string head = "  !" + std::string(directive.name) + " "
                           + std::string(directive.takes);
        head.resize(std::max(head.size() + 1, size_t{34}), ' ');
        help += head + directive.meaning + "\n";
    }
    return help;
}

}  // namespace gate::internd
