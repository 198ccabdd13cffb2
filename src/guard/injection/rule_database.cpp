#include "guard/injection/rule_database.hpp"

#include "base/hash.hpp"
#include "guard/injection/rule_set.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <hs/hs.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gate::guard {

namespace {

// Wider than any match that is no padding with an endless word.
constexpr size_t look_back = 1024;
constexpr size_t look_ahead = 128;

// The most that the lazy automata of one rule may hold.
constexpr int64_t finder_memory = 1 << 20;

std::vector<std::string> all_patterns()
{
    std::vector<std::string> patterns;
    for (size_t i = 0; i < rule_count(); i++) {
        patterns.push_back(expanded_pattern(i));
    }
    return patterns;
}

// Stands before a serialized database: it belongs to these rules only.
uint64_t fingerprint()
{
    uint64_t hash = 0;
    for (const std::string& pattern : all_patterns()) {
        hash = hash_bytes(hash, pattern);
    }
    return hash;
}

constexpr char unusable[] = "the libhs of this machine misses matches on this"
    " processor, or does not know it (SSE4.2 is the least); install Hyperscan"
    " 5.4.0 or a newer Vectorscan than 5.4.9";

}  // namespace

RuleDatabase::RuleDatabase() = default;

RuleDatabase::RuleDatabase(RuleDatabase&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)),
      sieve_(std::move(other.sieve_)), finders_(std::move(other.finders_))
{
}

RuleDatabase::~RuleDatabase()
{
    hs_free_database(database_);
}

std::string RuleDatabase::compile_helpers()
{
    sieve_ = std::make_unique<Sieve>();
    std::string reason = sieve_->make();
    if (!reason.empty()) {
        return reason;
    }

    re2::RE2::Options options;
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    options.set_longest_match(true);
    options.set_log_errors(false);
    options.set_max_mem(finder_memory);

    for (const std::string& pattern : all_patterns()) {
        finders_.push_back(std::make_unique<re2::RE2>(pattern, options));
        if (!finders_.back()->ok()) {
            return finders_.back()->error() + ": " + pattern;
        }
    }
    return {};
}

std::string RuleDatabase::compile()
{
    if (usable_filter() == Filter::none) {
        return unusable;
    }
    std::vector<std::string> patterns = all_patterns();
    std::vector<const char*> texts;
    std::vector<unsigned> flags(patterns.size(), 0);
    std::vector<unsigned> ids;
    for (const std::string& pattern : patterns) {
        ids.push_back(static_cast<unsigned>(texts.size()));
        texts.push_back(pattern.c_str());
    }

    hs_compile_error_t* error = nullptr;
    if (hs_compile_multi(texts.data(), flags.data(), ids.data(),
                         static_cast<unsigned>(texts.size()), HS_MODE_BLOCK,
                         nullptr, &database_, &error) != HS_SUCCESS) {
        std::string reason = error->message;
        if (error->expression >= 0) {
            reason += ": " + patterns[static_cast<size_t>(error->expression)];
        }
        hs_free_compile_error(error);
        return reason;
    }
    return compile_helpers();
}

std::string RuleDatabase::load(std::string_view serialized)
{
    if (usable_filter() == Filter::none) {
        return unusable;
    }
    uint64_t print = 0;
    if (serialized.size() < sizeof print) {
        return "the compiled rules are cut off";
    }
    std::memcpy(&print, serialized.data(), sizeof print);
    if (print != fingerprint()) {
        return "the compiled rules are of another version";
    }
    serialized.remove_prefix(sizeof print);
    if (hs_deserialize_database(serialized.data(), serialized.size(),
                                &database_) != HS_SUCCESS) {
        return "the compiled rules are of another library or processor";
    }
    return compile_helpers();
}

std::string RuleDatabase::serialize() const
{
    char* bytes = nullptr;
    size_t size = 0;
    if (hs_serialize_database(database_, &bytes, &size) != HS_SUCCESS) {
        return {};
    }
    uint64_t print = fingerprint();
    std::string out(reinterpret_cast<const char*>(&print), sizeof print);
    out.append(bytes, size);
    std::free(bytes);
    return out;
}

std::optional<Span> RuleDatabase::match(size_t rule, std::string_view text,
    size_t end) const
{
    size_t from = end - std::min(end, look_back);
    size_t most = std::min(text.size(), end + look_ahead);
    re2::StringPiece whole(text.data(), most);
    re2::StringPiece found;

    while (from < end && finders_[rule]->Match(whole, from, most,
               re2::RE2::UNANCHORED, &found, 1)) {
        size_t start = static_cast<size_t>(found.data() - text.data());
        size_t stop = start + found.size();
        if (start >= end) {
            break;
        }
        if (stop >= end) {
            return Span{static_cast<uint32_t>(start),
                        static_cast<uint32_t>(stop)};
        }
        from = std::max(stop, start + 1);
    }
    return std::nullopt;
}

}  // namespace gate::guard
