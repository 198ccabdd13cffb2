#include "guard/pattern/pattern_trials.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// splitmix64
class Dice {
public:
    size_t below(size_t count) noexcept
    {
        uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<size_t>((z ^ (z >> 31)) % count);
    }

private:
    uint64_t  state_ = 1;
};

std::string utf8(uint32_t c)
{
    auto tail = [c](int shift) {
        return static_cast<char>(0x80 | (c >> shift & 0x3f));
    };
    if (c < 0x80) {
        return {static_cast<char>(c)};
    }
    if (c < 0x800) {
        return {static_cast<char>(0xc0 | c >> 6), tail(0)};
    }
    if (c < 0x10000) {
        return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
    }
    return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

// A word of the pattern, or one of its classes.
struct Piece {
    std::vector<std::string>  forms;
    uint32_t                  least = 1;
    uint32_t                  most = 1;
    bool                      is_other = false;
};

std::vector<Piece> pieces_of(const std::vector<PatternPart>& parts)
{
    std::vector<Piece> pieces;
    bool is_word = false;

    for (const PatternPart& part : parts) {
        if (part.samples.empty() || part.most == 0) {
            continue;
        }
        bool is_letter = part.samples.size() == 1 && part.most == 1;
        if (is_letter && is_word && pieces.back().is_other == part.is_other) {
            pieces.back().forms[0] += utf8(part.samples[0]);
            continue;
        }
        is_word = is_letter;
        Piece& piece = pieces.emplace_back();
        piece.least = std::max(part.least, 1u);
        piece.most = part.most;
        piece.is_other = part.is_other;
        for (uint32_t c : part.samples) {
            piece.forms.push_back(utf8(c));
        }
    }
    return pieces;
}

class Trials {
public:
    Trials(std::vector<Piece> pieces, size_t size)
        : pieces_(std::move(pieces)), size_(size)
    {
    }

    std::vector<std::string> run();

private:
    enum class Times { least, most, any };

    void append(const Piece& piece, Times times);
    std::string walk(Times times, size_t count);
    std::string mix(const std::string& often, const std::string& seldom);
    std::string any_order(Times times);
    std::string runs();

    std::vector<Piece>  pieces_;
    size_t              size_;
    Dice                dice_;
    std::string         text_;
};

// As often as it may repeat, or as it must, with one of its forms each time.
void Trials::append(const Piece& piece, Times times)
{
    size_t count = times == Times::least ? piece.least
                 : times == Times::most ? piece.most
                 : piece.least + dice_.below(piece.most - piece.least + 1);

    for (size_t i = 0; i < count && text_.size() < size_; i++) {
        text_ += piece.forms[dice_.below(piece.forms.size())];
    }
}

// The first `count` pieces of a match, again and again.
std::string Trials::walk(Times times, size_t count)
{
    size_t before = 1;

    text_.clear();
    while (text_.size() < size_ && text_.size() != before) {
        before = text_.size();
        for (size_t i = 0; i < count; i++) {
            if (!pieces_[i].is_other) {
                append(pieces_[i], times);
            }
        }
    }
    return text_;
}

std::string Trials::mix(const std::string& often, const std::string& seldom)
{
    text_.clear();
    while (text_.size() < size_) {
        text_ += dice_.below(4) != 0 ? often : seldom;
    }
    return text_;
}

std::string Trials::any_order(Times times)
{
    text_.clear();
    while (text_.size() < size_) {
        append(pieces_[dice_.below(pieces_.size())], times);
    }
    return text_;
}

std::string Trials::runs()
{
    text_.clear();
    for (size_t i = 0; text_.size() < size_; i++) {
        const std::string& form = pieces_[i % pieces_.size()].forms[0];
        size_t end = text_.size() + size_ / std::min<size_t>(
            pieces_.size(), 8);
        while (text_.size() < end) {
            text_ += form;
        }
    }
    return text_;
}

std::vector<std::string> Trials::run()
{
    const std::string& first = pieces_.front().forms.front();
    const std::string& last = pieces_.back().forms.back();
    std::vector<std::string> texts;

    texts.push_back(walk(Times::most, pieces_.size()));
    texts.push_back(mix(first, last));
    for (const Piece& piece : pieces_) {
        if (piece.forms.size() > 1) {
            texts.push_back(mix(first, piece.forms.front()));
            texts.push_back(mix(piece.forms.front(), piece.forms.back()));
            break;
        }
    }
    texts.push_back(runs());
    texts.push_back(walk(Times::any, pieces_.size()));
    if (pieces_.size() > 1) {
        texts.push_back(walk(Times::most, pieces_.size() - 1));
        texts.push_back(walk(Times::least, pieces_.size()));
        texts.push_back(any_order(Times::any));
    }
    texts.push_back(any_order(Times::least));
    return texts;
}

}  // namespace

std::vector<std::string> trial_texts(const std::vector<PatternPart>& parts,
    size_t size)
{
    std::vector<Piece> pieces = pieces_of(parts);

    return pieces.empty() ? std::vector<std::string>()
                          : Trials(std::move(pieces), size).run();
}

}  // namespace gate::guard
