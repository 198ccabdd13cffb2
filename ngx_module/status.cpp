// gate_status: what the zone counts, as Prometheus text or JSON.

#include "boundary.hpp"
#include "reply.hpp"
#include "zone.hpp"

namespace gate {

namespace {

struct Row {
    Counter           counter;
    const char*       type;
    std::string_view  name;  // Prometheus, without the prefix
    std::string_view  help;
};

constexpr Row rows[] = {
    {Counter::requests, "counter", "requests_total",
     "Requests judged or supervised."},
    {Counter::would_refuse, "counter", "monitored_refusals_total",
     "Requests that gate_enforce monitor let through."},
    {Counter::streams, "counter", "streams_total", "Streams supervised."},
    {Counter::streams_active, "gauge", "streams_active",
     "Streams open now."},
    {Counter::events, "counter", "stream_events_total",
     "Events handed on to clients."},
    {Counter::keepalives, "counter", "stream_keepalives_total",
     "Keepalive comments written."},
    {Counter::client_gone, "counter", "stream_client_gone_total",
     "Streams whose client left first."},
    {Counter::hits_lost, "counter", "guardrail_hits_lost_total",
     "Findings of guardrails for which the zone had no row."},
};

uint64_t value(const Figures& f, Counter counter) noexcept
{
    return f.counters[static_cast<size_t>(counter)];
}

void append_head(std::string& out, std::string_view name,
    std::string_view help, std::string_view type)
{
    out += "# HELP gate_";
    out += name;
    out += ' ';
    out += help;
    out += "\n# TYPE gate_";
    out += name;
    out += ' ';
    out += type;
    out += '\n';
}

void append_labelled(std::string& out, std::string_view name,
    std::string_view label, std::string_view word, uint64_t n)
{
    out += "gate_";
    out += name;
    out += '{';
    out += label;
    out += "=\"";
    out += word;
    out += "\"} ";
    out += std::to_string(n);
    out += '\n';
}

std::string_view reason_word(size_t i) noexcept
{
    std::string_view word = name(static_cast<Reason>(i));
    return word.empty() ? "none" : word;
}

// Calls `row` for each thing that a guardrail has found so far.
template <class Row>
void for_each_hit(const GuardMain& guard, Row row)
{
    constexpr guard::Action actions[] = {guard::Action::flag,
        guard::Action::redact, guard::Action::block};
    constexpr Reason reasons[] = {Reason::model_not_allowed,
        Reason::provider_not_allowed, Reason::retention_not_allowed};

    auto look = [&row](std::string_view guardrail, std::string_view filter,
                       guard::Action action) {
        uint64_t n = total_hits(guardrail, filter, action);
        if (n != 0) {
            row(guardrail, filter, name(action), n);
        }
    };
    for (const GuardrailEntry& entry : guard.entries) {
        const std::string& guardrail = entry.guardrail.name;
        for (uint16_t filter = 0; filter <= guard::first_custom; filter++) {
            for (guard::Action action : actions) {
                if (filter != guard::media_filter
                    && filter != guard::limit_filter)
                {
                    look(guardrail, guard::filter_name(filter), action);
                }
            }
        }
        for (Reason reason : reasons) {
            look(guardrail, name(reason), guard::Action::block);
        }
    }
    look(media_guardrail, guard::filter_name(guard::media_filter),
         guard::Action::block);
    look(limit_guardrail, guard::filter_name(guard::limit_filter),
         guard::Action::block);
}

void append_hits(std::string& out, const GuardMain& guard)
{
    append_head(out, "guardrail_hits_total",
                "Places that guardrails found, by filter and action.",
                "counter");
    for_each_hit(guard, [&](std::string_view guardrail,
        std::string_view filter, std::string_view action, uint64_t n) {
            out += "gate_guardrail_hits_total{guardrail=\"";
            out += guardrail;
            out += "\",filter=\"";
            out += filter;
            out += "\",action=\"";
            out += action;
            out += "\"} ";
            out += std::to_string(n);
            out += '\n';
        });
    append_head(out, "guardrails", "Guardrails of the configuration.",
                "gauge");
    out += "gate_guardrails " + std::to_string(guard.entries.size()) + '\n';
    append_head(out, "pattern_bytes", "Compiled custom patterns, in memory.",
                "gauge");
    out += "gate_pattern_bytes " + std::to_string(guard.pattern_bytes)
           + '\n';
}

std::string prometheus_text(const Figures& f, const MainConf& main)
{
    std::string out;

    for (const Row& row : rows) {
        append_head(out, row.name, row.help, row.type);
        out += "gate_";
        out += row.name;
        out += ' ';
        out += std::to_string(value(f, row.counter));
        out += '\n';
    }

    append_head(out, "refused_total", "Requests refused.", "counter");
    for (size_t i = 0; i < reason_count; i++) {
        append_labelled(out, "refused_total", "reason", reason_word(i),
                        f.refused[i]);
    }
    append_head(out, "stream_outcomes_total", "How streams ended.",
                "counter");
    for (size_t i = 1; i < outcome_count; i++) {
        append_labelled(out, "stream_outcomes_total", "outcome",
                        name(static_cast<sse::Outcome>(i)), f.outcomes[i]);
    }

    append_head(out, "workers", "Workers that are counted.", "gauge");
    out += "gate_workers " + std::to_string(counted_workers()) + '\n';
    append_hits(out, main.guard);
    append_head(out, "keys", "Keys of the gate_keys file.", "gauge");
    out += "gate_keys " + std::to_string(main.keys.size()) + '\n';
    append_head(out, "keys_bytes", "Their memory in a worker.", "gauge");
    out += "gate_keys_bytes " + std::to_string(main.keys.bytes()) + '\n';
    append_head(out, "interns", "Interns of the gate_interns file.", "gauge");
    out += "gate_interns " + std::to_string(main.interns.all().size()) + '\n';
    return out;
}

void append_number(std::string& out, std::string_view name, uint64_t n)
{
    out += out.back() == '{' ? "\"" : ",\"";
    out += name;
    out += "\":";
    out += std::to_string(n);
}

std::string json_text(const Figures& f, const MainConf& main)
{
    std::string out = "{";

    append_number(out, "workers", counted_workers());
    append_number(out, "requests", value(f, Counter::requests));
    append_number(out, "monitored_refusals", value(f, Counter::would_refuse));
    out += ",\"streams\":{";
    append_number(out, "total", value(f, Counter::streams));
    append_number(out, "active", value(f, Counter::streams_active));
    append_number(out, "events", value(f, Counter::events));
    append_number(out, "keepalives", value(f, Counter::keepalives));
    append_number(out, "client_gone", value(f, Counter::client_gone));
    out += ",\"outcomes\":{";
    for (size_t i = 1; i < outcome_count; i++) {
        append_number(out, name(static_cast<sse::Outcome>(i)), f.outcomes[i]);
    }
    out += "}},\"guardrails\":{";
    append_number(out, "count", main.guard.entries.size());
    append_number(out, "pattern_bytes", main.guard.pattern_bytes);
    append_number(out, "hits_lost", value(f, Counter::hits_lost));
    out += ",\"hits\":[";
    for_each_hit(main.guard, [&](std::string_view guardrail,
        std::string_view filter, std::string_view action, uint64_t n) {
            out += out.back() == '[' ? "{\"guardrail\":\""
                                     : ",{\"guardrail\":\"";
            out += guardrail;
            out += "\",\"filter\":\"";
            out += filter;
            out += "\",\"action\":\"";
            out += action;
            out += '"';
            append_number(out, "count", n);
            out += '}';
        });
    out += "]},\"refused\":{";
    for (size_t i = 0; i < reason_count; i++) {
        append_number(out, reason_word(i), f.refused[i]);
    }
    out += "},\"keys\":{";
    append_number(out, "count", main.keys.size());
    append_number(out, "bytes", main.keys.bytes());
    out += "},\"interns\":{";
    append_number(out, "count", main.interns.all().size());
    out += "}}\n";
    return out;
}

}  // namespace

ngx_int_t send_status(ngx_http_request_t* r, bool as_json) noexcept
{
    if (r->http_version < NGX_HTTP_VERSION_10) {
        return NGX_HTTP_CLOSE;  // no status line to send (fault H12)
    }
    if (!(r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD))) {
        return NGX_HTTP_NOT_ALLOWED;
    }

    return guarded(r, "status", [r, as_json]() -> ngx_int_t {
        ngx_int_t rc = ngx_http_discard_request_body(r);
        if (rc != NGX_OK) {
            return rc;
        }

        Figures total = total_figures();
        const MainConf& main = *main_conf(r);
        return as_json
               ? send_body(r, 200, "application/json", json_text(total, main))
               : send_body(r, 200, "text/plain; version=0.0.4",
                           prometheus_text(total, main));
    });
}

}  // namespace gate
