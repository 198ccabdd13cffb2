// The header filter: what the clone's answer is, and what the main request
// says of it.

#include "body.hpp"
#include "boundary.hpp"
#include "reply.hpp"
#include "stream.hpp"
#include "worker.hpp"
#include "zone.hpp"

#include "base/media_type.hpp"
#include "base/text.hpp"
#include "chat/outcome.hpp"
#include "chat/translator.hpp"
#include "sse/relay.hpp"

namespace gate {

namespace {

ngx_http_output_header_filter_pt next_header_filter;

// An answer with events to supervise; a 204 has no body.
bool is_event_stream(ngx_http_request_t* r) noexcept
{
    ngx_uint_t status = r->headers_out.status;

    return status >= NGX_HTTP_OK && status < NGX_HTTP_SPECIAL_RESPONSE
           && status != NGX_HTTP_NO_CONTENT
           && is_event_stream_type(ngx::view(r->headers_out.content_type));
}

// Whether the upstream has compressed its answer, in any of its lines.
bool is_coded(ngx_http_request_t* r) noexcept
{
    constexpr std::string_view name = "content-encoding";

    for (auto* part = &r->headers_out.headers.part; part; part = part->next) {
        auto* header = static_cast<ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (header[i].hash != 0
                && text::equals_ignore_case(ngx::view(header[i].key), name)
                && !is_identity_coding(ngx::view(header[i].value)))
            {
                return true;
            }
        }
    }
    return false;
}

// The last of the upstream's headers with this name (lower case).
ngx_table_elt_t* upstream_header(ngx_http_upstream_t* u,
    std::string_view name, size_t* count) noexcept
{
    ngx_table_elt_t* found = nullptr;
    *count = 0;

    for (auto* part = &u->headers_in.headers.part; part; part = part->next) {
        auto* header = static_cast<ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            if (header[i].key.len == name.size()
                && ngx_memcmp(header[i].lowcase_key, name.data(),
                              name.size()) == 0)
            {
                found = &header[i];
                ++*count;
            }
        }
    }
    return found;
}

// nginx 1.22 takes a length and chunks together, and the first of two
// lengths; newer versions refuse both themselves (fault U16).
bool has_one_framing(ngx_http_upstream_t* u) noexcept
{
    size_t lengths;

    upstream_header(u, "content-length", &lengths);
    return lengths + (u->headers_in.chunked ? 1 : 0) <= 1;
}

// Bytes without a status line are no answer: nginx would relay them raw.
bool has_status_line(const Stream& stream) noexcept
{
    return stream.sr->http_version >= NGX_HTTP_VERSION_10;
}

void make_supervisor(Stream* stream)
{
    const LocConf& conf = *loc_conf(stream->r);

    if (!conf.chat) {
        sse::RelayOptions options;
        options.now = ngx_time();
        options.max_event = conf.max_event;
        options.dialect =
            conf.stream == stream_chat ? sse::Dialect::chat
            : conf.stream == stream_responses ? sse::Dialect::responses
            : conf.stream == stream_messages ? sse::Dialect::messages
            : sse::Dialect::automatic;
        stream->supervisor = std::make_unique<sse::Relay>(
            options, ngx::view(stream->r->uri));

    } else {
        chat::TranslatorOptions options;
        options.brand = main_conf(stream->r)->brand;
        options.session_id = stream->state->chat->session_id;
        options.client_gave_session = stream->state->chat->client_gave_session;
        options.fallback_id = worker()->new_id("chatcmpl-");
        options.now = ngx_time();
        options.max_event = conf.max_event;
        stream->supervisor = std::make_unique<chat::Translator>(
            std::move(options));
    }
}

// The list's last part may be the one inside the struct.
void copy_list(ngx_list_t* to, const ngx_list_t* from) noexcept
{
    *to = *from;
    if (from->last == &from->part) {
        to->last = &to->part;
    }
}

void copy_headers(Stream* stream) noexcept
{
    ngx_http_request_t* r = stream->r;
    ngx_http_request_t* sr = stream->sr;

    r->headers_out = sr->headers_out;
    copy_list(&r->headers_out.headers, &sr->headers_out.headers);
    take_trailers(stream);
    r->disable_not_modified = sr->disable_not_modified;
    r->upstream = sr->upstream;  // $upstream_http_* of the main request
    r->upstream_states = sr->upstream_states;
}

ngx_int_t pass_header(Stream* stream) noexcept
{
    ngx_http_request_t* r = stream->r;

    stream->mode = Stream::Mode::pass;
    stream->header_sent = true;
    stream->sr->header_sent = 1;
    copy_headers(stream);

    ngx_int_t rc = ngx_http_send_header(r);
    stream->sr->header_only = r->header_only;
    return rc;
}

// Nothing of this answer goes on; the main request says why.
ngx_int_t drop_answer(Stream* stream, Error error)
{
    stream->mode = Stream::Mode::drop;
    stream->refusal = std::make_unique<Error>(std::move(error));
    return NGX_ERROR;
}

ngx_int_t supervise_header(Stream* stream)
{
    ngx_http_upstream_t* u = stream->sr->upstream;

    stream->mode = Stream::Mode::supervise;
    stream->sr->header_sent = 1;
    stream->last_write = ngx_current_msec;
    u->buffering = 0;

    if (stream->supervisor == nullptr) {
        make_supervisor(stream);
    }
    release_sent_body(stream->r, u);

    ngx_int_t rc = NGX_OK;
    if (!loc_conf(stream->r)->chat && !stream->header_sent) {
        rc = send_stream_header(stream);
    }
    arm_timer(stream);
    return rc;
}

