#include "chat/outcome.hpp"

#include "json/prescan.hpp"
#include "json/reader.hpp"

#include <array>

namespace gate::chat {

namespace {

struct Row {
    int               status;
    Reason            reason;
    std::string_view  message;
};

// Before the stream: a status counts only with a reason that belongs to it
// (openapi, createInternChatCompletion).
constexpr std::array<Row, 11> refusals = {{
    {400, Reason::bad_request, "The intern did not accept the answer"},
    {404, Reason::interaction_unknown,
     "No pending question has this tool_call_id in this session"},
    {409, Reason::interaction_not_pending,
     "The run that asked has ended, or the question was already answered"},
    {409, Reason::busy, "Another turn is running and did not take the"
     " message"},
    {409, Reason::intern_not_ready, "The intern is not running"},
    {409, Reason::attachment_failed,
     "Another request is already attached to the run"},
    {410, Reason::attachment_failed,
     "The run produced more output than the intern retains for replay"},
    {429, Reason::rate_limited, "Too many intern turns"},
    {503, Reason::busy,
     "The intern cannot hold another run open across a question"},
    {504, Reason::timeout, "The intern did not answer in time"},
    {410, Reason::run_ended, "The run has ended"},
}};

// After the 200: the reason alone decides (openapi ChatStreamError).
constexpr std::array<Row, 10> stream_errors = {{
    {410, Reason::run_ended, "The intern ended the run"},
    {410, Reason::attachment_failed,
     "The run produced more output than the intern retains for replay"},
    {502, Reason::stream_severed, "The intern lost the stream"},
    {504, Reason::timeout, "The intern did not answer in time"},
    {503, Reason::busy,
     "The intern cannot hold another run open across a question"},
    {499, Reason::client_closed_request, "The client closed the request"},
    {409, Reason::interaction_not_pending, "The question is not pending"},
    {404, Reason::interaction_unknown, "No question has this tool_call_id"},
    {502, Reason::intern_unreachable, "The intern could not be reached"},
    {502, Reason::intern_rejected, "The intern rejected the request"},
}};

Error turn_failed(bool retryable)
{
    return Error{502, Reason::turn_failed, retryable, "The turn failed"};
}

}  // namespace

Error intern_unreachable()
{
    return make_error(502, Reason::intern_unreachable,
                      "The intern could not be reached");
}

Error intern_timed_out()
{
    return make_error(504, Reason::timeout,
                      "The intern did not answer in time");
}

Error route_deadline(int64_t seconds)
{
    return make_error(408, Reason::timeout, "Operation timed out after "
                      + std::to_string(seconds)
                      + "s. Please try again later.");
}

Error refusal_of(const UpstreamAnswer& answer)
{
    int status = answer.status;

    if (status < 400 || status > 599) {
        // 1xx, redirects, a 200 that is no event stream
        return intern_unreachable();
    }
    if (status == 401 || status == 403) {
        return make_error(502, Reason::intern_rejected,
                          "The intern rejected the request");
    }

    if (answer.is_json) {
        if (auto error = read_error_body(answer.body)) {
            Reason reason = reason_named(error->reason);
            if (reason == Reason::turn_failed) {
                return turn_failed(error->retryable);
            }
            for (const Row& row : refusals) {
                if (row.status == status && row.reason == reason) {
                    return make_error(status, reason,
                                      std::string(row.message));
                }
            }
        }
    }

    // a server without questions does not know what to do with a reply
    if (answer.turn == Turn::tool_reply
        && (status == 400 || status == 404 || status == 422))
    {
        return make_error(404, Reason::interaction_unknown,
                          std::string(refusals[1].message));
    }

    return status < 500
           ? make_error(502, Reason::intern_rejected,
                        "The intern rejected the request")
           : intern_unreachable();
}

std::optional<std::string> steered_session(std::string_view body)
{
    if (json::prescan(body)) {
        return std::nullopt;
    }

    json::Reader in(body);
    std::string session;
    bool is_steered = false;
    std::string_view name;
    std::string_view value;

    if (in.peek() != '{' || !in.enter_object()) {
        return std::nullopt;
    }
    while (in.next_member(&name)) {
        bool is_session = name == "session_id";
        bool is_status = name == "status";

        if ((is_session || is_status) && in.peek() == '"') {
            in.read_string(&value);
            if (is_session) {
                session = value;
            } else {
                is_steered = value == "steered";
            }
        } else {
            in.skip();
        }
    }

    if (!in.finished() || !is_steered || session.empty()) {
        return std::nullopt;
    }
    return session;
}

Error in_stream_error(const UpstreamError& error)
{
    Reason reason = reason_named(error.reason);

    for (const Row& row : stream_errors) {
        if (row.reason == reason) {
            return make_error(row.status, reason, std::string(row.message));
        }
    }
    return turn_failed(error.retryable);
}

}  // namespace gate::chat
