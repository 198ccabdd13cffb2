#include "internd/daemon.hpp"

#include <algorithm>
#include <ctime>
#include <utility>
#include <variant>

namespace gate::internd {

namespace {

// How soon a client that left a silent run is noticed.
constexpr Millis patience{40};
constexpr size_t max_id_length = 256;  // characters

struct Message {
    std::string    role;
    std::string    text;
    std::string    tool_call_id;
    std::string    session_id;
    std::string    model;
    Run::Approval  approval = Run::Approval::self_drive;
};

Failure bad_request(std::string message)
{
    return {400, "bad_request", std::move(message)};
}

// Text of a message: a string, or the text parts of a list joined.
std::optional<std::string> read_text(const Json& content)
{
    if (content.is_string()) {
        return content.get<std::string>();
    }
    if (!content.is_array()) {
        return std::nullopt;
    }

    std::string text;
    for (const auto& part : content) {
        auto piece = part.is_object() ? part.value("text", Json()) : Json();
        if (!piece.is_string()) {
            return std::nullopt;
        }
        text += piece.get<std::string>();
    }
    return text;
}

std::string string_or(const Json& object, const char* name,
                      const std::string& other)
{
    auto found = object.find(name);
    return found != object.end() && found->is_string()
               ? found->get<std::string>()
               : other;
}

// Of UTF-8, as the interface counts them: bytes that continue none.
size_t characters(const std::string& text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](unsigned char c) {
            return (c & 0xc0) != 0x80;
        }));
}

// The last message of the request and what the run needs besides.
std::variant<Message, Failure> read_request(const Chat::Request& request)
{
    auto body = from_text(request.body);
    if (!body.is_object()) {
        return bad_request("The body is not a JSON object");
    }
    if (body.value("stream", Json()) != true) {
        return bad_request("stream must be true");
    }

    auto messages = body.value("messages", Json());
    if (!messages.is_array() || messages.empty()
        || !messages.back().is_object()) {
        return bad_request("messages must be a list of at least one message");
    }

    const auto& last = messages.back();
    auto text = read_text(last.value("content", Json()));
    Message message;
    message.role = string_or(last, "role", "");
    if ((message.role != "user" && message.role != "tool") || !text) {
        return bad_request("The last message must be a text of user or tool");
    }

    message.text = *text;
    message.tool_call_id = string_or(last, "tool_call_id", "");
    message.model = string_or(body, "model", "");
    message.session_id = string_or(body, "session_id", request.session_id);
    if (characters(message.session_id) > max_id_length) {
        return bad_request("session_id is longer than 256 characters");
    }
    if (message.role == "tool"
        && (message.session_id.empty() || message.tool_call_id.empty())) {
        return bad_request("A tool message needs session_id and tool_call_id");
    }

    auto mode = string_or(body, "approval_mode", request.approval_mode);
    if (mode != "manual" && mode != "self-drive" && !mode.empty()) {
        return bad_request("approval_mode must be manual or self-drive");
    }
    if (mode == "manual") {
        message.approval = Run::Approval::manual;
    }
    return message;
}

// Writes the chunks of one response. They share an id and a time.
class ChunkWriter {
public:
    ChunkWriter(Run& run, Wire& wire, const std::string& brand)
        : run_(run), wire_(wire), own_model_(brand + "/intern"),
          tool_name_(brand + ".provide_input"), id_(new_id("chatcmpl-")),
          created_(std::time(nullptr)) {}

    bool role(const std::string& model)
    {
        return run_.omits("role")
               || send(model, {{"role", "assistant"}, {"content", ""}});
    }
    bool show(const Event& event);
    // The last chunks of a response, [DONE] included.
    bool end(const Event& event);
    bool cut(const Event& event);

private:
    Json chunk(const std::string& model, Json delta, Json finish) const;
    bool send(const std::string& model, Json delta, Json finish = nullptr);
    bool send(const Json& chunk) { return wire_.write(framed(chunk)); }
    bool send_failure(const Failure& failure);
    bool send_final(const std::string& model,
                    const std::optional<Usage>& usage);

    static std::string framed(const Json& chunk)
    {
        return "data: " + to_text(chunk) + "\n\n";
    }

    Run&               run_;
    Wire&              wire_;
    const std::string  own_model_;
    const std::string  tool_name_;
    const std::string  id_;
    const std::time_t  created_;
};

Json ChunkWriter::chunk(const std::string& model, Json delta, Json finish) const
{
    Json choice = {{"index", 0}, {"delta", std::move(delta)},
                   {"finish_reason", std::move(finish)}};
    return {{"id", id_}, {"object", "chat.completion.chunk"},
            {"created", created_}, {"model", model},
            {"choices", Json::array({choice})}};
}

bool ChunkWriter::send(const std::string& model, Json delta, Json finish)
{
    return send(chunk(model, std::move(delta), std::move(finish)));
}

bool ChunkWriter::show(const Event& event)
{
    if (event.kind == Event::Kind::raw) {
        return wire_.write(event.text);
    }
    const char* name = event.kind == Event::Kind::reasoning ? "reasoning"
                                                            : "content";
    return send(event.model, {{name, event.text}});
}

