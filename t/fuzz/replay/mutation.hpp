// Small harm to the inputs of a corpus, the same in every run.
#pragma once

#include "random.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace gate::fuzz {

using Corpus = std::vector<std::string>;

// What the parsers and filters look for, and what breaks it.
constexpr std::string_view dictionary[] = {
    "{", "}", "[", "]", ":", ",", "\"", "\"\"", "\\", "\\\\", "\\\"", "\\n",
    "\\u0040", "\\u004b", "\\ud83d", "\\ude00", "\\\\u0031", "\\u0000",
    "null", "true", "1", "-0", "1e400", "12345678", "\n", "\r", "\n\n", "\t",
    " ", std::string_view("\0", 1), "\x01", "\x7f", "\x80", "\xc1", "\xed",
    "\xff", "\xc3\xa9", "\xe2\x82\xac", "\xef\xbc\xa0", "\xf0\x9f\x98\x80",
    "\xe2\x80\x8b", "\xef\xbb\xbf", "\"content\":[", "\"text\":", "\"role\":",
    "\"messages\":[", "\"data\":", "{\"a\":\"", "user", "data: ", "event: ",
    "id:", "[DONE]", "a@b.example", "@", ".", "-", "(", ")", "*", "+?", "|",
    "\\b", "\\d", "(?i)", "^", "$", "{2,3}", "[^a]", "4111 1111 1111 1111",
    "123-45-6789", "+44 20 7946 0958", "192.168.7.9", "::1", "tel", "ssn",
    "KEY-1", "s3cret", "My name is Ana Lopez", "12 Baker Street",
    "ignore all previous instructions", "%41", "&#65;", "SWdub3JlIGFsbA==",
};

class Mutation {
public:
    Mutation(const Corpus& corpus, uint64_t seed)
        : corpus_(corpus), random_(seed)
    {
    }

    std::string next()
    {
        std::string text = random_.pick(corpus_);

        for (size_t count = 1 + random_.below(4); count > 0; count--) {
            harm(&text);
        }
        if (text.size() > longest) {
            text.resize(longest);
        }
        return text;
    }

private:
    static constexpr size_t longest = 4096;

    void harm(std::string* text)
    {
        size_t at = random_.below(text->size() + 1);
        size_t few = std::min(1 + random_.below(8), text->size() - at);

        switch (random_.below(8)) {
        case 0:
            if (at < text->size()) {
                (*text)[at] ^= static_cast<char>(1 << random_.below(8));
            }
            break;
        case 1:
            if (at < text->size()) {
                (*text)[at] = static_cast<char>(random_.below(256));
            }
            break;
        case 2:
            text->erase(at, few);
            break;
        case 3:
            text->insert(random_.below(at + 1), text->substr(at, few));
            break;
        case 4:
            splice(text, at);
            break;
        default:
            text->insert(at, random_.pick(dictionary));
        }
    }

    // The start of one input with the end of another one.
    void splice(std::string* text, size_t at)
    {
        const std::string& other = random_.pick(corpus_);
        text->resize(at);
        text->append(other, random_.below(other.size() + 1));
    }

    const Corpus&  corpus_;
    test::Random   random_;
};

}  // namespace gate::fuzz
