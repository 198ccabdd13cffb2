#include "chat/message_reader.hpp"

#include "base/text.hpp"

namespace gate::chat {

namespace {

using json::Kind;

std::optional<Role> role_named(std::string_view word) noexcept
{
    if (word == "user") {
        return Role::user;
    }
    if (word == "tool") {
        return Role::tool;
    }
    if (word == "assistant") {
        return Role::assistant;
    }
    if (word == "system") {
        return Role::system;
    }
    if (word == "developer") {
        return Role::developer;
    }
    return std::nullopt;
}

}  // namespace

std::string MessageReader::wrong() const
{
    if (!wrong_.empty()) {
        return wrong_;
    }
    return has_messages_ ? "" : "messages is required";
}

bool MessageReader::fail(std::string what)
{
    Place place = places_.empty() ? Place::outside : places_.back();

    if (place > Place::messages) {
        wrong_ = "messages[" + std::to_string(count_) + "]: ";
    }
    wrong_ += what;
    return false;
}

bool MessageReader::enter(Place place)
{
    places_.push_back(place);
    return true;
}

// What a container at this point is, or Place::outside if it may not stand
// here.
MessageReader::Place MessageReader::place_for(Kind kind) const noexcept
{
    bool is_object = kind == Kind::object;

    if (places_.empty()) {
        return is_object ? Place::body : Place::outside;
    }

    switch (places_.back()) {
    case Place::body:
        if (name_ == "messages") {
            return is_object ? Place::outside : Place::messages;
        }
        return name_ == "stream" || name_ == "approval_mode"
               || name_ == "model" || name_ == "session_id"
               ? Place::outside : Place::ignored;
    case Place::messages:
        return is_object ? Place::message : Place::outside;
    case Place::message:
        if (name_ == "content") {
            return is_object ? Place::outside : Place::parts;
        }
        if (name_ == "tool_calls") {
            return is_object ? Place::outside : Place::calls;
        }
        return name_ == "role" || name_ == "tool_call_id"
               ? Place::outside : Place::ignored;
    case Place::parts:
        return is_object ? Place::part : Place::outside;
    case Place::part:
        return name_ == "type" || name_ == "text"
               ? Place::outside : Place::ignored;
    case Place::calls:
        return is_object ? Place::call : Place::outside;
    case Place::call:
        if (name_ == "function") {
            return is_object ? Place::function : Place::outside;
        }
        return name_ == "id" ? Place::outside : Place::ignored;
    case Place::function:
        return name_ == "name" || name_ == "arguments"
               ? Place::outside : Place::ignored;
    default:
        return Place::ignored;
    }
}

bool MessageReader::begin(Kind kind)
{
    if (ignored_ > 0) {
        ignored_++;
        return true;
    }

    Place place = place_for(kind);

    switch (place) {
    case Place::outside:
        return fail(places_.empty() ? "the body must be a JSON object"
                                    : name_ + " has the wrong type");
    case Place::ignored:
        ignored_ = 1;
        return true;
    case Place::messages:
        has_messages_ = true;
        break;
    case Place::message:
        message_ = Message();
        has_role_ = has_tool_calls_ = content_given_ = false;
        break;
    case Place::parts:
        content_given_ = message_.has_content = true;
        message_.content_is_list = true;
        break;
    case Place::part:
        part_text_.clear();
        part_is_text_ = part_has_text_ = false;
        break;
    case Place::calls:
        has_tool_calls_ = true;
        break;
    case Place::call:
        call_ = ToolCall();
        call_has_id_ = call_has_name_ = call_has_arguments_ = false;
        break;
    default:
        break;
    }
    return enter(place);
}

bool MessageReader::end(Kind)
{
    if (ignored_ > 0) {
        ignored_--;
        return true;
    }

    Place place = places_.back();
    bool good = true;

    switch (place) {
    case Place::messages:
        good = count_ > 0 || fail("messages must not be empty");
        break;
    case Place::message: good = end_message(); break;
    case Place::part:    good = end_part(); break;
    case Place::call:    good = end_call(); break;
    default: break;
    }

    places_.pop_back();
    return good;
}

bool MessageReader::end_message()
{
    if (!has_role_) {
        return fail("role is required");
    }
    if (!content_given_ && message_.role != Role::assistant) {
        return fail("content is required");
    }
    if (message_.role == Role::tool && message_.tool_call_id.empty()) {
        return fail("tool_call_id is required in a tool message");
    }

    if (message_.role == Role::assistant && has_tool_calls_) {
        request_.echo = message_;
    }
    request_.last = std::move(message_);
    count_++;
    return true;
}

bool MessageReader::end_part()
{
    if (!part_is_text_ || !part_has_text_) {
        return fail("content parts must have type text and a text");
    }
    message_.texts.push_back(part_text_);
    return true;
}

bool MessageReader::end_call()
{
    if (!call_has_id_ || !call_has_name_ || !call_has_arguments_) {
        return fail("tool_calls need id, function.name and"
                    " function.arguments");
    }
    message_.tool_calls.push_back(std::move(call_));
    return true;
}

bool MessageReader::member(std::string_view name)
{
    if (ignored_ == 0) {
        name_ = name;
    }
    return true;
}

// A string that is 1 to `most` characters long and may become a header.
bool MessageReader::word(std::string_view text, std::string_view name,
    size_t most, std::string* out)
{
    size_t size = text::count_code_points(text);

    if (size < 1 || size > most) {
        return fail(std::string(name) + " must be 1 to "
                    + std::to_string(most) + " characters long");
    }
    if (text::has_control(text)) {
        return fail(std::string(name) + " holds a control character");
    }
    *out = text;
    return true;
}

bool MessageReader::body_string(std::string_view text)
{
    if (name_ == "model") {
        return word(text, name_, max_word_characters, &request_.model);
    }
    if (name_ == "session_id") {
        return word(text, name_, max_word_characters, &request_.session_id);
    }
    if (name_ == "approval_mode") {
        if (text != "manual" && text != "self-drive") {
            return fail("approval_mode must be manual or self-drive");
        }
        request_.approval_mode = text == "manual" ? ApprovalMode::manual
                                                  : ApprovalMode::self_drive;
        return true;
    }
    if (name_ == "stream" || name_ == "messages") {
        return fail(name_ + " has the wrong type");
    }
    return true;
}

bool MessageReader::message_string(std::string_view text)
{
    if (name_ == "role") {
        auto role = role_named(text);
        if (!role) {
            return fail("role must be system, developer, user, assistant or"
                        " tool");
        }
        message_.role = *role;
        has_role_ = true;
        return true;
    }
    if (name_ == "content") {
        content_given_ = message_.has_content = true;
        message_.texts.emplace_back(text);
        return true;
    }
    if (name_ == "tool_call_id") {
        return word(text, name_, max_call_id_characters,
                    &message_.tool_call_id);
    }
    return name_ == "tool_calls" ? fail("tool_calls must be a list") : true;
}

bool MessageReader::string(std::string_view text)
{
    if (ignored_ > 0) {
        return true;
    }
    if (places_.empty()) {
        return fail("the body must be a JSON object");
    }

    switch (places_.back()) {
    case Place::body:
        return body_string(text);
    case Place::message:
        return message_string(text);
    case Place::part:
        if (name_ == "type") {
            part_is_text_ = text == "text";
        } else if (name_ == "text") {
            part_has_text_ = true;
            part_text_ = text;
        }
        return true;
    case Place::call:
        if (name_ == "id") {
            call_has_id_ = true;
            return word(text, name_, max_call_id_characters, &call_.id);
        }
        return name_ == "function" ? fail("function must be an object")
                                   : true;
    case Place::function:
        if (name_ == "name") {
            call_has_name_ = true;
            call_.function_name = text;
        } else if (name_ == "arguments") {
            call_has_arguments_ = true;
            call_.arguments = text;
        }
        return true;
    default:
        return fail("messages, content parts and tool_calls must be objects");
    }
}

bool MessageReader::literal(Kind kind, std::string_view spelling)
{
    if (ignored_ > 0) {
        return true;
    }
    if (places_.empty()) {
        return fail("the body must be a JSON object");
    }

    if (places_.back() == Place::body && name_ == "stream"
        && kind == Kind::boolean)
    {
        has_stream_ = spelling == "true";
        return has_stream_ || fail("stream must be true");
    }
    if (places_.back() == Place::message && name_ == "content"
        && kind == Kind::null)
    {
        content_given_ = true;
        return true;
    }

    // a scalar is where something else belongs, or in a member that is not
    // read
    switch (places_.back()) {
    case Place::messages:
    case Place::parts:
    case Place::calls:
        return fail("messages, content parts and tool_calls must be objects");
    default:
        return place_for(Kind::object) == Place::ignored
               || fail(name_ + " has the wrong type");
    }
}

}  // namespace gate::chat
