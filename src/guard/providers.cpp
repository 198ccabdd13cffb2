#include "guard/routing.hpp"

#include "json/reader.hpp"
#include "json/writer.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, std::string_view name) noexcept
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

void unite(Names* names, const Names& more)
{
    for (const std::string& name : more) {
        if (!contains(*names, name)) {
            names->push_back(name);
        }
    }
}

// What the request says itself.
struct Asked {
    std::string_view  object;  // the value of "provider"
    Names             only;
    Names             ignore;
    bool              has_only = false;
    bool              is_valid = true;
};

bool read_names(json::Reader& in, Names* names)
{
    if (in.peek() == 'n') {
        return in.read_null();
    }
    if (!in.enter_array()) {
        return false;
    }
    while (in.next_element()) {
        std::string_view name;
        if (!in.read_string(&name)) {
            return false;
        }
        names->emplace_back(name);
    }
    return !in.failed();
}

// The text of the member "provider" of a whole JSON object.
std::string_view find_provider(std::string_view body)
{
    json::Reader in(body);
    std::string_view name;
    std::string_view value;

    if (in.enter_object()) {
        while (in.next_member(&name)) {
            bool is_it = name == "provider";
            in.skip(&value);
            if (is_it) {
                return value;
            }
        }
    }
    return {};
}

Asked read_asked(std::string_view body)
{
    Asked asked;
    asked.object = find_provider(body);

    json::Reader in(asked.object);
    std::string_view name;
    if (in.peek() == 'n') {
        return asked;
    }
    asked.is_valid = in.enter_object();
    while (asked.is_valid && in.next_member(&name)) {
        if (name == "only") {
            asked.has_only = in.peek() == '[';
            asked.is_valid = read_names(in, &asked.only);
        } else if (name == "ignore") {
            asked.is_valid = read_names(in, &asked.ignore);
        } else {
            in.skip();
        }
    }
    return asked;
}

