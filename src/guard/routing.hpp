// Models, providers and retention: what a policy says about who may see a
// request.
//
// A model is compared by its canonical slug. An ignored slug also covers its
// variants ("slug:free") and other spellings by case and space, and a slug
// that is no plain word is refused where a list stands: whatever the server
// behind makes of it cannot be known (fault G25).
//
// The server routes between providers by the "provider" object of a request
// ("only", "ignore", "zdr"). It is narrowed as far as something remains.
#pragma once

#include "guard/catalog.hpp"
#include "guard/collected.hpp"
#include "guard/verdict.hpp"

namespace gate::guard {

struct Vendors {
    std::vector<std::string>  groups;  // gate_zdr_vendors
};

// Whether a slug of a list ("acme/large", "acme/*") names this model.
bool names_model(std::string_view entry, std::string_view slug) noexcept;

// The first guardrail that refuses one of the models, if any does.
std::optional<Refusal> judge_models(const Policy& policy,
    const Collected& texts, const Catalog& catalog);

// What the policy wants of "provider"; nothing to do for an empty one.
struct Narrowing {
    std::vector<std::string>  only;  // in force if has_only
    std::vector<std::string>  ignore;
    bool                      has_only = false;
    bool                      zero_retention = false;

    bool is_wanted() const noexcept
    {
        return has_only || !ignore.empty() || zero_retention;
    }
};

// Reads the policy's part and, of a body that is an object, its "provider";
// sets *refusal when nothing remains.
Narrowing narrow(const Policy& policy, const Collected& texts,
    const Catalog& catalog, const Vendors& vendors, std::string_view body,
    std::optional<Refusal>* refusal);

// The body with its "provider" narrowed.
std::string write_provider(std::string_view body, const Collected& texts,
    const Narrowing& narrowing);

}  // namespace gate::guard
