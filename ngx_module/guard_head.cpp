// What the head of a request to a guarded location alone can be refused for.

#include "guard.hpp"
#include "enforce.hpp"
#include "headers.hpp"
#include "reply.hpp"
#include "upgrade.hpp"

#include "base/media_type.hpp"

namespace gate {

std::optional<Error> refusal_of_head(ngx_http_request_t* r)
{
    size_t count;

    switch (upgrade_offer(r)) {
    case UpgradeOffer::none:
        break;
    case UpgradeOffer::h2c:
        if (!is_monitored(*loc_conf(r), Rule::guardrail)
            && drop_upgrade_offer(r) != NGX_OK)
        {
            return error_of_status(NGX_HTTP_INTERNAL_SERVER_ERROR);
        }
        break;
    case UpgradeOffer::other:
        return make_error(400, Reason::bad_request,
                          "An upgraded connection could not be judged");
    }
    if (!announces_body(r)) {
        return std::nullopt;
    }

    find_header(r, "content-encoding", &count);
    if (count > 0) {
        return make_error(415, Reason::unsupported_media_type,
                          "A compressed body could not be judged");
    }
    ngx_table_elt_t* type = find_header(r, "content-type", &count);
    if (count > 1) {
        return make_error(400, Reason::invalid_body,
                          "More than one Content-Type");
    }
    if (loc_conf(r)->guard.plain_text == plain_text_judge) {
        return has_utf8_charset(type ? ngx::view(type->value) : "")
               ? std::nullopt
               : std::optional<Error>(make_error(415,
                     Reason::unsupported_media_type,
                     "Only UTF-8 text can be judged here"));
    }
    if (type == nullptr || !is_media_type(ngx::view(type->value),
                                          "application/json")) {
        return make_error(415, Reason::unsupported_media_type,
                          "Only application/json can be judged here");
    }
    return std::nullopt;
}

}  // namespace gate