// What stands before the '/', as a server may read it.
std::string vendor_of(std::string_view slug)
{
    std::string vendor;
    for (char c : slug.substr(0, slug.find('/'))) {
        if (c != ' ') {
            vendor += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    return vendor;
}

bool is_of_group(const Model* model, std::string_view slug,
    const std::string& group, const Vendors& vendors)
{
    std::string vendor = model ? model->vendor : vendor_of(slug);
    return group == "other" ? !contains(vendors.groups, vendor)
                            : group == vendor;
}

// Whether the guardrail wants zero retention for one of the models.
bool wants_zero_retention(const Guardrail& guardrail, const Collected& texts,
    const Catalog& catalog, const Vendors& vendors)
{
    bool is_known = texts.models_are_strings
                    && (texts.model.is_present ? texts.model.is_string
                                               : !texts.models.empty());
    if (!is_known) {
        return !guardrail.zero_retention.empty();
    }
    for (const std::string& group : guardrail.zero_retention) {
        const std::string& slug = texts.model.text;
        if (texts.model.is_present
            && is_of_group(catalog.find(slug), slug, group, vendors))
        {
            return true;
        }
        for (const std::string& other : texts.models) {
            if (is_of_group(catalog.find(other), other, group, vendors)) {
                return true;
            }
        }
    }
    return false;
}

// Of the providers the catalogue knows for the model, whether one remains.
bool one_remains(const Model* model, const Catalog& catalog,
    const Narrowing& narrowing)
{
    if (model == nullptr || model->providers.empty()) {
        return true;  // not known
    }
    for (const std::string& id : model->providers) {
        if ((!narrowing.has_only || contains(narrowing.only, id))
            && !contains(narrowing.ignore, id)
            && (!narrowing.zero_retention || catalog.has_zero_retention(id)))
        {
            return true;
        }
    }
    return false;
}

void refuse(std::optional<Refusal>* refusal, Reason reason,
    const Guardrail& guardrail)
{
    if (!*refusal) {
        refusal->emplace();
        (*refusal)->reason = reason;
        (*refusal)->guardrail = guardrail.name;
    }
}

void narrow_by(const Guardrail& guardrail, Narrowing* narrowing)
{
    unite(&narrowing->ignore, guardrail.ignored_providers);
    if (guardrail.allowed_providers.empty()) {
        return;
    }
    if (!narrowing->has_only) {
        narrowing->only = guardrail.allowed_providers;
        narrowing->has_only = true;
        return;
    }
    Names& only = narrowing->only;
    only.erase(std::remove_if(only.begin(), only.end(),
                   [&](const std::string& id) {
                       return !contains(guardrail.allowed_providers, id);
                   }),
               only.end());
}

bool is_empty(const Narrowing& narrowing)
{
    if (!narrowing.has_only) {
        return false;
    }
    for (const std::string& id : narrowing.only) {
        if (!contains(narrowing.ignore, id)) {
            return false;
        }
    }
    return true;
}

void append_names(std::string& out, std::string_view member,
    const Names& names)
{
    out += ",\"";
    out += member;
    out += "\":[";
    for (const std::string& name : names) {
        if (out.back() != '[') {
            out += ',';
        }
        json::append_string(out, name);
    }
    out += ']';
}

// The members that are not narrowed stay as they are spelled.
std::string narrowed_object(std::string_view object,
    const Narrowing& narrowing)
{
    std::string out = "{";
    json::Reader in(object);
    std::string_view name;

    if (in.peek() == '{' && in.enter_object()) {
        while (in.next_member(&name)) {
            bool is_ours = name == "only" || name == "ignore"
                           || (name == "zdr" && narrowing.zero_retention);
            std::string member(name);
            std::string_view value;
            in.skip(&value);
            if (!is_ours) {
                out += out.size() > 1 ? "," : "";
                json::append_string(out, member);
                out += ':';
                out += value;
            }
        }
    }

    std::string ours;
    if (narrowing.has_only) {
        append_names(ours, "only", narrowing.only);
    }
    if (!narrowing.ignore.empty()) {
        append_names(ours, "ignore", narrowing.ignore);
    }
    if (narrowing.zero_retention) {
        ours += ",\"zdr\":true";
    }
    out.append(ours, out.size() > 1 ? 0 : 1);
    out += '}';
    return out;
}

}  // namespace

Narrowing narrow(const Policy& policy, const Collected& texts,
    const Catalog& catalog, const Vendors& vendors, std::string_view body,
    std::optional<Refusal>* refusal)
{
    Narrowing narrowing;
    bool is_read = false;

    for (const Guardrail* guardrail : policy) {
        bool zero = wants_zero_retention(*guardrail, texts, catalog, vendors);
        if (!guardrail->has_provider_rules() && !zero) {
            continue;
        }
        Reason reason = zero && !guardrail->has_provider_rules()
                        ? Reason::retention_not_allowed
                        : Reason::provider_not_allowed;
        if (!texts.is_object) {
            refuse(refusal, reason, *guardrail);
            return narrowing;
        }
        if (!is_read && texts.has_provider) {
            Asked asked = read_asked(body);
            if (!asked.is_valid) {
                refuse(refusal, reason, *guardrail);
                return narrowing;
            }
            narrowing.only = std::move(asked.only);
            narrowing.has_only = asked.has_only;
            narrowing.ignore = std::move(asked.ignore);
        }
        is_read = true;

        narrow_by(*guardrail, &narrowing);
        const Model* model = catalog.find(texts.model.text);
        if (is_empty(narrowing) || !one_remains(model, catalog, narrowing)) {
            refuse(refusal, Reason::provider_not_allowed, *guardrail);
        }
        narrowing.zero_retention = narrowing.zero_retention || zero;
        if (!one_remains(model, catalog, narrowing)) {
            refuse(refusal, Reason::retention_not_allowed, *guardrail);
        }
    }
    return narrowing;
}

std::string write_provider(std::string_view body, const Collected& texts,
    const Narrowing& narrowing)
{
    std::string out;
    std::string_view old = texts.has_provider ? find_provider(body)
                                              : std::string_view();
    std::string object = narrowed_object(old, narrowing);

    if (old.data() != nullptr) {
        auto start = static_cast<size_t>(old.data() - body.data());
        out.append(body, 0, start);
        out += object;
        out.append(body, start + old.size());
        return out;
    }

    size_t inside = body.find('{') + 1;
    out.append(body, 0, inside);
    out += "\"provider\":";
    out += object;
    out += texts.has_members ? "," : "";
    out.append(body, inside);
    return out;
}

}  // namespace gate::guard
