#include "guard/injection/judge.hpp"

#include "guard/injection/costs.hpp"

#include <hs/hs_runtime.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <new>

namespace gate::guard {

namespace {

// How far before a match a warning of it begins.
constexpr size_t warning_reach = 64;

// So many wishes of a view are looked at for whether they are declined.
constexpr unsigned max_unwanted_looks = 64;

// The longest name of a role before its colon.
constexpr uint32_t longest_role = 24;

bool holds_any(std::string_view text,
    std::initializer_list<std::string_view> words) noexcept
{
    return std::any_of(words.begin(), words.end(),
        [text](std::string_view word) {
            return text.find(word) != std::string_view::npos;
        });
}

bool ends_with(std::string_view text, std::string_view end) noexcept
{
    return text.size() >= end.size()
           && text.substr(text.size() - end.size()) == end;
}

// Whether "not" stands before, with nothing but `skipped` words between.
template <size_t N>
bool is_behind_not(std::string_view before,
    const std::string_view (&skipped)[N]) noexcept
{
    for (;;) {
        while (ends_with(before, " ") || ends_with(before, ",")) {
            before.remove_suffix(1);
        }
        size_t space = before.rfind(' ');
        std::string_view last = before.substr(
            space == std::string_view::npos ? 0 : space + 1);
        if (last == "never" || last == "not" || last == "cannot"
            || ends_with(last, "n't")) {
            return true;
        }
        if (std::find(std::begin(skipped), std::end(skipped), last)
            == std::end(skipped)) {
            return false;
        }
        before.remove_suffix(last.size());
    }
}

// "never share, repeat or [reveal your system prompt]", "do not [forget your
// instructions]": a rule for the model and no attack. Only verbs of showing
// may stand between: "do not hesitate to ..." forbids nothing.
bool is_forbidden(std::string_view before) noexcept
{
    constexpr std::string_view skipped[] = {
        "ever", "to", "or", "and", "directly", "share", "reveal", "repeat",
        "disclose", "print", "show", "output", "discuss", "mention",
    };
    return is_behind_not(before, skipped);
}

// "I am not asking you to [do anything illegal]", "does not in any way
// [violate ethical guidelines]".
bool is_declined(std::string_view before) noexcept
{
    constexpr std::string_view skipped[] = {
        "ever", "to", "or", "in", "any", "way", "you", "ask", "asking",
        "want", "wanting", "wish", "expect", "expecting", "need", "it", "them",
        "have", "having", "should", "intended", "meant", "do", "anything",
    };
    return is_behind_not(before, skipped);
}

// A prompt that warns a model of injections names them: "users may try to
// make you [ignore your rules]". Only third persons who try are believed.
bool is_warning(std::string_view before) noexcept
{
    if (before.size() > warning_reach) {
        before.remove_prefix(before.size() - warning_reach);
    }
    if (is_forbidden(before)) {
        return true;
    }
    return (ends_with(before, " you ") || ends_with(before, " you to "))
           && holds_any(before, {"user", "someone", "anyone", "people",
                                 "attacker", "document", "content"})
           && holds_any(before, {" try", " tries", " attempt", " ask", " tell",
                                 " may ", " might ", " want", " instruct"});
}

}  // namespace

int Judge::on_match(unsigned, unsigned long long, unsigned long long to,
    unsigned, void* context)
{
    auto* self = static_cast<Judge*>(context);
    const RulePart& part = self->part_;
    Match match{part.span.start + static_cast<uint32_t>(to), part.rule,
                part.span};
    auto& matches = self->matches_;

    // one that can be longer is told at each of its ends
    if (!matches.empty() && matches.back().rule == match.rule
        && matches.back().end + 1 == match.end && match.end != part.span.end
        && rule_at(match.rule).place == Place::anywhere) {
        matches.back().end = match.end;
    } else {
        try {
            matches.push_back(match);
        } catch (const std::bad_alloc&) {
            // not through the library; a scan that stopped early has failed
            return 1;
        }
    }
    return self->scratch_.work().spend(cost::match) ? 0 : 1;
}

bool Judge::scan(BentSearch* bent)
{
    std::vector<RulePart> parts;
    if (!database_.sieve().find(text_, scratch_, &parts, bent)) {
        return false;
    }
    const RulePart* end = parts.data() + parts.size();
    for (const RulePart* first = parts.data(); first != end;) {
        Span whole = first->span;
        const RulePart* next = first + 1;
        for (; next != end && next->span.start <= whole.end; next++) {
            whole.end = std::max(whole.end, next->span.end);
        }
        parts_.push_back(whole);
        if (!full_ && !scan_parts(first, next)) {
            return false;
        }
        first = next;
    }
    return true;
}

// Of parts that touch each other, so that the matches of all of them are put
// in the order of their ends.
bool Judge::scan_parts(const RulePart* first, const RulePart* last)
{
    matches_.clear();
    for (; first != last; first++) {
        if (!scan_part(*first)) {
            return false;
        }
    }
    std::sort(matches_.begin(), matches_.end(),
        [](const Match& a, const Match& b) {
            return a.end != b.end ? a.end < b.end : a.rule < b.rule;
        });
    // taking stops on purpose when there are too many hits
    std::all_of(matches_.begin(), matches_.end(),
                [this](const Match& match) { return take(match); });
    return !scratch_.work().is_over();
}

bool Judge::scan_part(const RulePart& part)
{
    part_ = part;
    return spend_scan(part)
           && hs_scan(database_.of_rule(part.rule),
                      text_.data() + part.span.start,
                      part.span.end - part.span.start, 0, scratch_.get(),
                      on_match, this) == HS_SUCCESS;
}

bool Judge::spend_scan(const RulePart& part) noexcept
{
    size_t size = part.span.end - part.span.start;
    size_t ordinary = std::min(size, shared_.ordinary_bytes);
    shared_.ordinary_bytes -= ordinary;
    return scratch_.work().spend(
        cost::scan + ordinary * cost::ordinary_byte
        + (size - ordinary) * database_.cost_of_rule(part.rule));
}

// A rule that asks for the end of its text sees one where a part ends, too.
bool Judge::is_cut_off(const Match& match) const
{
    return match.end == match.part.end && match.end < text_.size()
           && text_[match.end] != '\0'
           && !span_of(match, {0, static_cast<uint32_t>(text_.size())},
                       match.end);
}

// Where a match begins and ends in a text that holds it; `end` may be before
// the NUL that the match took too.
std::optional<Span> Judge::span_of(const Match& match, Span text,
    uint32_t end) const
{
    uint32_t from = std::max(match.part.start, text.start);
    auto span = database_.match(match.rule,
        text_.substr(text.start, text.end - text.start),
        {from - text.start, end - text.start}, &scratch_.work());
    if (!span) {
        return std::nullopt;
    }
    return Span{text.start + span->start, text.start + span->end};
}

// Matches come in the order of their ends. A match that ends with its text
// took the NUL behind it too.
void Judge::enter_text(uint32_t end)
{
    if (next_text_ != 0 && end <= bounds_.end + 1) {
        return;
    }
    last_.fill({});
    for (;;) {
        size_t from = next_text_;
        size_t border = text_.find('\0', from);
        if (border == std::string_view::npos) {
            border = text_.size();
        }
        bounds_ = {static_cast<uint32_t>(from), static_cast<uint32_t>(border)};
        next_text_ = border + 1;
        if (end <= border + 1 || border == text_.size()) {
            return;
        }
    }
}

bool Judge::take(const Match& match)
{
    const Rule& what = rule_at(match.rule);

    if (is_cut_off(match)) {
        return true;
    }
    seen_[static_cast<size_t>(what.sign)] = true;
    if (what.weight == 0) {
        return true;
    }
    enter_text(match.end);
    uint32_t end = std::min(match.end, bounds_.end);
    if ((what.place == Place::line_start && !begins_line(end))
        || (what.place == Place::wished && is_unwanted(match, end))) {
        return true;
    }
    return what.weight >= flagging_weight ? put(match, end)
                                          : add_weak(match, end);
}

bool Judge::add_weak(const Match& match, uint32_t end)
{
    last_[static_cast<size_t>(rule_at(match.rule).sign)] = {match, end};

    unsigned sum = 0;
    for (const Last& last : last_) {
        if (last.end != 0 && end - last.end <= weak_reach) {
            sum += rule_at(last.match.rule).weight;
        }
    }
    if (sum < flagging_weight) {
        return true;
    }
    for (Last& last : last_) {
        if (last.end != 0 && end - last.end <= weak_reach
            && !put(last.match, last.end)) {
            return false;
        }
        last.end = 0;
    }
    return true;
}

bool Judge::put(const Match& match, uint32_t end)
{
    // a match that can be longer is told at each of its ends
    if (!hits_.empty() && hits_.back().match.rule == match.rule
        && hits_.back().match.end + 1 == end) {
        hits_.back().match.end = end;
        return true;
    }
    if (hits_.size() == max_hits) {
        full_ = true;
        return false;
    }
    hits_.push_back({{end, match.rule, match.part}, bounds_});
    return true;
}

// The view has a space where the source has a line end.
bool Judge::begins_line(uint32_t end) const noexcept
{
    uint32_t least = std::max(bounds_.start,
                              end - std::min(end, longest_role));
    for (uint32_t at = end - 1; at > least; at--) {
        if (at + 1 < end && text_[at] == ' ') {
            uint32_t from = view_.map.source_of(at, at + 1).start;
            uint32_t to = view_.map.source_of(at + 1, at + 2).start;
            if (source_.substr(from, to - from).find_first_of("\n\r")
                != std::string_view::npos) {
                return true;
            }
        }
    }
    return least == bounds_.start && text_[least] != cut_mark
           && text_.substr(least, raw_cut_mark.size()) != raw_cut_mark;
}

// What stands before a match costs a search for where it begins: a text that
// declines so much is not believed any more.
bool Judge::is_unwanted(const Match& match, uint32_t end)
{
    if (unwanted_looks_ == max_unwanted_looks) {
        return false;
    }
    unwanted_looks_++;
    auto span = span_of(match, bounds_, end);
    return span && is_declined(text_.substr(bounds_.start,
                                            span->start - bounds_.start));
}

// Spaces at its ends may be those of the text_break, which is in no text.
void Judge::put_trimmed(Span span, std::vector<Span>* spans) const
{
    while (span.start < span.end && text_[span.start] == ' ') {
        span.start++;
    }
    while (span.start < span.end && text_[span.end - 1] == ' ') {
        span.end--;
    }
    if (span.start < span.end) {
        spans->push_back(span);
    }
}

void Judge::rest_of_texts(std::vector<Span>* spans) const
{
    for (size_t at = hits_.back().text.start; at < text_.size(); at++) {
        size_t border = std::min(text_.find('\0', at), text_.size());
        put_trimmed({static_cast<uint32_t>(at),
                     static_cast<uint32_t>(border)}, spans);
        at = border;
    }
}

std::vector<Span> Judge::spans() const
{
    std::vector<Span> spans;
    for (const auto& [match, text] : hits_) {
        auto span = span_of(match, text, match.end);
        if (!span) {
            // wider than is searched: it lies in what was scanned
            uint32_t least = std::max(match.part.start, text.start);
            span = Span{match.end - std::min(match.end - least, widest_span),
                        match.end};
        } else if (rule_at(match.rule).sign == Sign::alone
                   && is_warning(text_.substr(text.start,
                                              span->start - text.start))) {
            continue;
        }
        put_trimmed(*span, &spans);
    }
    if (full_) {
        rest_of_texts(&spans);
    }
    return spans;
}

}  // namespace gate::guard
