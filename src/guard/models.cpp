#include "guard/routing.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

std::string_view trimmed(std::string_view slug) noexcept
{
    while (!slug.empty() && slug.front() == ' ') {
        slug.remove_prefix(1);
    }
    while (!slug.empty() && slug.back() == ' ') {
        slug.remove_suffix(1);
    }
    return slug;
}

// "acme/large:free" is a variant of "acme/large".
std::string_view without_variant(std::string_view slug) noexcept
{
    return slug.substr(0, slug.find(':'));
}

// Nothing that another program might read as another slug, or as several.
bool is_plain(std::string_view slug) noexcept
{
    if (!text::is_visible_ascii(slug) || slug.size() > 256
        || slug.find_first_of(",;|\\?#%") != slug.npos)
    {
        return false;
    }
    for (size_t at = 0; at <= slug.size(); ) {
        size_t end = std::min(slug.find('/', at), slug.size());
        std::string_view segment = slug.substr(at, end - at);
        if (segment.empty() || segment == "." || segment == "..") {
            return false;
        }
        at = end + 1;
    }
    return true;
}

bool is_ignored(const std::string& entry, std::string_view slug)
{
    auto lower = [](std::string_view in) {
        std::string out(in);
        for (char& c : out) {
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
        return out;
    };
    std::string own = lower(trimmed(slug));
    std::string listed = lower(entry);

    return names_model(listed, own)
           || names_model(listed, without_variant(own));
}

// Whether one guardrail lets a model through.
bool allows(const Guardrail& guardrail, std::string_view slug,
    const Catalog& catalog)
{
    const Model* model = catalog.find(slug);
    if (!is_plain(slug) || (!catalog.empty() && model == nullptr)) {
        return false;
    }

    std::string_view canonical = model ? std::string_view(model->canonical)
                                       : slug;
    for (const std::string& entry : guardrail.ignored_models) {
        const Model* listed = catalog.find(entry);
        bool is_same = listed != nullptr && listed == model;
        if (is_same || is_ignored(entry, slug)
            || is_ignored(entry, canonical))
        {
            return false;
        }
    }
    if (guardrail.allowed_models.empty()) {
        return true;
    }
    for (const std::string& entry : guardrail.allowed_models) {
        const Model* listed = catalog.find(entry);
        if ((listed != nullptr && listed == model)
            || names_model(entry, canonical))
        {
            return true;
        }
    }
    return false;
}

bool allows_all(const Guardrail& guardrail, const Collected& texts,
    const Catalog& catalog)
{
    if (!texts.models_are_strings) {
        return false;
    }
    if (texts.model.is_present ? !texts.model.is_string
                               : texts.models.empty())
    {
        return false;  // the server's own choice is not known
    }
    if (texts.model.is_present
        && !allows(guardrail, texts.model.text, catalog))
    {
        return false;
    }
    for (const std::string& slug : texts.models) {
        if (!allows(guardrail, slug, catalog)) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool names_model(std::string_view entry, std::string_view slug) noexcept
{
    if (entry == slug) {
        return true;
    }
    if (entry.size() < 2 || entry.substr(entry.size() - 2) != "/*") {
        return entry == "*";
    }
    std::string_view vendor = entry.substr(0, entry.size() - 1);
    return slug.size() > vendor.size()
           && slug.substr(0, vendor.size()) == vendor;
}

std::optional<Refusal> judge_models(const Policy& policy,
    const Collected& texts, const Catalog& catalog)
{
    for (const Guardrail* guardrail : policy) {
        if (guardrail->has_model_rules()
            && !allows_all(*guardrail, texts, catalog))
        {
            Refusal refusal;
            refusal.reason = Reason::model_not_allowed;
            refusal.guardrail = guardrail->name;
            return refusal;
        }
    }
    return std::nullopt;
}

}  // namespace gate::guard
