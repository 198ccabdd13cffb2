#include "guard/token_ids.hpp"

namespace gate::guard {

namespace {

// texts or tokens
constexpr std::string_view prompts[] = {
    "prompt", "input", "inputs", "context", "suffix", "input_prefix",
    "input_suffix",
};

constexpr std::string_view token_names[] = {
    "prompt_token_ids", "input_ids", "token_ids", "prompt_tokens",
    "input_token_ids", "decoder_input_ids", "tokens",
};

template <size_t size>
bool is_one_of(const std::string_view (&list)[size],
    std::string_view name) noexcept
{
    for (std::string_view one : list) {
        if (one == name) {
            return true;
        }
    }
    return false;
}

}  // namespace

void TokenIds::begin(json::Kind kind) noexcept
{
    if (depth_ == 0) {
        top_ = kind == json::Kind::array ? 2 : 1;
    }
    depth_++;
    if (kind == json::Kind::object && prompt_ != 0) {
        objects_++;
    }
}

void TokenIds::end(json::Kind kind) noexcept
{
    depth_--;
    if (kind == json::Kind::object && objects_ > 0) {
        objects_--;
    }
    if (depth_ < prompt_) {
        prompt_ = 0;
    }
    if (depth_ < tokens_) {
        tokens_ = 0;
    }
}

void TokenIds::member(std::string_view name) noexcept
{
    bool is_top = depth_ == top_;

    if (is_top) {
        prompt_ = is_one_of(prompts, name) ? depth_ : 0;
        is_input_ = name == "input";
        objects_ = 0;
    }
    if (is_top || tokens_ == 0 || depth_ <= tokens_) {
        bool is_here = is_top || (prompt_ != 0 && !is_input_);
        tokens_ = is_here && is_one_of(token_names, name) ? depth_ : 0;
    }
}

}  // namespace gate::guard
