#include "base/media_type.hpp"

#include "base/text.hpp"

namespace gate {

bool has_utf8_charset(std::string_view value) noexcept
{
    constexpr std::string_view name = "charset=";

    // each of them: which one another server reads is not known
    for (size_t at = value.find_first_of("; \t"); at < value.size(); at++) {
        if (!text::equals_ignore_case(value.substr(at, name.size()), name)) {
            continue;
        }
        std::string_view charset = value.substr(at + name.size());
        if (charset.substr(0, 1) == "\"") {
            charset.remove_prefix(1);
        }
        charset = charset.substr(0, charset.find_first_of("\"; \t"));
        if (!text::equals_ignore_case(charset, "utf-8")) {
            return false;
        }
    }
    return true;
}

bool is_media_type(std::string_view value, std::string_view wanted) noexcept
{
    return text::equals_ignore_case(value.substr(0, value.find_first_of(
               "; \t")), wanted) && has_utf8_charset(value);
}

}  // namespace gate