bool ChunkWriter::end(const Event& event)
{
    bool failed = event.kind == Event::Kind::failed;
    bool good = true;
    std::string finish = event.text;

    if (event.kind == Event::Kind::question) {
        Json call = {{"id", event.id}, {"index", 0}, {"type", "function"},
                     {"function",
                      {{"name", tool_name_}, {"arguments", event.text}}}};
        good = send(event.model, {{"tool_calls", Json::array({call})}});
        finish = "tool_calls";
    }
    if (failed) {
        good = send_failure(event.failure.value());
    } else if (!run_.omits("finish")) {
        good = good && send(event.model, Json::object(), finish);
    }
    if (!run_.omits("final")) {
        good = good && send_final(failed ? own_model_ : event.model,
                                  event.usage);
    }
    if (!run_.omits("done")) {
        good = good && wire_.write("data: [DONE]\n\n");
    }
    return good;
}

bool ChunkWriter::send_failure(const Failure& failure)
{
    auto out = chunk(own_model_, Json::object(), "error");
    out["error"] = error_body(failure)["error"];
    return send(out);
}

bool ChunkWriter::send_final(const std::string& model,
                             const std::optional<Usage>& usage)
{
    auto out = chunk(model, Json::object(), nullptr);
    out["choices"] = Json::array();
    out["session_id"] = run_.session_id();
    out["usage"] = nullptr;
    if (usage) {
        auto total = usage->prompt_tokens + usage->completion_tokens;
        out["usage"] = {{"prompt_tokens", usage->prompt_tokens},
                        {"completion_tokens", usage->completion_tokens},
                        {"total_tokens", total}};
        if (usage->cost) {
            out["usage"]["cost"] = *usage->cost;
        }
    }
    return send(out);
}

bool ChunkWriter::cut(const Event& event)
{
    if (event.text == "mid" || event.text == "mid-rst") {
        auto whole = framed(chunk(event.model, {{"content", "cut"}}, nullptr));
        wire_.write(whole.substr(0, whole.size() / 2));
    }
    if (event.text == "chunk") {
        wire_.write_unframed("400\r\ndata: {\"id\":");
    }
    if (event.text == "rst" || event.text == "mid-rst") {
        wire_.reset_on_close();
    }
    return false;
}

}  // namespace

Json error_body(const Failure& failure)
{
    return {{"error",
             {{"code", failure.code},
              {"message", failure.message},
              {"metadata",
               {{"reason", failure.reason},
                {"retryable", failure.is_retryable()}}}}}};
}

std::string Chat::intern_of(const Request& request)
{
    constexpr std::string_view prefix = "/interns/";
    if (!request.intern.empty()) {
        return request.intern;
    }
    if (request.path.compare(0, prefix.size(), prefix) != 0) {
        return request.path;
    }
    auto rest = request.path.substr(prefix.size());
    auto id = rest.substr(0, rest.find('/'));
    return id.empty() ? request.path : id;
}

Chat::Reply Chat::open(const Request& request, Wire& wire)
{
    auto read = read_request(request);
    if (auto* failure = std::get_if<Failure>(&read)) {
        return {{}, *failure, {}};
    }
    auto& message = std::get<Message>(read);
    if (message.session_id.empty()) {
        message.session_id = new_id("ses-");
    }
    if (message.model == settings_.brand + "/intern") {
        message.model.clear();
    }

    auto intern = intern_of(request);
    auto instructions = provisioner_.instructions(intern);
    if (!instructions) {
        return {{}, Failure{409, "intern_not_ready",
                            "The intern is not running"}, {}};
    }

    // a key of the organization has no user: its workspace is the owner
    Sessions::Place place{intern, request.user,
                          request.user.empty() ? request.workspace : "",
                          message.session_id};
    auto outcome = message.role == "tool"
                       ? sessions_.answer(place, message.tool_call_id,
                                          message.text)
                       : sessions_.start(place, {message.text, *instructions,
                                                 message.model,
                                                 message.approval});
    if (!outcome.run) {
        return {{}, outcome.refusal, message.session_id};
    }

    auto& run = *outcome.run;
    auto opening = run.await_opening(patience);
    for (; opening == Run::Opening::pending;
         opening = run.await_opening(patience)) {
        if (!wire.is_connected()) {
            run.client_gone();
        }
    }
    if (opening == Run::Opening::refused) {
        return {{}, run.refusal(), {}};
    }
    return {outcome.run, {}, message.session_id};
}

bool Chat::stream(Run& run, Wire& wire) const
{
    ChunkWriter writer(run, wire, settings_.brand);
    bool role_sent = false;

    for (;;) {
        auto event = run.next(role_sent ? patience : Millis{0});
        if (!role_sent) {
            auto model = event ? event->model : run.model();
            role_sent = writer.role(model);
        }
        bool good = role_sent && wire.is_connected();

        if (event && event->kind == Event::Kind::cut) {
            return writer.cut(*event);
        }
        if (event && good) {
            good = event->ends_response() ? writer.end(*event)
                                          : writer.show(*event);
        }
        if (!good) {
            run.client_gone(event ? event->id : std::string());
            return false;
        }
        if (event && event->ends_response()) {
            return true;
        }
    }
}

}  // namespace gate::internd
