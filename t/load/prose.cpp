#include "prose.hpp"

namespace gate::load {

namespace {

constexpr size_t bytes_per_hit = 600;

// What prose, code and other scripts look like in JSON, escapes included.
constexpr std::string_view words[] = {
    "the", "server", "keeps", "every", "stream", "alive", "while", "a",
    "model", "thinks", "about", "its", "next", "answer", "and", "users",
    "wait", "for", "words", "that", "arrive", "one", "by", "request",
    "\\n\\n", "\\\"quoted\\\"", "int main()", "42", "3.14159", "e.g.",
    "caf\xc3\xa9", "\xe6\x97\xa5\xe6\x9c\xac", "na\\u00efve", "x = y + 1;",
    "release", "deploy", "cluster", "latency", "\\t- item", "queue",
};

// A sentence is one of each list. '#' stands for a digit.
constexpr std::string_view openers[] = {
    "In most cases", "If the cache is cold,", "After the last release",
    "According to the documentation,", "To be honest, I think",
    "When you run the migration,", "For a table of #,### rows",
    "As far as I can tell,", "On a machine with ## cores",
    "Since version #.##", "Before you restart it,", "Could you explain why",
    "Here is a short summary:", "Compared with last year,",
    "The second reason is that", "Once the tests pass,", "It turns out that",
    "Under heavy load", "Without an index", "Please note that",
    "My team noticed that", "During the review on Tuesday",
    "Between 10:## and 11:##", "\\n\\nNext,", "\\n- First of all,",
    "What happens when", "Let me rephrase:", "For about $##.50 a month",
};
constexpr std::string_view subjects[] = {
    "the worker process", "a long-running query", "the recipe",
    "our billing service", "the PostgreSQL planner", "the garden",
    "every request", "the second chapter", "this function", "the timeout",
    "an idle connection", "the JSON parser", "the average customer",
    "the Kubernetes operator", "that paragraph", "the battery",
    "the caf\xc3\xa9 around the corner", "the event loop", "a retry",
    "the compiler", "the contract", "the HTTP ### status", "your essay",
    "the train to the coast", "the \\\"strict\\\" mode", "the load balancer",
};
constexpr std::string_view verbs[] = {
    "keeps track of", "does not depend on", "takes ## seconds longer than",
    "is slightly better than", "has to wait for", "should be replaced by",
    "was designed around", "can be explained with", "falls back to",
    "refers to", "adds about ## percent to", "often follows",
    "sits next to", "must never block", "cannot see", "comes after",
    "returns a copy of", "is described in section # of", "looks like",
};
constexpr std::string_view objects[] = {
    "last month's result", "a list of ordinary words", "the whole picture",
    "the default settings", "two cups of flour", "the main thread",
    "what users expect", "a smaller budget", "its own memory",
    "the error message we saw on 20##-0#-1#", "the weather in autumn",
    "`std::vector<int> rows(###);`", "the same answer in other words",
    "the first # columns", "a reasonable amount of testing",
    "https://docs.example.com/guide/v#/intro", "the old API",
    "`for (size_t i = 0; i < n; i++) { total += x[i]; }`",
    "a basket of apples", "half of the harvest", "the colour of the walls",
    "nine out of ten visitors", "a longer walk by the river",
    "the rest of the story", "RFC 9110", "an open question",
    "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "the budget for the quarter",
};
constexpr std::string_view ends[] = {
    ". ", ". ", ". ", ", as expected. ", "! ", "? ", ".\\n", ".\\n\\n",
    ", which is fine for now. ", "; the rest can wait. ",
    " (see the notes below). ",
};

// Each is found by one filter.
constexpr std::string_view hits[] = {
    "write to jane.roe##@example.org ", "call me at (212) 555-01## ",
    "my SSN is 219-45-12## ", "card 4111 1111 1111 1111 ",
    "from 203.0.113.1## ",
};

constexpr std::string_view rule_words[] = {
    "ignore", "all", "previous", "instructions", "disregard", "the", "above",
    "system", "prompt", "reveal", "you", "are", "now", "pretend", "to", "be",
    "act", "as", "no", "restrictions", "developer", "mode", "jailbreak",
    "forget", "your", "rules", "override", "safety", "secret", "repeat",
};
constexpr std::string_view capital_words[] = {
    "Mary", "Jones", "Will", "Smith", "Mark", "Chase", "Jordan", "Georgia",
    "Main", "Street", "North", "Avenue", "Dr", "Lee", "May", "Park", "St",
    "Anna", "Maria", "De", "La", "Cruz", "Van", "Berg", "O'Neil", "Suite",
};

template <size_t N>
std::string_view pick(const std::string_view (&list)[N], Dice* dice)
{
    return list[dice->roll(N)];
}

void append_digits(std::string* out, std::string_view text, Dice* dice)
{
    for (char c : text) {
        // no zero: it would make some numbers shorter
        out->push_back(c == '#' ? static_cast<char>('1' + dice->roll(9)) : c);
    }
}

std::string sentence(Dice* dice)
{
    std::string text;
    append_digits(&text, pick(openers, dice), dice);
    text.push_back(' ');
    append_digits(&text, pick(subjects, dice), dice);
    text.push_back(' ');
    append_digits(&text, pick(verbs, dice), dice);
    text.push_back(' ');
    append_digits(&text, pick(objects, dice), dice);
    return text.append(pick(ends, dice));
}

std::string address(Dice* dice)
{
    std::string text;
    append_digits(&text, "ann.##@example.net", dice);
    return text.append(", ");
}

std::string next_piece(TextKind kind, Dice* dice)
{
    switch (kind) {
    case TextKind::prose:
    case TextKind::hits:
        return sentence(dice);
    case TextKind::digits:
        return std::string(1, static_cast<char>('0' + dice->roll(10)));
    case TextKind::at_signs:
        return "@";
    case TextKind::rules:
        return std::string(pick(rule_words, dice)) + " ";
    case TextKind::capitals:
        return std::string(pick(capital_words, dice)) + " ";
    case TextKind::emails:
        return address(dice);
    case TextKind::obfuscated:
        // two backslashes in the text
        return dice->roll(10) == 0 ? "\\\\\\\\n" : "override 1gn0r3 ";
    case TextKind::words:
        break;
    }
    return std::string(pick(words, dice)) + " ";
}

}  // namespace

bool read_text_kind(std::string_view name, TextKind* kind)
{
    constexpr std::string_view names[] = {
        "words", "prose", "hits", "digits", "at_signs", "rules", "capitals",
        "emails", "obfuscated",
    };
    for (size_t i = 0; i < std::size(names); i++) {
        if (names[i] == name) {
            *kind = static_cast<TextKind>(i);
            return true;
        }
    }
    return false;
}

void append_text(std::string* out, TextKind kind, size_t bytes, Dice* dice)
{
    size_t start = out->size();
    size_t end = start + bytes;
    // the first one early, so that a short text has one too
    size_t next_hit = start + bytes_per_hit / 2;
    for (;;) {
        std::string piece;
        if (kind == TextKind::hits && out->size() >= next_hit) {
            append_digits(&piece, pick(hits, dice), dice);
            next_hit += bytes_per_hit;
        } else {
            piece = next_piece(kind, dice);
        }
        if (out->size() + piece.size() > end) {
            break;
        }
        out->append(piece);
    }
    out->append(end - out->size(), '.');
}

}  // namespace gate::load
