// The rules of regex-prompt-injection, expanded and folded: what Vectorscan
// and RE2 compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gate::guard {

// What a rule says about a text. Signs other than alone are weak: each adds
// its weight once.
enum class Sign : uint8_t {
    alone,
    no_phrase, forced, speak_as, deny_model, never_stray, no_refusal,
    always_fulfil, questionable, hypothetical, no_warning,
    open_token, close_token, fake_turn, fake_role, template_slot,
    agent_action, agent_step,
    invisible, to_a_model,
    persona, from_now, model, unprincipled, amoral, ethics, in_character,
    policy, two_ways, unlike_you, any_request, free, foul, obey, confirm, game,
    hello_model, code_name,
    praise, next_task, answer_anyway,
    ethics_off, safety_off, unbound, authority, rude_tone,
    rot13, reversed,
};

constexpr size_t sign_count = static_cast<size_t>(Sign::reversed) + 1;

// Weights that add up to this flag a text.
constexpr unsigned flagging_weight = 8;

// Weak signs further apart than this have nothing to do with each other: a
// page of text, as long as most role descriptions are.
constexpr uint32_t weak_reach = 2000;

enum class Place : uint8_t {
    anywhere,
    line_start,
    wished,  // not behind "not", as in "I do not want you to ..."
};

struct Rule {
    Sign         sign;
    uint8_t      weight;
    Place        place;
    const char*  pattern;
};

size_t rule_count() noexcept;
const Rule& rule_at(size_t index) noexcept;

// The pattern with its phrases put in, folded as a text is. Bytes, not
// characters: \w and \b know ASCII only.
std::string expanded_pattern(size_t index);

}  // namespace gate::guard
