#include "audit/line.hpp"

#include "base/text.hpp"

namespace gate::audit {

namespace {

constexpr std::string_view cut_mark = "...";

}  // namespace

void Line::field(std::string_view name, std::string_view value, size_t most)
{
    if (value.empty()) {
        return;
    }
    text_ += ' ';
    text_ += name;
    text_ += "=\"";

    size_t start = text_.size();
    size_t cut = start;  // what may stay before the mark
    for (size_t i = 0; i < value.size(); i++) {
        text::append_escaped(text_, value.substr(i, 1));
        if (text_.size() - start > most) {
            text_.resize(cut);
            text_ += cut_mark;
            break;
        }
        if (text_.size() - start <= most - cut_mark.size()) {
            cut = text_.size();
        }
    }
    text_ += '"';
}

void Line::number(std::string_view name, int64_t value)
{
    text_ += ' ';
    text_ += name;
    text_ += '=';
    text_ += std::to_string(value);
}

}  // namespace gate::audit
