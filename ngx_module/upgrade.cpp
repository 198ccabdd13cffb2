#include "upgrade.hpp"
#include "headers.hpp"

#include "base/text.hpp"

namespace gate {

namespace {

std::string_view trim(std::string_view in) noexcept
{
    constexpr std::string_view blanks = " \t";

    in.remove_prefix(ngx_min(in.find_first_not_of(blanks), in.size()));
    return in.substr(0, in.find_last_not_of(blanks) + 1);
}

bool is_of_offer(std::string_view option) noexcept
{
    return option.empty() || text::equals_ignore_case(option, "upgrade")
           || text::equals_ignore_case(option, "http2-settings");
}

// Appends the options of one Connection header that are to stay.
u_char* copy_options(u_char* start, u_char* end, std::string_view value)
    noexcept
{
    while (!value.empty()) {
        size_t comma = value.find(',');
        std::string_view option = trim(value.substr(0, comma));

        value.remove_prefix(comma == value.npos ? value.size() : comma + 1);
        if (!is_of_offer(option)) {
            end = end == start ? end : ngx_cpymem(end, ", ", 2);
            end = ngx_cpymem(end, option.data(), option.size());
        }
    }
    return end;
}

// Leaves one Connection header with the other options, or none.
ngx_int_t cut_connection(ngx_http_request_t* r) noexcept
{
    constexpr std::string_view name = "connection";
    size_t size = 0;

    auto each = [r, name](auto act) {
        for (auto* part = &r->headers_in.headers.part; part;
             part = part->next)
        {
            auto* header = static_cast<ngx_table_elt_t*>(part->elts);
            for (ngx_uint_t i = 0; i < part->nelts; i++) {
                if (text::equals_ignore_case(ngx::view(header[i].key), name))
                {
                    act(ngx::view(header[i].value));
                }
            }
        }
    };

    each([&](std::string_view value) { size += 2 * value.size() + 2; });
    auto* start = static_cast<u_char*>(ngx_pnalloc(r->pool, size + 1));
    if (start == nullptr) {
        return NGX_ERROR;
    }
    u_char* end = start;
    each([&](std::string_view value) {
        end = copy_options(start, end, value);
    });

    r->headers_in.connection = nullptr;
    if (remove_header(r, name) != NGX_OK) {
        return NGX_ERROR;
    }
    std::string_view rest(reinterpret_cast<char*>(start),
                          static_cast<size_t>(end - start));
    return rest.empty() ? NGX_OK
                        : add_request_header(r, "Connection", name, rest);
}

// A rule of the rewrite phase may have asked for them already.
void forget_variables(ngx_http_request_t* r) noexcept
{
    auto* cmcf = static_cast<ngx_http_core_main_conf_t*>(
        ngx_http_get_module_main_conf(r, ngx_http_core_module));
    auto* variables = static_cast<ngx_http_variable_t*>(cmcf->variables.elts);

    for (ngx_uint_t i = 0; i < cmcf->variables.nelts; i++) {
        std::string_view name = ngx::view(variables[i].name);
        if (name == "http_upgrade" || name == "http_http2_settings"
            || name == "http_connection")
        {
            r->variables[i].valid = 0;
            r->variables[i].not_found = 0;
        }
    }
}

}  // namespace

UpgradeOffer upgrade_offer(ngx_http_request_t* r) noexcept
{
    size_t count;
    ngx_table_elt_t* header = find_header(r, "upgrade", &count);

    if (count == 0) {
        return UpgradeOffer::none;
    }
    return count == 1 && r->http_version < NGX_HTTP_VERSION_20
           && text::equals_ignore_case(trim(ngx::view(header->value)), "h2c")
           ? UpgradeOffer::h2c : UpgradeOffer::other;
}

ngx_int_t drop_upgrade_offer(ngx_http_request_t* r) noexcept
{
    r->headers_in.upgrade = nullptr;  // no tunnel, whatever is answered
    forget_variables(r);

    if (remove_header(r, "upgrade") != NGX_OK
        || remove_header(r, "http2-settings") != NGX_OK)
    {
        return NGX_ERROR;
    }
    return cut_connection(r);
}

}  // namespace gate
