#include "guard/injection/sieve.hpp"

#include "guard/injection/rule_parts.hpp"

#include <hs/hs.h>

#include <algorithm>
#include <cstring>

namespace gate::guard {

namespace {

uint64_t bits_of(const Literals& literals) noexcept
{
    uint64_t bits = 0;
    for (const Literal& literal : literals) {
        uint64_t head = 0;
        std::memcpy(&head, literal.text.data(),
                    std::min(literal.text.size(), sizeof head));
        bits |= WordTable::bit_of(head);
    }
    return bits;
}

}  // namespace

void Sieve::add_rule(size_t rule, Triggers* at_words, Triggers* anywhere,
    Uses* companions)
{
    RuleParts parts = parts_of(expanded_pattern(rule));
    widest_ = std::max(widest_, parts.width);
    for (const Needs& needs : parts.ways) {
        auto way = static_cast<uint16_t>(ways_.size());
        ways_.push_back({static_cast<uint16_t>(rule),
                         static_cast<uint16_t>(parts.width),
                         static_cast<uint16_t>(needs.before_reach),
                         static_cast<uint16_t>(needs.behind_reach),
                         bits_of(needs.before), bits_of(needs.behind)});
        for (const Literal& literal : needs.literals) {
            Triggers* triggers = literal.at_word ? at_words : anywhere;
            (*triggers)[literal.text].push_back(way);
        }
        for (const Literal& literal : needs.before) {
            (*companions)[literal.text].push_back({way, Part::before});
        }
        for (const Literal& literal : needs.behind) {
            (*companions)[literal.text].push_back({way, Part::behind});
        }
    }
}

std::string Sieve::compile_free(const Triggers& literals)
{
    std::vector<const char*> texts;
    std::vector<size_t> sizes;
    std::vector<unsigned> numbers;
    for (const auto& [text, ways] : literals) {
        texts.push_back(text.data());
        sizes.push_back(text.size());
        numbers.push_back(static_cast<unsigned>(triggers_.size()));
        triggers_.push_back(ways);
    }
    std::vector<unsigned> flags(texts.size(), 0);

    hs_compile_error_t* error = nullptr;
    if (hs_compile_lit_multi(texts.data(), flags.data(), numbers.data(),
                             sizes.data(), static_cast<unsigned>(texts.size()),
                             HS_MODE_BLOCK, nullptr, &free_database_, &error)
        != HS_SUCCESS) {
        std::string reason = error->message;
        hs_free_compile_error(error);
        return reason;
    }
    return {};
}

std::string Sieve::make()
{
    Triggers at_words;
    Triggers anywhere;
    Uses companions;

    for (size_t i = 0; i < rule_count(); i++) {
        add_rule(i, &at_words, &anywhere, &companions);
    }
    for (const auto& [text, ways] : at_words) {
        words_.add(text, static_cast<uint32_t>(triggers_.size()));
        triggers_.push_back(ways);
    }
    words_.build();
    for (const auto& [text, uses] : companions) {
        companions_.add(text, static_cast<uint32_t>(uses_.size()));
        uses_.push_back(uses);
    }
    companions_.build();
    return compile_free(anywhere);
}

}  // namespace gate::guard
