// What is known of models and providers: the gate_catalog file.
//
//     {"models": [{"slug": "acme/large", "canonical_slug": "acme/large-2",
//                  "vendor": "acme", "aliases": ["large"],
//                  "providers": ["north", "south"]}],
//      "providers": [{"id": "north", "zero_retention": true}]}
//
// Only "slug" and "id" are required; prices may stand beside them. Without a
// catalogue every slug is its own canonical one and its vendor is what stands
// before its '/'.
#pragma once

#include "json/lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gate::guard {

struct Model {
    std::string               canonical;
    std::string               vendor;
    std::vector<std::string>  providers;
};

class Catalog {
public:
    // What is wrong, where reading stopped, or nothing.
    std::optional<json::LineError> read(std::string_view text);

    bool empty() const noexcept { return slugs_.empty(); }
    size_t size() const noexcept { return models_.size(); }

    // The model with this slug, canonical slug or alias; nullptr: unknown.
    const Model* find(std::string_view slug) const;

    bool has_zero_retention(std::string_view provider) const;

private:
    std::string read_members(json::Reader& in);
    std::string add_model(json::Reader& in);
    std::string add_provider(json::Reader& in);
    bool add_slug(const std::string& slug, size_t model);

    std::vector<Model>                         models_;
    std::unordered_map<std::string, size_t>    slugs_;
    std::unordered_map<std::string, bool>      providers_;
};

}  // namespace gate::guard
