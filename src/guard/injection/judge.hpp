// Judges one view: scans what the sieve left of it with the rules, adds up the
// weak signs, and finds the words that matched.
#pragma once

#include "guard/injection/costs.hpp"
#include "guard/injection/rule_database.hpp"
#include "guard/injection/rule_set.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/injection/view.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace gate::guard {

// After so many flagging matches in one view the rest is not looked at.
constexpr size_t max_hits = 256;

class Judge {
public:
    // What all judges of a text share.
    struct Shared {
        const RuleDatabase&  database;
        Scratch&             scratch;
        // that are still charged as those of an ordinary text
        size_t               ordinary_bytes = cost::ordinary_bytes;
    };

    // `source` is what `view` was made of.
    Judge(Shared& shared, const View& view, std::string_view source) noexcept
        : shared_(shared), database_(shared.database),
          scratch_(shared.scratch), view_(view), text_(view.text()),
          source_(source)
    {
    }

    // Shows what is odd to `bent`, unless it is null. False when the scan
    // failed, or costs more than the scratch's work allows.
    bool scan(BentSearch* bent = nullptr);

    // The parts of the view that were scanned, apart from each other.
    const std::vector<Span>& parts() const noexcept { return parts_; }

    // What flags the text, as spans of the view; may overlap. Each begins and
    // ends in what was scanned for its rule.
    std::vector<Span> spans() const;

    // A sign seen anywhere in the view.
    bool saw(Sign sign) const noexcept
    {
        return seen_[static_cast<size_t>(sign)];
    }

private:
    struct Match {
        uint32_t  end;
        uint32_t  rule;
        Span      part;  // that was scanned
    };

    struct Hit {
        Match  match;
        Span   text;  // the one of several texts that it is in
    };

    struct Last {
        Match     match{0, 0, {0, 0}};
        uint32_t  end = 0;  // 0: not seen in this text
    };

    static int on_match(unsigned rule, unsigned long long from,
        unsigned long long to, unsigned flags, void* context);

    bool scan_parts(const RulePart* first, const RulePart* last);
    bool scan_part(const RulePart& part);
    bool spend_scan(const RulePart& part) noexcept;
    bool take(const Match& match);
    bool is_cut_off(const Match& match) const;
    void enter_text(uint32_t end);
    bool add_weak(const Match& match, uint32_t end);
    bool put(const Match& match, uint32_t end);
    bool begins_line(uint32_t end) const noexcept;
    bool is_unwanted(const Match& match, uint32_t end);
    std::optional<Span> span_of(const Match& match, Span text, uint32_t end)
        const;
    void put_trimmed(Span span, std::vector<Span>* spans) const;
    void rest_of_texts(std::vector<Span>* spans) const;

    Shared&                       shared_;
    const RuleDatabase&           database_;
    Scratch&                      scratch_;
    const View&                   view_;
    std::string_view              text_;
    std::string_view              source_;
    std::vector<Span>             parts_;
    RulePart                      part_{{0, 0}, 0};  // that is scanned
    std::vector<Match>            matches_;
    Span                          bounds_{0, 0};  // of the text at hand
    size_t                        next_text_ = 0;
    std::array<Last, sign_count>  last_{};
    std::array<bool, sign_count>  seen_{};
    unsigned                      unwanted_looks_ = 0;
    std::vector<Hit>              hits_;
    bool                          full_ = false;
};

}  // namespace gate::guard
