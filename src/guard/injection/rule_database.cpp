#include "guard/injection/rule_database.hpp"

#include "base/hash.hpp"
#include "guard/injection/costs.hpp"
#include "guard/injection/rule_costs.hpp"
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

constexpr size_t look_ahead = 128;

// So many matches that end too early are looked at before the one.
constexpr int most_searches = 32;

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

void put_number(uint64_t number, std::string* out)
{
    out->append(reinterpret_cast<const char*>(&number), sizeof number);
}

// False when there are too few bytes.
bool take_number(std::string_view* in, uint64_t* number) noexcept
{
    if (in->size() < sizeof *number) {
        return false;
    }
    std::memcpy(number, in->data(), sizeof *number);
    in->remove_prefix(sizeof *number);
    return true;
}

constexpr char cut_off[] = "the compiled rules are cut off";

constexpr char unusable[] = "the libhs of this machine misses matches on this"
    " processor, or does not know it (SSE4.2 is the least); install Hyperscan"
    " 5.4.0 or a newer Vectorscan than 5.4.9";

}  // namespace

RuleDatabase::RuleDatabase() = default;

RuleDatabase::RuleDatabase(RuleDatabase&& other) noexcept
    : databases_(std::exchange(other.databases_, {})),
      costs_(std::move(other.costs_)),
      number_(other.number_), sieve_(std::move(other.sieve_)),
      finders_(std::move(other.finders_))
{
}

RuleDatabase::~RuleDatabase()
{
    for (hs_database_t* database : databases_) {
        hs_free_database(database);
    }
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
        costs_.push_back(rule_cost(pattern));
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
    for (const std::string& pattern : all_patterns()) {
        hs_database_t* database = nullptr;
        hs_compile_error_t* error = nullptr;
        if (hs_compile(pattern.c_str(), 0, HS_MODE_BLOCK, nullptr, &database,
                       &error) != HS_SUCCESS) {
            std::string reason = error->message;
            hs_free_compile_error(error);
            return reason + ": " + pattern;
        }
        databases_.push_back(database);
    }
    return compile_helpers();
}

std::string RuleDatabase::load(std::string_view serialized)
{
    if (usable_filter() == Filter::none) {
        return unusable;
    }
    uint64_t print = 0;
    if (!take_number(&serialized, &print)) {
        return cut_off;
    }
    if (print != fingerprint()) {
        return "the compiled rules are of another version";
    }
    while (databases_.size() < rule_count()) {
        uint64_t size = 0;
        if (!take_number(&serialized, &size) || serialized.size() < size) {
            return cut_off;
        }
        hs_database_t* database = nullptr;
        if (hs_deserialize_database(serialized.data(), size, &database)
            != HS_SUCCESS) {
            return "the compiled rules are of another library or processor";
        }
        databases_.push_back(database);
        serialized.remove_prefix(size);
    }
    return compile_helpers();
}

std::string RuleDatabase::serialize() const
{
    std::string out;
    put_number(fingerprint(), &out);
    for (const hs_database_t* database : databases_) {
        char* bytes = nullptr;
        size_t size = 0;
        if (hs_serialize_database(database, &bytes, &size) != HS_SUCCESS) {
            return {};
        }
        put_number(size, &out);
        out.append(bytes, size);
        std::free(bytes);
    }
    return out;
}

std::optional<Span> RuleDatabase::match(size_t rule, std::string_view text,
    Span within, Work* work) const
{
    size_t end = within.end;
    size_t from = std::max<size_t>(within.start,
                                   end - std::min(within.end, widest_span));
    size_t most = std::min(text.size(), end + look_ahead);
    re2::StringPiece whole(text.data(), most);
    re2::StringPiece found;

    for (int i = 0; i < most_searches && from < end; i++) {
        if (!work->spend(cost::search + (most - from) * cost::searched_byte)
            || !finders_[rule]->Match(whole, from, most,
                                      re2::RE2::UNANCHORED, &found, 1)) {
            break;
        }
        size_t start = static_cast<size_t>(found.data() - text.data());
        size_t stop = start + found.size();
        if (start >= end) {
            break;
        }
        if (stop >= end) {
            return Span{static_cast<uint32_t>(start),
                        static_cast<uint32_t>(stop)};
        }
        // one that begins within may go further
        from = start + 1;
    }
    return std::nullopt;
}

}  // namespace gate::guard
