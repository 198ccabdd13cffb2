#include "guard/label_levels.hpp"

#include "json/escape.hpp"
#include "json/scanner.hpp"

#include <string>

namespace gate::guard {

namespace {

using json::Kind;
using json::RawString;
using Iterator = std::vector<LabelPlace>::iterator;

void add_levels(std::string_view text, Iterator first, Iterator last);

// The places within a string are moved to where they are in its text, and go
// on from there.
void enter_string(RawString text, size_t start, Iterator first, Iterator last)
{
    std::string decoded;
    size_t done = 0;

    for (Iterator place = first; place != last; ++place) {
        size_t at = place->at - start;
        json::append_decoded(decoded, {text.raw.substr(done, at - done),
                                       text.has_escape});
        done = at;
        place->at = static_cast<uint32_t>(decoded.size());
        place->level++;
    }
    json::append_decoded(decoded, {text.raw.substr(done), text.has_escape});
    add_levels(decoded, first, last);
}

// Finds the places within the strings of a JSON text.
class Strings {
public:
    Strings(std::string_view text, Iterator first, Iterator last) noexcept
        : text_(text), next_(first), last_(last)
    {
    }

    bool begin(Kind) { return true; }
    bool end(Kind) { return true; }
    bool member(RawString name) { return string(name); }
    bool literal(Kind, std::string_view) { return true; }

    bool string(RawString text)
    {
        auto start = static_cast<size_t>(text.raw.data() - text_.data());
        size_t end = start + text.raw.size();
        while (next_ != last_ && next_->at < start) {
            ++next_;
        }
        Iterator first = next_;
        while (next_ != last_ && next_->at < end) {
            ++next_;
        }
        if (first != next_) {
            enter_string(text, start, first, next_);
        }
        return next_ != last_;
    }

private:
    std::string_view  text_;
    Iterator          next_;
    Iterator          last_;
};

// Takes any JSON.
struct AnyJson {
    bool begin(Kind) { return true; }
    bool end(Kind) { return true; }
    bool member(RawString) { return true; }
    bool string(RawString) { return true; }
    bool literal(Kind, std::string_view) { return true; }
};

bool is_json(std::string_view text)
{
    AnyJson any;
    json::Flaw flaw{};
    return json::scan(text, any, &flaw) == json::Parsed::whole;
}

void add_levels(std::string_view text, Iterator first, Iterator last)
{
    if (is_json(text)) {
        Strings strings(text, first, last);
        json::Flaw flaw{};
        json::scan(text, strings, &flaw);
    }
}

}  // namespace

LabelLevels::LabelLevels(std::string_view body,
    std::vector<LabelPlace> places)
    : places_(std::move(places))
{
    if (!places_.empty()) {
        add_levels(body, places_.begin(), places_.end());
    }
}

uint8_t LabelLevels::next(uint32_t id) noexcept
{
    while (done_ < places_.size() && places_[done_].id < id) {
        done_++;
    }
    bool is_it = done_ < places_.size() && places_[done_].id == id;
    return is_it ? places_[done_].level : 0;
}

}  // namespace gate::guard
