// The rules for a chat request (interface.md, "Stream a chat completion";
// openapi ChatRequest and ChatMessage; gaps.md), judged slowly on a tree.
#pragma once

#include "json_tree.hpp"

#include <string>
#include <string_view>

namespace gate::test {

class ChatRules {
public:
    // Whether the whole body may become a run or an answer. The text is
    // strict JSON already.
    static bool allow(const Tree& body)
    {
        const Tree* messages = body.get("messages");
        const Tree* stream = body.get("stream");

        if (body.kind != Kind::object || stream == nullptr
            || stream->kind != Kind::boolean || stream->text != "true"
            || messages == nullptr || messages->kind != Kind::array
            || messages->items.empty())
        {
            return false;
        }
        for (const Tree& message : messages->items) {
            if (!allow_message(message)) {
                return false;
            }
        }
        return is_word(body.get("model"), 256)
               && is_word(body.get("session_id"), 256)
               && is_mode(body.get("approval_mode"))
               && allow_last(body, messages->items.back());
    }

private:
    using Kind = json::Kind;

    static size_t characters(std::string_view text)
    {
        size_t count = 0;
        for (char c : text) {
            auto u = static_cast<unsigned char>(c);
            count += u < 0x80 || u > 0xbf;
        }
        return count;
    }

    // Absent, or 1 to `most` characters that may stand in a header.
    static bool is_word(const Tree* value, size_t most)
    {
        if (value == nullptr) {
            return true;
        }
        for (char c : value->text) {
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
                return false;
            }
        }
        return value->kind == Kind::string && !value->text.empty()
               && characters(value->text) <= most;
    }

    static bool is_mode(const Tree* value)
    {
        return value == nullptr || value->is_string("manual")
               || value->is_string("self-drive");
    }

    static bool allow_last(const Tree& body, const Tree& last)
    {
        if (last.get("role")->text == "tool") {
            return body.get("session_id") != nullptr;
        }
        return last.get("role")->text == "user"
               && characters(all_text(*last.get("content"))) <= 32000;
    }

    static std::string all_text(const Tree& content)
    {
        if (content.kind == Kind::string) {
            return content.text;
        }
        std::string out;
        for (const Tree& part : content.items) {
            out += part.get("text")->text;
        }
        return out;
    }

    static bool allow_message(const Tree& message)
    {
        const Tree* role = message.get("role");
        const Tree* content = message.get("content");
        const Tree* calls = message.get("tool_calls");

        if (message.kind != Kind::object || role == nullptr
            || role->kind != Kind::string)
        {
            return false;
        }
        bool is_known = false;
        for (auto known : {"system", "developer", "user", "assistant",
                           "tool"}) {
            is_known = is_known || role->text == known;
        }
        if (!is_known
            || (content == nullptr && role->text != "assistant")
            || (content != nullptr && !allow_content(*content))
            || (calls != nullptr && !allow_calls(*calls))
            || !is_word(message.get("tool_call_id"), 128))
        {
            return false;
        }
        return role->text != "tool"
               || message.get("tool_call_id") != nullptr;
    }

    static bool allow_content(const Tree& content)
    {
        if (content.kind != Kind::array) {
            return content.kind == Kind::string
                   || content.kind == Kind::null;
        }
        for (const Tree& part : content.items) {
            const Tree* type = part.get("type");
            const Tree* text = part.get("text");
            if (part.kind != Kind::object || type == nullptr
                || !type->is_string("text") || text == nullptr
                || text->kind != Kind::string)
            {
                return false;
            }
        }
        return true;
    }

    static bool allow_calls(const Tree& calls)
    {
        if (calls.kind != Kind::array) {
            return false;
        }
        for (const Tree& call : calls.items) {
            const Tree* function = call.get("function");
            if (call.get("id") == nullptr || !is_word(call.get("id"), 128)
                || function == nullptr || function->kind != Kind::object)
            {
                return false;
            }
            const Tree* name = function->get("name");
            const Tree* arguments = function->get("arguments");
            if (name == nullptr || name->kind != Kind::string
                || arguments == nullptr || arguments->kind != Kind::string)
            {
                return false;
            }
        }
        return true;
    }
};

}  // namespace gate::test
