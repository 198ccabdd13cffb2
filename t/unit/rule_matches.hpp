// Random texts that a rule of the injection filter matches: its pattern is
// walked, and at each choice one way is taken.
#pragma once

#include "guard/injection/rule_parts.hpp"
#include "random.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate::guard::test {

using gate::test::Random;

class RuleWalk {
public:
    RuleWalk(std::string_view pattern, Random& random)
        : pattern_(pattern), random_(random)
    {
    }

    // A text that the whole pattern matches, but for the word borders that
    // are asked for at its ends.
    std::string run()
    {
        at_ = 0;
        return alternatives(true);
    }

private:
    // Reads a part of the pattern, and says what it matched when `is_taken`.
    std::string alternatives(bool is_taken)
    {
        size_t start = at_;
        size_t count = 1;
        skip_sequence();
        while (at_ < pattern_.size() && pattern_[at_] == '|') {
            at_++;
            count++;
            skip_sequence();
        }
        size_t end = at_;
        size_t chosen = random_.below(count);
        at_ = start;
        for (size_t i = 0; i < chosen; i++) {
            skip_sequence();
            at_++;
        }
        std::string text = is_taken ? sequence() : "";
        at_ = end;
        return text;
    }

    void skip_sequence()
    {
        size_t depth = 0;
        for (; at_ < pattern_.size(); at_++) {
            char c = pattern_[at_];
            if (c == '\\') {
                at_++;
            } else if (c == '[') {
                skip_class();
            } else if (c == '(') {
                depth++;
            } else if (depth == 0 && (c == '|' || c == ')')) {
                return;
            } else if (c == ')') {
                depth--;
            }
        }
    }

    // Stops at its last byte.
    void skip_class()
    {
        for (at_++; pattern_[at_] != ']'; at_++) {
            at_ += pattern_[at_] == '\\' ? 1 : 0;
        }
    }

    std::string sequence()
    {
        std::string text;
        while (at_ < pattern_.size() && pattern_[at_] != '|'
               && pattern_[at_] != ')') {
            size_t start = at_;
            size_t limit = pattern_[at_] == '[' ? widest_filler : most_repeats;
            one(false);
            auto [least, most] = repeats(limit);
            size_t next = at_;
            size_t count = least + random_.below(most - least + 1);
            for (size_t i = 0; i < count; i++) {
                at_ = start;
                text += one(true);
            }
            at_ = next;
        }
        return text;
    }

    struct Repeats {
        size_t  least;
        size_t  most;
    };

    Repeats repeats(size_t limit)
    {
        char c = at_ < pattern_.size() ? pattern_[at_] : '\0';
        if (c == '?' || c == '*' || c == '+') {
            at_++;
            return {c == '+' ? 1u : 0u, c == '?' ? 1 : limit};
        }
        if (c != '{') {
            return {1, 1};
        }
        at_++;
        size_t least = number();
        size_t most = least;
        if (pattern_[at_] == ',') {
            at_++;
            most = number();
        }
        at_++;
        return {least, most};
    }

    size_t number()
    {
        size_t n = 0;
        for (; pattern_[at_] >= '0' && pattern_[at_] <= '9'; at_++) {
            n = n * 10 + static_cast<size_t>(pattern_[at_] - '0');
        }
        return n;
    }

    std::string one(bool is_taken)
    {
        char c = pattern_[at_++];
        if (c == '(') {
            at_ += 2;  // ?:
            std::string text = alternatives(is_taken);
            at_++;
            return text;
        }
        if (c == '[') {
            at_--;
            return of_class();
        }
        if (c == '\\') {
            return escape();
        }
        return c == '$' ? "" : std::string(1, c);
    }

    std::string escape()
    {
        if (pattern_.substr(at_, 3) == "x00") {
            at_ += 3;
            return std::string(1, '\0');
        }
        char c = pattern_[at_++];
        return c == 'b' ? "" : std::string(1, c);
    }

    std::string of_class()
    {
        size_t start = at_ + 1;
        skip_class();
        std::string_view inside = pattern_.substr(start, at_ - start);
        at_++;
        bool is_negated = inside[0] == '^';
        std::string members;
        for (size_t i = is_negated ? 1 : 0; i < inside.size(); i++) {
            if (inside[i] == '\\') {
                members += inside[++i];
            } else if (i + 2 < inside.size() && inside[i + 1] == '-') {
                for (char c = inside[i]; c <= inside[i + 2]; c++) {
                    members += c;
                }
                i += 2;
            } else {
                members += inside[i];
            }
        }
        if (is_negated) {
            std::string others;
            for (char c : std::string_view(" -,9/")) {
                others += members.find(c) == members.npos ? std::string(1, c)
                                                          : "";
            }
            members = others;
        }
        return std::string(1, members[random_.below(members.size())]);
    }

    std::string_view  pattern_;
    Random&           random_;
    size_t            at_ = 0;
};

}  // namespace gate::guard::test
