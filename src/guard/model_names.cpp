#include "guard/model_names.hpp"

#include "base/text.hpp"
#include "guard/dialect_words.hpp"

namespace gate::guard {

namespace {

constexpr std::string_view list_names[] = {
    "models", "fallbacks", "fallback_models", "default_fallbacks",
    "context_window_fallbacks", "content_policy_fallbacks",
};

bool is_list_name(std::string_view name) noexcept
{
    for (std::string_view list : list_names) {
        if (text::equals_ignore_case(name, list)) {
            return true;
        }
    }
    return false;
}

}  // namespace

ModelNames::Level ModelNames::level_of(bool is_array) const noexcept
{
    bool names_models = use_ == Use::alternatives || use_ == Use::route;
    Level level{};

    level.is_array = is_array;
    level.is_list = names_models || use_ == Use::others;
    level.use = is_array && level.is_list ? Use::alternatives : Use::none;
    level.is_entry = !is_array && names_models;
    level.known = out_->models.size();
    return level;
}

void ModelNames::begin(json::Kind kind)
{
    bool is_array = kind == json::Kind::array;

    if (use_ == Use::model) {
        out_->model.is_present = true;
        out_->model.is_string = false;
    }
    Level level = level_of(is_array);
    bool is_in_array = depth_ != 0 && levels_[depth_ - 1].is_array;
    if (is_array && is_in_array && use_ == Use::alternatives) {
        spoil();  // no router that is known has lists of lists
    }
    levels_[depth_++] = level;
    use_ = level.use;
}

void ModelNames::end()
{
    const Level& level = levels_[--depth_];

    if (level.is_entry && out_->models.size() == level.known) {
        spoil();
    }
    use_ = depth_ != 0 ? levels_[depth_ - 1].use : Use::none;
}

void ModelNames::member(std::string_view name) noexcept
{
    bool is_model = text::equals_ignore_case(name, "model");
    use_ = Use::none;

    if (levels_[depth_ - 1].is_list) {
        bool is_other = word_of(name) == Word::unknown;
        use_ = is_model || is_list_name(name) ? Use::alternatives
               : is_other ? Use::others : Use::none;
    } else if (depth_ == 1) {
        use_ = name == "model" ? Use::model
               : is_model || is_list_name(name) ? Use::alternatives
               : text::equals_ignore_case(name, "route") ? Use::route
               : Use::none;
    }
}

void ModelNames::string(const json::RawString& text)
{
    if (use_ == Use::none || use_ == Use::others) {
        return;
    }
    std::string slug;
    json::append_decoded(slug, text);
    if (use_ == Use::model) {
        out_->model.is_present = out_->model.is_string = true;
        out_->model.text = std::move(slug);
    } else if (use_ != Use::route || slug != "fallback") {
        out_->models.push_back(std::move(slug));
    }
}

void ModelNames::literal(json::Kind kind) noexcept
{
    if (use_ == Use::model) {
        out_->model.is_present = true;
        out_->model.is_string = false;
    } else if (use_ == Use::alternatives || use_ == Use::route) {
        // a client may write that it has none
        bool is_absent = kind == json::Kind::null && depth_ == 1;
        out_->models_are_strings = out_->models_are_strings && is_absent;
    }
}

}  // namespace gate::guard
