// The chat stream's grammar (interface.md, "Events"; openapi ChatChunk), as
// strictly as a client could read it: one role chunk first, content and
// reasoning chunks, one question at most, exactly one finish chunk, one final
// chunk, one [DONE], every event one line of JSON.
#pragma once

#include "json_tree.hpp"
#include "sse/supervisor.hpp"

#include <string>
#include <string_view>

namespace gate::test {

class ChatGrammar {
public:
    explicit ChatGrammar(std::string_view brand = "service")
        : question_(std::string(brand) + ".provide_input") {}

    // What is wrong with a whole stream, or empty.
    std::string check(std::string_view stream)
    {
        std::string wrong = check_start(stream);
        if (wrong.empty() && stage_ != Stage::done) {
            wrong = "the stream has no [DONE]";
        }
        return wrong;
    }

    // What is wrong with a stream that has not ended yet, or empty.
    std::string check_start(std::string_view stream)
    {
        while (!stream.empty()) {
            size_t end = stream.find("\n\n");
            if (end == stream.npos) {
                return "an event without its blank line";
            }
            std::string_view event = stream.substr(0, end);
            stream.remove_prefix(end + 2);

            std::string wrong = take(event);
            if (!wrong.empty()) {
                return wrong + ": " + std::string(event);
            }
        }
        return "";
    }

    // The finish_reason, once there was a finish chunk.
    const std::string& finish() const { return finish_; }
    // All content and reasoning, joined.
    const std::string& text() const { return text_; }
    const Tree& final_chunk() const { return final_; }
    const Tree& error() const { return error_; }

private:
    enum class Stage { role, deltas, question, finished, ended, done };
    using Kind = json::Kind;

    std::string take(std::string_view event)
    {
        if (event.substr(0, 6) != "data: "
            || event.find_first_of("\r\n") != event.npos)
        {
            return "not one data line";
        }
        event.remove_prefix(6);

        if (stage_ == Stage::done) {
            return "an event after [DONE]";
        }
        if (event == "[DONE]") {
            bool in_order = stage_ == Stage::ended;
            stage_ = Stage::done;
            return in_order ? "" : "[DONE] before the final chunk";
        }

        auto chunk = tree_of(event);
        return chunk ? take_chunk(*chunk) : "not JSON";
    }

    std::string take_chunk(const Tree& chunk)
    {
        std::string wrong = check_head(chunk);
        if (!wrong.empty()) {
            return wrong;
        }

        const Tree& choices = *chunk.get("choices");
        if (choices.items.empty()) {
            return take_final(chunk);
        }
        if (choices.items.size() > 1) {
            return "more than one choice";
        }
        return take_choice(chunk, choices.items[0]);
    }

    // The members that every chunk has; id and created never change.
    std::string check_head(const Tree& chunk)
    {
        const Tree* id = chunk.get("id");
        const Tree* object = chunk.get("object");
        const Tree* created = chunk.get("created");
        const Tree* model = chunk.get("model");
        const Tree* choices = chunk.get("choices");

        if (id == nullptr || object == nullptr || created == nullptr
            || model == nullptr || choices == nullptr)
        {
            return "a member is missing";
        }
        if (id->kind != Kind::string || model->kind != Kind::string
            || created->kind != Kind::number || choices->kind != Kind::array
            || !object->is_string("chat.completion.chunk"))
        {
            return "a member has the wrong type";
        }
        if (created->text.find_first_of(".eE") != std::string::npos) {
            return "created is no integer";
        }

        bool is_first = stage_ == Stage::role && head_.empty();
        std::string head = id->text + '\n' + created->text;
        if (is_first) {
            head_ = head;
        }
        return head == head_ ? "" : "id or created has changed";
    }

    std::string take_choice(const Tree& chunk, const Tree& choice)
    {
        if (!choice.has_only({"index", "delta", "finish_reason"})
            || choice.get("index")->text != "0")
        {
            return "a choice of another shape";
        }

        const Tree& delta = *choice.get("delta");
        const Tree& finish = *choice.get("finish_reason");
        bool has_error = chunk.get("error") != nullptr;
        size_t members = has_error ? 6 : 5;

        if (chunk.members.size() != members || delta.kind != Kind::object) {
            return "a chunk of another shape";
        }
        if (stage_ == Stage::role) {
            stage_ = Stage::deltas;
            bool is_role = delta.has_only({"role", "content"})
                           && delta.get("role")->is_string("assistant")
                           && delta.get("content")->is_string("")
                           && finish.kind == Kind::null && !has_error;
            return is_role ? "" : "the first chunk is no role chunk";
        }
        if (stage_ >= Stage::finished) {
            return "a chunk after the finish chunk";
        }
        if (finish.kind == Kind::null) {
            return has_error ? "an error without a finish" : take_delta(delta);
        }
        return take_finish(chunk, delta, finish);
    }

