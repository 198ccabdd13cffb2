#include "credentials.hpp"
#include "headers.hpp"
#include "worker.hpp"

#include "auth/bearer.hpp"

namespace gate {

namespace {

std::string_view key_text(ngx_http_request_t* r, const LocConf& conf) noexcept
{
    const AuthHeader authorization{ngx_string("authorization"), 1};
    const AuthHeader* headers = &authorization;
    ngx_uint_t n = 1;

    if (conf.auth_headers != nullptr) {
        headers = static_cast<AuthHeader*>(conf.auth_headers->elts);
        n = conf.auth_headers->nelts;
    }

    for (ngx_uint_t i = 0; i < n; i++) {
        size_t found;
        ngx_table_elt_t* header = find_header(
            r, ngx::view(headers[i].lowercase_name), &found);
        if (found == 1) {
            std::string_view value = ngx::view(header->value);
            return headers[i].is_bearer ? auth::bearer_token(value)
                                        : auth::plain_token(value);
        }
        if (found > 1) {
            return {};  // which one counts is anyone's guess
        }
    }
    return {};
}

}  // namespace

const auth::Key* find_key(ngx_http_request_t* r, const RequestState& state)
{
    if (state.key != nullptr) {
        return state.key;  // before an internal redirect
    }

    std::string_view text = key_text(r, *loc_conf(r));
    Digest digest;
    if (text.empty() || worker() == nullptr) {
        return nullptr;
    }
    if (!worker()->sha256.digest(text, &digest)) {
        throw std::bad_alloc();
    }
    return main_conf(r)->keys.find(digest);
}

ngx_int_t rewrite_credentials(ngx_http_request_t* r, RequestState* state)
    noexcept
{
    const LocConf& conf = *loc_conf(r);
    bool was_judged = conf.auth != auth_off || conf.chat;
    // in monitor mode others come so far; what they bring is theirs, and the
    // upstream's key is none of their business
    bool has_key = conf.upstream_key.len != 0 && was_judged
                   && state->key_passed;
    bool takes_own = was_judged && state->has_own_key && !conf.auth_pass;

    if (has_key || state->has_upstream_key || takes_own) {
        strip_header(r, "authorization");
        r->headers_in.authorization = nullptr;
    }
    if (takes_own) {
        strip_header(r, "x-api-key");
        strip_header(r, "api-key");
    }

    state->has_upstream_key = has_key;
    return has_key ? add_request_header(r, "Authorization", "authorization",
                                        ngx::view(conf.upstream_key))
                   : NGX_OK;
}

void drop_upstream_key(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);

    if (state != nullptr && state->has_upstream_key) {
        state->has_upstream_key = false;
        strip_header(r, "authorization");
        r->headers_in.authorization = nullptr;
    }
}

}  // namespace gate
