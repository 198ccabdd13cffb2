#include "guard/catalog.hpp"

#include "base/text.hpp"
#include "json/prescan.hpp"
#include "json/reader.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

std::string read_strings(json::Reader& in, std::vector<std::string>* out)
{
    if (!in.enter_array()) {
        return "must be an array of strings";
    }
    while (in.next_element()) {
        std::string_view text;
        if (!in.read_string(&text)) {
            return "must be an array of strings";
        }
        out->emplace_back(text);
    }
    return in.failed() ? "is not JSON" : "";
}

struct ModelLine {
    std::string               slug;
    std::vector<std::string>  aliases;
    Model                     model;
};

std::string read_model(json::Reader& in, ModelLine* line)
{
    std::string_view name;
    std::string wrong;

    if (!in.enter_object()) {
        return "\"models\" must be an array of objects";
    }
    while (wrong.empty() && in.next_member(&name)) {
        std::string member(name);
        if (member == "slug") {
            wrong = json::expect_string(in, &line->slug);
        } else if (member == "canonical_slug") {
            wrong = json::expect_string(in, &line->model.canonical);
        } else if (member == "vendor") {
            wrong = json::expect_string(in, &line->model.vendor);
        } else if (member == "aliases") {
            wrong = read_strings(in, &line->aliases);
        } else if (member == "providers") {
            wrong = read_strings(in, &line->model.providers);
        } else {
            in.skip();
        }
        if (!wrong.empty()) {
            wrong = "\"" + member + "\" of a model " + wrong;
        }
    }
    if (wrong.empty() && line->slug.empty()) {
        wrong = "a model needs a \"slug\"";
    }
    return wrong;
}

std::string read_provider(json::Reader& in, std::string* id, bool* zero)
{
    std::string_view name;
    std::string wrong;

    if (!in.enter_object()) {
        return "\"providers\" must be an array of objects";
    }
    while (wrong.empty() && in.next_member(&name)) {
        std::string member(name);
        if (member == "id") {
            wrong = json::expect_string(in, id);
        } else if (member == "zero_retention") {
            wrong = json::expect_boolean(in, zero);
        } else {
            in.skip();
        }
        if (!wrong.empty()) {
            wrong = "\"" + member + "\" of a provider " + wrong;
        }
    }
    return wrong.empty() && id->empty() ? "a provider needs an \"id\""
                                        : wrong;
}

std::string vendor_of(std::string_view slug)
{
    size_t slash = slug.find('/');
    return std::string(slash == slug.npos ? "" : slug.substr(0, slash));
}

// From 1.
uint32_t line_at(std::string_view text, size_t offset) noexcept
{
    std::string_view before = text.substr(0, offset);
    return 1 + static_cast<uint32_t>(std::count(before.begin(), before.end(),
                                                '\n'));
}

}  // namespace

bool Catalog::add_slug(const std::string& slug, size_t model)
{
    auto [at, is_new] = slugs_.emplace(slug, model);
    return is_new || at->second == model;
}

std::optional<json::LineError> Catalog::read(std::string_view text)
{
    if (auto flaw = json::prescan(text)) {
        return json::LineError{line_at(text, flaw->offset),
                               std::string(flaw->cause) + " at byte "
                               + std::to_string(flaw->offset)};
    }
    json::Reader in(text);
    std::string wrong = read_members(in);
    if (wrong.empty()) {
        return std::nullopt;
    }
    return json::LineError{line_at(text, in.offset()), std::move(wrong)};
}

std::string Catalog::read_members(json::Reader& in)
{
    std::string_view name;
    if (!in.enter_object()) {
        return "a catalogue is one JSON object with \"models\" and"
               " \"providers\"";
    }
    while (in.next_member(&name)) {
        bool is_models = name == "models";
        if (!is_models && name != "providers") {
            std::string escaped;
            text::append_escaped(escaped, name);
            return "unknown member \"" + escaped + "\"; write"
                   " \"models\" and \"providers\"";
        }
        if (!in.enter_array()) {
            return is_models ? "\"models\" must be an array"
                             : "\"providers\" must be an array";
        }
        while (in.next_element()) {
            std::string wrong = is_models ? add_model(in) : add_provider(in);
            if (!wrong.empty()) {
                return wrong;
            }
        }
    }
    return in.finished() ? "" : "is not one JSON object";
}

std::string Catalog::add_model(json::Reader& in)
{
    ModelLine line;
    std::string wrong = read_model(in, &line);
    if (!wrong.empty()) {
        return wrong;
    }
    if (line.model.canonical.empty()) {
        line.model.canonical = line.slug;
    }
    if (line.model.vendor.empty()) {
        line.model.vendor = vendor_of(line.model.canonical);
    }
    line.aliases.push_back(line.slug);
    line.aliases.push_back(line.model.canonical);
    models_.push_back(std::move(line.model));
    for (const std::string& slug : line.aliases) {
        if (!add_slug(slug, models_.size() - 1)) {
            std::string escaped;
            text::append_escaped(escaped, slug);
            return "slug \"" + escaped + "\" stands for two models";
        }
    }
    return "";
}

std::string Catalog::add_provider(json::Reader& in)
{
    std::string id;
    bool has_zero_retention = false;
    std::string wrong = read_provider(in, &id, &has_zero_retention);
    if (wrong.empty()) {
        providers_[id] = has_zero_retention;
    }
    return wrong;
}

const Model* Catalog::find(std::string_view slug) const
{
    auto found = slugs_.find(std::string(slug));
    return found == slugs_.end() ? nullptr : &models_[found->second];
}

bool Catalog::has_zero_retention(std::string_view provider) const
{
    auto found = providers_.find(std::string(provider));
    return found != providers_.end() && found->second;
}

}  // namespace gate::guard
