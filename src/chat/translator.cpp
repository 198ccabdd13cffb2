#include "chat/translator.hpp"

#include "chat/outcome.hpp"
#include "json/prescan.hpp"
#include "json/reader.hpp"
#include "json/writer.hpp"
#include "sse/dialect.hpp"
#include "sse/event.hpp"
#include "sse/relay.hpp"

#include <algorithm>

namespace gate::chat {

using sse::Outcome;

Translator::Translator(TranslatorOptions options)
    : options_(std::move(options)), splitter_(options_.max_event),
      own_model_(options_.brand + "/intern"), id_(options_.fallback_id),
      created_(options_.now)
{
}

std::string_view Translator::reported_model() const noexcept
{
    return model_.empty() ? own_model() : std::string_view(model_);
}

std::string_view Translator::session_id() const noexcept
{
    if (!session_.empty()) {
        return session_;
    }
    return started_ || options_.client_gave_session
           ? std::string_view(options_.session_id) : std::string_view();
}

Translator::State Translator::give_up(std::string_view flaw)
{
    flaw_ = flaw;
    state_ = State::broken;
    return state_;
}

Translator::State Translator::feed(std::string_view bytes, sse::Sink& sink)
{
    if (state_ != State::open) {
        excess_ = excess_ || (state_ == State::complete && bytes != "\n");
        return state_;  // nothing follows [DONE]
    }

    splitter_.feed(bytes);
    out_.clear();
    std::string scratch;

    while (state_ == State::open) {
        std::string_view text;
        auto status = splitter_.next(&text);

        if (status == sse::EventSplitter::Status::more) {
            break;
        }
        if (status == sse::EventSplitter::Status::too_long) {
            give_up("an event is too long");
            break;
        }
        sse::Event event = sse::read_event(text, &scratch);
        if (!event.has_data) {
            continue;
        }
        started_ = true;
        events_++;

        if (event.data.substr(0, 6) == "[DONE]") {
            if (!complete()) {
                give_up("a question cannot be shown");
            }
        } else if (!take(event.data)) {
            give_up("an event is not a chat completion chunk");
        }
    }

    excess_ = state_ == State::complete && splitter_.has_rest();
    if (!out_.empty()) {
        sink.write(out_);
    }
    // nothing is kept between events: idle streams are many
    std::string().swap(out_);
    return state_;
}

// One chunk of the intern's; false if it makes no sense.
bool Translator::take(std::string_view data)
{
    auto chunk = read_chunk(data);
    if (!chunk) {
        return false;
    }

    take_head(*chunk);
    if (chunk->usage) {
        take_usage(*chunk->usage);
    }
    if (finish_ != Finish::none) {
        return true;  // one finish; usage may follow it
    }

    std::string_view model = chunk->model.empty() ? own_model()
                                                  : chunk->model;
    if (!role_sent_) {
        put_role(chunk->has_role ? model : own_model());
    }
    if (chunk->error) {
        Error error = in_stream_error(*chunk->error);
        put_error(error);
        outcome_ = error.reason == Reason::run_ended ? Outcome::run_ended
                                                     : Outcome::failed;
        return true;
    }
    if (!chunk->reasoning.empty()) {
        put_delta("reasoning", chunk->reasoning, model);
    }
    if (!chunk->content.empty()) {
        put_delta("content", chunk->content, model);
    }
    if (!take_tool_calls(*chunk)) {
        // the client could do nothing with a call that is no question
        put_error(in_stream_error(UpstreamError{}));
        outcome_ = Outcome::failed;
        return true;
    }
    if (chunk->finish_reason == "error") {
        put_error(in_stream_error(UpstreamError{}));
        outcome_ = Outcome::failed;

    } else if (!chunk->finish_reason.empty()) {
        finish_ = has_call_ ? Finish::tool_calls : Finish::stop;
        return !has_call_ || is_question();
    }
    return true;
}

void Translator::take_head(const UpstreamChunk& chunk)
{
    if (events_ == 1) {
        if (!chunk.id.empty()) {
            id_ = chunk.id;
        }
        created_ = chunk.created.value_or(created_);
    }
    if (!chunk.model.empty() && model_ != chunk.model) {
        model_ = chunk.model;
    }
    if (!chunk.session_id.empty()) {
        session_.clear();
        json::unescape(session_, chunk.session_id);
    }
}

// Puts a question together from its parts; false for any other tool call.
bool Translator::take_tool_calls(const UpstreamChunk& chunk)
{
    if (chunk.has_function_call) {
        return false;
    }
    for (const ToolCallPart& part : chunk.tool_calls) {
        if (part.index != 0) {
            return false;  // one question at a time
        }
        has_call_ = true;
        if (call_id_.empty()) {
            call_id_ = part.id;
        }
        call_name_ += part.name;
        call_arguments_ += part.arguments;

        if (call_name_ != "service.provide_input"
            && call_name_ != options_.brand + ".provide_input")
        {
            return false;
        }
        if (call_arguments_.size() > options_.max_event) {
            return false;
        }
    }
    return true;
}

// Whether the call can be shown: an id, and arguments that are an object.
bool Translator::is_question() const
{
    std::string arguments;
    json::unescape(arguments, call_arguments_);

    json::Reader in(arguments);
    return !call_id_.empty() && !json::prescan(arguments)
           && in.peek() == '{' && in.skip() && in.finished();
}

void Translator::take_usage(std::string_view raw)
{
    usage_text_ = raw;
    // the data of an event on several lines holds line ends
    std::replace(usage_text_.begin(), usage_text_.end(), '\n', ' ');
    std::replace(usage_text_.begin(), usage_text_.end(), '\r', ' ');

    sse::read_usage("\"usage\":" + usage_text_, &usage_);
}

// The intern's [DONE]: what was held back can go out. False if it is a
// question that no client could answer.
bool Translator::complete()
{
    if (finish_ == Finish::none && has_call_) {
        if (!is_question()) {
            return false;
        }
        finish_ = Finish::tool_calls;
    }

    state_ = State::complete;

    if (!role_sent_) {
        put_role(own_model());
    }

    switch (finish_) {
    case Finish::none:
        // ended without a terminal event
        put_finish("stop", own_model());
        put_end(own_model());
        outcome_ = Outcome::complete;
        break;
    case Finish::stop:
        put_finish("stop", reported_model());
        put_end(reported_model());
        outcome_ = Outcome::complete;
        break;
    case Finish::tool_calls:
        put_call(reported_model());
        put_finish("tool_calls", reported_model());
        usage_text_.clear();
        put_end(reported_model());
        outcome_ = Outcome::paused;
        break;
    case Finish::error:
        put_end(own_model());
        break;
    }
    return true;
}

Outcome Translator::end(sse::End why, sse::Sink& sink)
{
    if (state_ == State::open && why == sse::End::finished) {
        // an end may lack its blank line
        std::string last(splitter_.unfinished());
        std::string scratch;
        std::string_view data = sse::read_event(last, &scratch).data;
        if (data.substr(0, 6) == "[DONE]") {
            feed(sse::missing_end(last), sink);
        }
    }
    if (state_ == State::complete) {
        return outcome_;
    }

    if (finish_ == Finish::error) {
        out_.clear();
        put_end(own_model());
        sink.write(out_);
        return outcome_;
    }

    fail(sse::error_at_end(why), sink);
    return sse::outcome_of(why);
}

Outcome Translator::fail(const Error& error, sse::Sink& sink)
{
    out_.clear();

    if (!role_sent_) {
        put_role(own_model());
    }
    put_error(error);
    usage_text_.clear();
    put_end(own_model());

    sink.write(out_);
    return Outcome::failed;
}

void Translator::open_chunk(std::string_view model)
{
    out_ += "data: {\"id\":\"";
    out_ += id_;
    out_ += "\",\"object\":\"chat.completion.chunk\",\"created\":";
    out_ += std::to_string(created_);
    out_ += ",\"model\":\"";
    out_ += model;
    out_ += "\",\"choices\":[";
}

void Translator::put_role(std::string_view model)
{
    role_sent_ = true;
    open_chunk(model);
    out_ += "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}"
            ",\"finish_reason\":null}]}\n\n";
}

void Translator::put_delta(std::string_view member, std::string_view raw,
    std::string_view model)
{
    open_chunk(model);
    out_ += "{\"index\":0,\"delta\":{\"";
    out_ += member;
    out_ += "\":\"";
    out_ += raw;
    out_ += "\"},\"finish_reason\":null}]}\n\n";
}

void Translator::put_call(std::string_view model)
{
    open_chunk(model);
    out_ += "{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"";
    out_ += call_id_;
    out_ += "\",\"type\":\"function\",\"function\":{\"name\":\"";
    out_ += options_.brand;
    out_ += ".provide_input\",\"arguments\":\"";
    out_ += call_arguments_;
    out_ += "\"}}]},\"finish_reason\":null}]}\n\n";
}

void Translator::put_finish(std::string_view reason, std::string_view model)
{
    open_chunk(model);
    out_ += "{\"index\":0,\"delta\":{},\"finish_reason\":\"";
    out_ += reason;
    out_ += "\"}]}\n\n";
}

void Translator::put_error(const Error& error)
{
    finish_ = Finish::error;
    open_chunk(own_model());
    out_ += "{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}],"
            "\"error\":";
    append_error_object(out_, error);
    out_ += "}\n\n";
}

void Translator::put_end(std::string_view model)
{
    open_chunk(model);
    out_ += "],\"session_id\":";

    std::string_view session = session_id();
    if (session.empty()) {
        out_ += "null";
    } else {
        json::append_string(out_, session);
    }

    out_ += ",\"usage\":";
    out_ += usage_text_.empty() ? "null" : std::string_view(usage_text_);
    out_ += "}\n\n";
    sse::append_data(out_, "[DONE]");
}

}  // namespace gate::chat
