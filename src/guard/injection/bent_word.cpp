#include "guard/injection/bent_word.hpp"

#include "guard/injection/key_words.hpp"

#include <array>

namespace gate::guard {

namespace {

class Token {
public:
    explicit Token(std::string_view text) noexcept : text_(text) {}

    std::string_view straight(Squeeze squeeze) noexcept
    {
        if (text_.size() < 2 || text_.size() > longest_token) {
            return {};
        }
        for (char one : {'i', 'l'}) {
            if (!read(one)) {
                return {};
            }
            std::string_view key = key_of({letters_.data(), size_}, squeeze);
            if (!key.empty() || !has_one_) {
                return is_plain_ && key == text_ ? std::string_view{} : key;
            }
        }
        return {};
    }

private:
    std::string_view key_of(std::string_view word, Squeeze squeeze)
        const noexcept
    {
        // few tokens get past this
        if (squeeze == Squeeze::no && !may_be_key(word)) {
            return {};
        }
        std::string_view key = is_plain_ ? std::string_view{}
                                         : key_word(word);
        if (key.empty() && squeeze == Squeeze::yes) {
            key = key_word_squeezed(word);
        }
        return key.empty() ? key_word_shuffled(word) : key;
    }

    // The letters that the token is read as; false when it holds others.
    bool read(char one) noexcept
    {
        size_ = 0;
        has_one_ = false;
        is_plain_ = true;
        for (char c : text_) {
            if (is_letter(c)) {
                letters_[size_++] = c;
                continue;
            }
            is_plain_ = false;
            if (is_separator(c)) {
                continue;
            }
            has_one_ = has_one_ || c == '1' || c == '|';
            letters_[size_] = leet_letter(c, one);
            if (letters_[size_++] == 0) {
                return false;
            }
        }
        return size_ > 1;
    }

    std::string_view                  text_;
    std::array<char, longest_token>   letters_;
    size_t                            size_ = 0;
    bool                              has_one_ = false;
    bool                              is_plain_ = true;  // letters alone
};

}  // namespace

std::string_view core_of(std::string_view token) noexcept
{
    auto is_outer = [](char c) {
        return !is_letter(c) && leet_letter(c, 'i') == 0;
    };
    while (!token.empty() && is_outer(token.front())) {
        token.remove_prefix(1);
    }
    while (!token.empty() && (is_outer(token.back()) || token.back() == '!')) {
        token.remove_suffix(1);
    }
    return token;
}

bool holds_triple(std::string_view core) noexcept
{
    for (size_t i = 2; i < core.size(); i++) {
        if (core[i] == core[i - 1] && core[i] == core[i - 2]
            && is_letter(core[i])) {
            return true;
        }
    }
    return false;
}

std::string_view straightened(std::string_view core, Squeeze squeeze) noexcept
{
    return Token(core).straight(squeeze);
}

}  // namespace gate::guard