ngx_int_t collect_answer(Stream* stream)
{
    ngx_http_request_t* sr = stream->sr;
    constexpr std::string_view json = "application/json";
    std::string_view type = ngx::view(sr->headers_out.content_type);

    stream->mode = Stream::Mode::collect;
    stream->collected = std::make_unique<std::string>();
    stream->is_json = ngx_strncasecmp(ngx::bytes(type), ngx::bytes(json),
                                      ngx_min(type.size(), json.size())) == 0
                      && type.size() >= json.size();
    sr->header_sent = 1;
    sr->upstream->buffering = 0;

    size_t found;
    if (auto* h = upstream_header(sr->upstream, "retry-after", &found)) {
        ngx_int_t seconds = ngx_atoi(h->value.data, h->value.len);
        stream->retry_after_s = seconds > 0 && seconds < 86400
                                ? static_cast<uint32_t>(seconds) : 1;
    }
    return NGX_OK;
}

ngx_int_t judge_chat_header(Stream* stream)
{
    ngx_http_request_t* sr = stream->sr;
    bool is_sound = sr->upstream != nullptr && has_status_line(*stream)
                    && has_one_framing(sr->upstream);
    ngx_uint_t status = sr->headers_out.status;

    if (is_sound && status == NGX_HTTP_OK && is_event_stream(sr)
        && !is_coded(sr))
    {
        return supervise_header(stream);
    }
    if (is_sound && status > NGX_HTTP_OK
        && (status >= NGX_HTTP_BAD_REQUEST || status == NGX_HTTP_ACCEPTED)
        && status < 600)
    {
        return collect_answer(stream);
    }
    return drop_answer(stream, chat::intern_unreachable());
}

ngx_int_t judge_relay_header(Stream* stream)
{
    ngx_http_request_t* r = stream->r;
    ngx_http_request_t* sr = stream->sr;
    bool is_stream = sr->upstream != nullptr && is_event_stream(sr)
                     && r->method != NGX_HTTP_HEAD;

    if (!has_status_line(*stream) || sr->headers_out.status < NGX_HTTP_OK) {
        // nginx would relay bare bytes, and a 1xx as the final status
        stream->clone_rc = NGX_HTTP_BAD_GATEWAY;
        return drop_answer(stream, error_of_status(NGX_HTTP_BAD_GATEWAY));
    }
    if (is_stream && is_coded(sr)) {
        // it could not be supervised, and its end would not be seen
        ngx_log_error(NGX_LOG_ERR, r->connection->log, 0,
                      "gate: upstream sent a compressed event stream although"
                      " none was asked for");
        stream->clone_rc = NGX_HTTP_BAD_GATEWAY;
        return drop_answer(stream, error_of_status(NGX_HTTP_BAD_GATEWAY));
    }
    if (is_stream) {
        return supervise_header(stream);
    }
    if (stream->header_sent) {
        // committed to a stream that did not come
        return drop_answer(stream, error_of_status(NGX_HTTP_BAD_GATEWAY));
    }
    return pass_header(stream);
}

ngx_int_t on_header(ngx_http_request_t* r) noexcept
{
    Stream* stream = r == r->main ? nullptr : stream_of(r->main);
    if (stream == nullptr || stream->sr != r
        || stream->mode != Stream::Mode::waiting)
    {
        return next_header_filter(r);
    }

    ngx_int_t rc = guarded(r, "stream header", [stream] {
        stream->upstream_status = stream->sr->headers_out.status;
        return loc_conf(stream->r)->chat ? judge_chat_header(stream)
                                         : judge_relay_header(stream);
    });
    return rc > NGX_OK ? NGX_ERROR : rc;
}

}  // namespace

ngx_int_t send_stream_header(Stream* stream)
{
    ngx_http_request_t* r = stream->r;
    bool chat = loc_conf(r)->chat;

    if (stream->supervisor == nullptr) {
        make_supervisor(stream);
    }

    if (!chat && stream->mode == Stream::Mode::supervise) {
        copy_headers(stream);
    } else {
        r->headers_out.status = NGX_HTTP_OK;
        r->headers_out.content_type = ngx_string("text/event-stream");
        r->headers_out.content_type_len = r->headers_out.content_type.len;
        if (add_safety_headers(r) != NGX_OK) {
            return NGX_ERROR;
        }
        if (stream->sr != nullptr) {
            r->upstream = stream->sr->upstream;
            r->upstream_states = stream->sr->upstream_states;
        }
    }

    // the length is the upstream's guess; a tail may follow
    ngx_http_clear_content_length(r);
    ngx_http_clear_accept_ranges(r);
    r->limit_rate = 0;
    r->limit_rate_set = 1;

    stream->header_sent = true;
    stream->last_write = ngx_current_msec;
    stream->state->had_stream = true;
    count(Counter::streams);
    count(Counter::streams_active);
    stream->is_counted = true;

    ngx_int_t rc = ngx_http_send_header(r);
    return rc == NGX_ERROR || rc > NGX_OK ? NGX_ERROR : NGX_OK;
}

void take_trailers(Stream* stream) noexcept
{
    copy_list(&stream->r->headers_out.trailers,
              &stream->sr->headers_out.trailers);
}

void install_stream_header() noexcept
{
    next_header_filter = ngx_http_top_header_filter;
    ngx_http_top_header_filter = on_header;
}

}  // namespace gate
