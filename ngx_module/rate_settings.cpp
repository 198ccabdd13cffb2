// Parsers of gate_rate_limit and gate_rate_limit_prefix.

#include "settings.hpp"
#include "conf.hpp"

#include <algorithm>

namespace gate {

namespace {

constexpr char duplicate[] = "is duplicate";

ngx_str_t* arguments(ngx_conf_t* cf) noexcept
{
    return static_cast<ngx_str_t*>(cf->args->elts);
}

}  // namespace

char* set_rate_limit(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_str_t& value = arguments(cf)[1];
    std::string_view text = ngx::view(value);

    if (loc->written.rate != NGX_CONF_UNSET_UINT) {
        return const_cast<char*>(duplicate);
    }
    if (text == "off") {
        loc->written.rate = 0;
        return NGX_CONF_OK;
    }

    std::string_view unit = text.substr(text.size() - std::min<size_t>(
                                        text.size(), 3));
    if (unit == "r/s") {
        loc->written.rate_window = 1000;
    } else if (unit == "r/m") {
        loc->written.rate_window = 60000;
    } else {
        return wrong_value(cf, value, "write a rate such as 60r/m or 10r/s, or"
                     " off");
    }

    ngx_int_t rate = ngx_atoi(value.data, value.len - 3);
    if (rate < 1 || rate > static_cast<ngx_int_t>(limit::max_rate)) {
        return wrong_value(cf, value, "write 1 to 134217727 requests");
    }
    loc->written.rate = static_cast<ngx_uint_t>(rate);
    return NGX_CONF_OK;
}

char* set_rate_limit_prefix(ngx_conf_t* cf, ngx_command_t*, void* conf)
    noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_uint_t* slots[] = {&loc->rate_prefix, &loc->rate_prefix_ipv4};
    const ngx_int_t most[] = {128, 32};

    if (loc->rate_prefix != NGX_CONF_UNSET_UINT) {
        return const_cast<char*>(duplicate);
    }
    loc->rate_prefix_ipv4 = 32;
    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        ngx_str_t& value = arguments(cf)[i];
        ngx_int_t bits = ngx_atoi(value.data, value.len);
        if (bits < 1 || bits > most[i - 1]) {
            return wrong_value(cf, value, i == 1
                ? "write 1 to 128 bits of an IPv6 address, such as 64"
                : "write 1 to 32 bits of an IPv4 address, such as 32");
        }
        *slots[i - 1] = static_cast<ngx_uint_t>(bits);
    }
    return NGX_CONF_OK;
}

}  // namespace gate