    std::string take_delta(const Tree& delta)
    {
        if (stage_ == Stage::question) {
            return "a chunk between question and finish";
        }
        if (delta.has_only({"content"}) || delta.has_only({"reasoning"})) {
            const Tree& text = delta.members[0].second;
            text_ += text.text;
            return text.kind == Kind::string && !text.text.empty()
                   ? "" : "an empty delta";
        }
        if (!delta.has_only({"tool_calls"})) {
            return "a delta of another shape";
        }

        stage_ = Stage::question;
        const Tree& calls = delta.members[0].second;
        return calls.kind == Kind::array && calls.items.size() == 1
               ? check_call(calls.items[0]) : "not one tool call";
    }

    std::string check_call(const Tree& call)
    {
        if (!call.has_only({"index", "id", "type", "function"})
            || call.get("index")->text != "0"
            || call.get("id")->kind != Kind::string
            || call.get("id")->text.empty()
            || !call.get("type")->is_string("function"))
        {
            return "a tool call of another shape";
        }

        const Tree& function = *call.get("function");
        if (!function.has_only({"name", "arguments"})
            || !function.get("name")->is_string(question_)
            || function.get("arguments")->kind != Kind::string)
        {
            return "a function of another shape";
        }
        auto arguments = tree_of(function.get("arguments")->text);
        return arguments && arguments->kind == Kind::object
               ? "" : "the arguments are no JSON object";
    }

    std::string take_finish(const Tree& chunk, const Tree& delta,
        const Tree& finish)
    {
        bool was_question = stage_ == Stage::question;
        finish_ = finish.text;
        stage_ = Stage::finished;

        if (finish.kind != Kind::string || !delta.has_only({})
            || (finish_ != "stop" && finish_ != "tool_calls"
                && finish_ != "error"))
        {
            return "a finish chunk of another shape";
        }
        if (was_question != (finish_ == "tool_calls")) {
            return "question and finish_reason do not fit";
        }

        const Tree* error = chunk.get("error");
        if ((error != nullptr) != (finish_ == "error")) {
            return "error and finish_reason do not fit";
        }
        return error == nullptr ? "" : check_error(*error);
    }

    std::string check_error(const Tree& error)
    {
        error_ = error;
        if (!error.has_only({"code", "message", "metadata"})
            || error.get("code")->kind != Kind::number
            || error.get("message")->kind != Kind::string)
        {
            return "an error of another shape";
        }

        const Tree& metadata = *error.get("metadata");
        return metadata.has_only({"reason", "retryable"})
               && metadata.get("reason")->kind == Kind::string
               && !metadata.get("reason")->text.empty()
               && metadata.get("retryable")->kind == Kind::boolean
               ? "" : "metadata of another shape";
    }

    std::string take_final(const Tree& chunk)
    {
        if (stage_ != Stage::finished) {
            return "a final chunk out of place";
        }
        stage_ = Stage::ended;
        final_ = chunk;

        if (!chunk.has_only({"id", "object", "created", "model", "choices",
                             "session_id", "usage"}))
        {
            return "a final chunk of another shape";
        }

        Kind session = chunk.get("session_id")->kind;
        Kind usage = chunk.get("usage")->kind;
        if ((session != Kind::string && session != Kind::null)
            || (usage != Kind::object && usage != Kind::null))
        {
            return "session_id or usage has the wrong type";
        }
        return finish_ == "tool_calls" && usage != Kind::null
               ? "usage after a question" : "";
    }

    std::string  question_;
    Stage        stage_ = Stage::role;
    std::string  head_;
    std::string  finish_;
    std::string  text_;
    Tree         final_;
    Tree         error_;
};

// Whether a stream that ended so may have this finish_reason.
inline bool fits(sse::Outcome outcome, std::string_view finish)
{
    switch (outcome) {
    case sse::Outcome::complete: return finish == "stop";
    case sse::Outcome::paused:   return finish == "tool_calls";
    case sse::Outcome::open:     return false;
    default:                     return finish == "error";
    }
}

}  // namespace gate::test
