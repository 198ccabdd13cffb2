// Reads a pattern character by character, and its escapes.
//
// The first refusal stays; whoever reads on after one reads the end.
#pragma once

#include "guard/pattern/pattern_syntax.hpp"

namespace gate::guard {

class PatternCursor {
public:
    explicit PatternCursor(std::string_view pattern) : text_(pattern) {}

    size_t at() const noexcept { return at_; }
    bool ended() const noexcept { return at_ == text_.size(); }
    // The byte `ahead` of the next one; NUL behind the end.
    char peek(size_t ahead = 0) const noexcept
    {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    void skip(size_t size) noexcept { at_ += size; }
    bool take(std::string_view word) noexcept;
    // What stands before the next `end`, which is taken too.
    std::optional<std::string_view> take_until(char end) noexcept;

    // The next character, whatever it means.
    uint32_t character();
    // Behind a backslash: the character that an escape stands for.
    uint32_t escaped_character();
    // At the p or P of \p{Greek}: RE2's spelling of the property.
    std::string property();
    // Behind a brace: "2}", "2,}" or "2,3}"; `most` is -1 for no limit. False,
    // and nothing read, when something else stands there.
    bool counts(int* least, int* most) noexcept;

    bool failed() const noexcept { return error_.has_value(); }
    void fail(size_t offset, std::string cause);
    const std::optional<PatternError>& error() const { return error_; }

private:
    int number() noexcept;
    uint32_t hex(size_t least, size_t most);
    uint32_t braced_hex();
    uint32_t utf16();
    uint32_t control();
    void refuse_letter(size_t start, char letter);

    std::string_view             text_;
    size_t                       at_ = 0;
    std::optional<PatternError>  error_;
};

}  // namespace gate::guard
