#include "auth/bearer.hpp"

#include "base/text.hpp"

namespace gate::auth {

std::string_view plain_token(std::string_view header) noexcept
{
    if (header.size() > max_key_size || !text::is_visible_ascii(header)) {
        return {};
    }
    return header;
}

std::string_view bearer_token(std::string_view header) noexcept
{
    constexpr std::string_view scheme = "bearer ";

    if (!text::equals_ignore_case(header.substr(0, scheme.size()), scheme)) {
        return {};
    }
    return plain_token(header.substr(scheme.size()));
}

}  // namespace gate::auth
