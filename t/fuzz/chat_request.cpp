// Any body: what is accepted keeps every rule of the interface, and what the
// intern gets for it is strict JSON that says the same.
#include "fuzz.hpp"

#include "chat/chat_request.hpp"
#include "chat_rules.hpp"

namespace gate::fuzz {

namespace {

bool are_equal(const chat::Message& a, const chat::Message& b)
{
    if (a.role != b.role || a.has_content != b.has_content
        || a.content_is_list != b.content_is_list || a.texts != b.texts
        || a.tool_call_id != b.tool_call_id
        || a.tool_calls.size() != b.tool_calls.size())
    {
        return false;
    }
    for (size_t i = 0; i < a.tool_calls.size(); i++) {
        const chat::ToolCall& one = a.tool_calls[i];
        const chat::ToolCall& other = b.tool_calls[i];
        if (one.id != other.id || one.function_name != other.function_name
            || one.arguments != other.arguments)
        {
            return false;
        }
    }
    return true;
}

void check_refusal(const Error& error, bool is_json)
{
    demand(error.status == 400 && error.reason == Reason::bad_request
           && !error.retryable, "a refusal of another kind");
    demand(!error.message.empty(), "a refusal without a message");
    demand(test::dump_by_parse(error_body(error)).has_value(),
           "an error body that is no strict JSON");

    bool says_json = error.message.find("valid JSON") != std::string::npos;
    demand(!(says_json && is_json), "the message names another cause");
}

void check_upstream(const chat::ChatRequest& request)
{
    std::string body = chat::upstream_body(request, "m/x", "ses-1");
    demand(test::dump_by_parse(body).has_value(), "upstream body not strict");

    auto again = chat::read_chat_request(body);
    demand(bool(again), "upstream body is refused");
    demand(again->model == "m/x" && again->session_id == "ses-1",
           "another model or session");
    demand(again->turn() == request.turn(), "another turn");

    if (request.is_tool_reply()) {
        demand(again->last.tool_call_id == request.last.tool_call_id
               && again->last.texts == request.last.texts
               && again->last.has_content == request.last.has_content
               && again->last.content_is_list == request.last.content_is_list,
               "another answer");
        demand(again->echo.has_value() == request.echo.has_value(),
               "the echo has gone");
        // a tool_call_id in an assistant message is not forwarded
        if (request.echo && request.echo->tool_call_id.empty()) {
            demand(are_equal(*again->echo, *request.echo), "another echo");
        }
        return;
    }
    demand(again->last.texts == request.last.texts
           && again->last.has_content == request.last.has_content,
           "another prompt");
    demand(again->approval_mode == request.approval_mode, "another mode");
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    std::string_view body = fuzz::view(data, size);
    auto request = chat::read_chat_request(body);
    bool is_json = test::dump_by_parse(body).has_value();

    if (is_json) {
        bool allowed = test::ChatRules::allow(*test::tree_of(body));
        fuzz::demand(allowed == bool(request), "another verdict");
    }
    if (request) {
        fuzz::demand(is_json, "accepted what is no strict JSON");
        fuzz::check_upstream(*request);
    } else {
        fuzz::check_refusal(request.error(), is_json);
    }
    return 0;
}
