// Judges one view: scans what the sieve left of it with the rules, adds up the
// weak signs, and finds the words that matched.
#pragma once

#include "guard/injection/rule_database.hpp"
#include "guard/injection/rule_set.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/injection/view.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace gate::guard {

// After so many flagging matches in one view the rest is not looked at.
constexpr size_t max_hits = 256;

class Judge {
public:
    // `source` is what `view` was made of.
    Judge(const RuleDatabase& database, const View& view,
        std::string_view source) noexcept
        : database_(database), view_(view), text_(view.text()),
          source_(source)
    {
    }

    // Shows what is odd to `bent`, unless it is null. False when the scan
    // failed.
    bool scan(Scratch& scratch, BentSearch* bent = nullptr);

    // The parts of the view that were scanned.
    const std::vector<Span>& parts() const noexcept { return parts_; }

    // What flags the text, as spans of the view; may overlap.
    std::vector<Span> spans() const;

    // A sign seen anywhere in the view.
    bool saw(Sign sign) const noexcept
    {
        return seen_[static_cast<size_t>(sign)];
    }

private:
    struct Hit {
        uint32_t  rule;
        uint32_t  end;
        Span      text;  // the one of several texts that it is in
    };

    struct Last {
        uint32_t  rule = 0;
        uint32_t  end = 0;  // 0: not seen in this text
    };

    static int on_match(unsigned rule, unsigned long long from,
        unsigned long long to, unsigned flags, void* context);

    bool take(uint32_t rule, uint32_t end);
    bool is_cut_off(uint32_t rule, uint32_t end) const;
    void enter_text(uint32_t end);
    bool add_weak(uint32_t rule, uint32_t end);
    bool put(uint32_t rule, uint32_t end);
    bool begins_line(uint32_t end) const noexcept;
    bool is_unwanted(uint32_t rule, uint32_t end);
    void put_trimmed(Span span, std::vector<Span>* spans) const;
    void rest_of_texts(std::vector<Span>* spans) const;

    const RuleDatabase&           database_;
    const View&                   view_;
    std::string_view              text_;
    std::string_view              source_;
    std::vector<Span>             parts_;
    Span                          part_{0, 0};    // that is scanned
    Span                          bounds_{0, 0};  // of the text at hand
    size_t                        next_text_ = 0;
    std::array<Last, sign_count>  last_{};
    std::array<bool, sign_count>  seen_{};
    unsigned                      unwanted_looks_ = 0;
    std::vector<Hit>              hits_;
    bool                          full_ = false;
};

}  // namespace gate::guard
