#include "internd/run.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <random>
#include <utility>

namespace gate::internd {

namespace {

constexpr std::array<std::pair<const char*, Answer::Verdict>, 5> permissions{{
    {"allow_once", Answer::Verdict::allow_once},
    {"allow_always", Answer::Verdict::allow_always},
    {"reject_once", Answer::Verdict::reject_once},
    {"reject_always", Answer::Verdict::reject_always},
    {"cancel", Answer::Verdict::cancel},
}};

constexpr int max_depth = 64;

// every permission question offers all but cancel, which is always possible
constexpr size_t offered_permissions = 4;

bool is_offered(const Json& options, const Json& value)
{
    if (value.is_array()) {
        return std::all_of(value.begin(), value.end(), [&](const Json& one) {
            return one.is_string() && is_offered(options, one);
        });
    }
    return std::find(options.begin(), options.end(), value) != options.end();
}

bool fits(const Json& field, const Json& value)
{
    if (field.contains("options")) {
        return is_offered(field["options"], value);
    }

    const auto& type = field["type"];
    return type == "string"    ? value.is_string()
           : type == "boolean" ? value.is_boolean()
           : type == "integer" ? value.is_number_integer()
           : type == "number"  ? value.is_number()
                               : true;
}

bool fills(const Json& fields, const Json& content)
{
    return std::all_of(fields.begin(), fields.end(), [&](const Json& field) {
        auto value = content.find(field["name"].get<std::string>());
        if (value == content.end() || value->is_null()) {
            return field["required"] == false;
        }
        return fits(field, *value);
    });
}

std::optional<Answer> judge_elicitation(const Json& fields,
                                        std::string_view content)
{
    auto reply = from_text(content);
    auto action = reply.is_object() ? reply.value("action", Json()) : Json();

    if (action == "decline") {
        return Answer{Answer::Verdict::decline, nullptr};
    }
    if (action == "cancel") {
        return Answer{Answer::Verdict::cancel, nullptr};
    }

    auto values = action == "accept" ? reply.value("content", Json()) : Json();
    if (!values.is_object() || !fills(fields, values)) {
        return std::nullopt;
    }
    return Answer{Answer::Verdict::accept, values};
}

// A field with its defaults filled in; null when it is none.
Json read_field(const Json& json)
{
    auto name = json.is_object() ? json.value("name", Json()) : Json();
    if (!name.is_string()) {
        return nullptr;
    }

    Json field = {{"name", name}, {"type", "string"}, {"required", false}};
    if (json.contains("type") && json["type"].is_string()) {
        field["type"] = json["type"];
    }
    if (json.contains("required")) {
        field["required"] = json["required"] == true;
    }
    if (json.contains("options") && json["options"].is_array()) {
        field["options"] = json["options"];
    }
    return field;
}

}  // namespace

std::string to_text(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json from_text(std::string_view text)
{
    bool too_deep = false;
    auto value = Json::parse(
        text,
        [&](int depth, Json::parse_event_t, Json&) {
            too_deep |= depth > max_depth;
            return !too_deep;
        },
        false);
    return too_deep ? Json(Json::value_t::discarded) : value;
}

bool Failure::is_retryable() const
{
    for (const char* retryable : {"busy", "intern_not_ready", "timeout",
                                  "intern_unreachable", "rate_limited",
                                  "stream_severed", "internal_error"}) {
        if (reason == retryable) {
            return true;
        }
    }
    return false;
}

Question Question::permission(const std::string& operation)
{
    auto options = Json::array();
    for (size_t i = 0; i < offered_permissions; i++) {
        options.push_back(permissions[i].first);
    }
    return {{{"kind", "permission"}, {"operation", operation},
             {"options", options}}};
}

std::optional<Question> Question::elicitation(const Json& description)
{
    auto message = description.is_object()
                       ? description.value("message", Json())
                       : Json();
    if (!message.is_string()) {
        return std::nullopt;
    }

    auto fields = Json::array();
    for (const auto& json : description.value("fields", Json::array())) {
        fields.push_back(read_field(json));
        if (fields.back().is_null()) {
            return std::nullopt;
        }
    }
    return Question{{{"kind", "elicitation"}, {"message", message},
                     {"fields", fields}}};
}

std::optional<Answer> Question::judge(std::string_view content) const
{
    if (arguments["kind"] == "elicitation") {
        return judge_elicitation(arguments["fields"], content);
    }
    for (const auto& [name, verdict] : permissions) {
        if (content == name) {
            return Answer{verdict, nullptr};
        }
    }
    return std::nullopt;
}

bool OpenQuestions::take()
{
    size_t now = open_;
    while (now < limit_) {
        if (open_.compare_exchange_weak(now, now + 1)) {
            return true;
        }
    }
    return false;
}

std::string new_id(std::string_view prefix)
{
    auto now = std::chrono::system_clock::now().time_since_epoch();
    auto ms = static_cast<uint64_t>(
        std::chrono::duration_cast<Millis>(now).count());

    std::random_device random;
    uint64_t low = (uint64_t{random()} << 32) | random();

    // RFC 9562, section 5.7: 48 bits of time, version 7, variant 10
    char text[37];
    std::snprintf(text, sizeof(text),
                  "%08" PRIx64 "-%04" PRIx64 "-7%03x-%04" PRIx64 "-%012" PRIx64,
                  ms >> 16 & 0xffffffff, ms & 0xffff, random() & 0xfff,
                  0x8000 | (low >> 48 & 0x3fff), low & 0xffffffffffff);
    return std::string(prefix) + text;
}

}  // namespace gate::internd
