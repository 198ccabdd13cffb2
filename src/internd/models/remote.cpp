#include "internd/models/model.hpp"

// the library is built with it, and its classes have another layout without
#ifndef CPPHTTPLIB_OPENSSL_SUPPORT
#define CPPHTTPLIB_OPENSSL_SUPPORT
#endif
#include <httplib.h>

#include <cstring>
#include <utility>

namespace gate::internd {

namespace {

constexpr int max_rounds = 8;
constexpr size_t max_line_bytes = 4 << 20;
constexpr std::chrono::seconds connect_limit{3};
constexpr std::chrono::seconds silence_limit{300};

struct ToolCall {
    std::string  id;
    std::string  name;
    std::string  arguments;
};

// What one answer of the server came to.
struct Round {
    std::string               text;
    std::map<int, ToolCall>   calls;
    bool                      finished = false;
    std::optional<Failure>    failure;
};

// Null when there is no such member or no object to have it.
Json member(const Json& object, const char* name)
{
    return object.is_object() ? object.value(name, Json()) : Json();
}

std::string text_of(const Json& object, const char* name)
{
    auto found = member(object, name);
    return found.is_string() ? found.get<std::string>() : std::string();
}

Failure turn_failed(std::string message)
{
    return {502, "turn_failed", std::move(message)};
}

Json shell_tool()
{
    Json properties = {
        {"command", {{"type", "string"}}},
        {"escalate",
         {{"type", "boolean"},
          {"description", "run outside of the sandbox; the user is asked"}}},
    };
    return {
        {"type", "function"},
        {"function",
         {{"name", "shell"},
          {"description", "Runs a command with /bin/sh and returns its output"},
          {"parameters",
           {{"type", "object"},
            {"properties", properties},
            {"required", Json::array({"command"})}}}}},
    };
}

// Plays one turn against the server: rounds of chat completions until one of
// them asks for no tool.
class Conversation {
public:
    Conversation(Turn& turn, const Shell& shell, httplib::Client& client,
                 std::string path, std::string model)
        : turn_(turn), run_(turn.run), shell_(shell), client_(client),
          path_(std::move(path)), model_(std::move(model)) {}

    void play();

private:
    Round ask_server();
    Json request_body() const;
    bool take_bytes(const char* data, size_t size, Round* round);
    bool take_line(std::string_view line, Round* round);
    bool take_delta(const Json& delta, Round* round);
    void take_usage(const Json& usage);
    bool use_tools(const Round& round);
    std::optional<std::string> use_tool(const ToolCall& call);
    bool add_steering();
    void add(Json message) { turn_.history.push_back(std::move(message)); }

    Turn&                 turn_;
    Run&                  run_;
    const Shell&          shell_;
    httplib::Client&      client_;
    const std::string     path_;
    const std::string     model_;
    std::string           line_;
    std::optional<Usage>  usage_;
};

void Conversation::play()
{
    add({{"role", "user"}, {"content", turn_.prompt}});

    for (int i = 0; i < max_rounds; i++) {
        auto round = ask_server();
        if (run_.is_ended()) {
            return;
        }
        if (round.failure) {
            run_.fail(*round.failure);
            return;
        }

        Json message = {{"role", "assistant"}, {"content", round.text}};
        for (const auto& [index, call] : round.calls) {
            message["tool_calls"].push_back(
                {{"id", call.id}, {"type", "function"},
                 {"function",
                  {{"name", call.name}, {"arguments", call.arguments}}}});
        }
        add(std::move(message));

        if (!use_tools(round)) {
            return;
        }
        // a message that came meanwhile is part of the next round
        if (!add_steering() && round.calls.empty()
            && run_.complete("stop", usage_)) {
            return;
        }
        add_steering();
    }
    run_.fail(turn_failed("The model did not come to an end in "
                          + std::to_string(max_rounds) + " rounds"));
}

Round Conversation::ask_server()
{
    Round round;
    int status = 0;

    httplib::Request request;
    request.method = "POST";
    request.path = path_;
    request.set_header("Content-Type", "application/json");
    request.set_header("Accept", "text/event-stream");
    request.body = to_text(request_body());
    request.response_handler = [&](const httplib::Response& response) {
        status = response.status;
        return status != 200 || run_.open();
    };
    request.content_receiver = [&](const char* data, size_t size, uint64_t,
                                   uint64_t) {
        return status == 200 && take_bytes(data, size, &round);
    };

    line_.clear();
    if (run_.is_ended()) {
        return round;
    }
    client_.send(request);
    if (round.failure) {
        return round;
    }
    if (status != 0 && status != 200) {
        round.failure = turn_failed("The model's server answered "
                                    + std::to_string(status));
    } else if (!round.finished) {
        round.failure = turn_failed("The model's server did not answer to the "
                                    "end");
    }
    return round;
}

Json Conversation::request_body() const
{
    auto messages = Json::array();
    if (!turn_.instructions.empty()) {
        messages.push_back(
            {{"role", "system"}, {"content", turn_.instructions}});
    }
    for (const auto& message : turn_.history) {
        messages.push_back(message);
    }
    return {
        {"model", model_},
        {"messages", messages},
        {"stream", true},
        {"stream_options", {{"include_usage", true}}},
        {"tools", Json::array({shell_tool()})},
    };
}

bool Conversation::take_bytes(const char* data, size_t size, Round* round)
{
    line_.append(data, size);

    size_t start = 0;
    for (auto end = line_.find('\n'); end != std::string::npos;
         end = line_.find('\n', start)) {
        std::string_view line(line_.data() + start, end - start);
        if (!take_line(line, round)) {
            return false;
        }
        start = end + 1;
    }
    line_.erase(0, start);

    if (line_.size() > max_line_bytes) {
        round->failure = turn_failed("The model's server sent a line too long");
        return false;
    }
    return true;
}

bool Conversation::take_line(std::string_view line, Round* round)
{
    constexpr std::string_view field = "data:";
    if (line.substr(0, field.size()) != field) {
        return true;
    }

    auto chunk = from_text(line.substr(field.size()));
    if (!chunk.is_object()) {
        // [DONE], or what no client could read either
        return true;
    }
    if (chunk.contains("error")) {
        auto text = text_of(chunk["error"], "message");
        round->failure = turn_failed(text.empty() ? "The model failed" : text);
        return false;
    }

    auto model = text_of(chunk, "model");
    if (!model.empty()) {
        run_.report_model(model);
    }
    take_usage(member(chunk, "usage"));

    auto choices = member(chunk, "choices");
    if (!choices.is_array() || choices.empty()) {
        return true;
    }
    round->finished |= !text_of(choices[0], "finish_reason").empty();
    return take_delta(member(choices[0], "delta"), round);
}

bool Conversation::take_delta(const Json& delta, Round* round)
{
    auto calls = member(delta, "tool_calls");
    for (const auto& part : calls.is_array() ? calls : Json::array()) {
        auto index = member(part, "index");
        auto& call = round->calls[index.is_number_integer() ? index.get<int>()
                                                            : 0];
        call.id += text_of(part, "id");
        call.name += text_of(member(part, "function"), "name");
        call.arguments += text_of(member(part, "function"), "arguments");
    }

    for (const char* name : {"reasoning", "reasoning_content"}) {
        auto text = text_of(delta, name);
        if (!text.empty() && !run_.show(Event::Kind::reasoning, text)) {
            return false;
        }
    }

    auto text = text_of(delta, "content");
    round->text += text;
    return text.empty() || run_.show(Event::Kind::content, text);
}

void Conversation::take_usage(const Json& usage)
{
    auto prompt = member(usage, "prompt_tokens");
    auto completion = member(usage, "completion_tokens");
    auto cost = member(usage, "cost");
    if (!prompt.is_number_integer() || !completion.is_number_integer()) {
        return;
    }

    // the turn's usage is the sum over its rounds
    usage_ = usage_.value_or(Usage{});
    usage_->prompt_tokens += prompt.get<int64_t>();
    usage_->completion_tokens += completion.get<int64_t>();
    if (cost.is_number()) {
        usage_->cost = usage_->cost.value_or(0) + cost.get<double>();
    }
}

bool Conversation::use_tools(const Round& round)
{
    for (const auto& [index, call] : round.calls) {
        auto output = use_tool(call);
        if (!output) {
            return false;
        }
        add({{"role", "tool"}, {"tool_call_id", call.id},
             {"content", *output}});
    }
    return true;
}

std::optional<std::string> Conversation::use_tool(const ToolCall& call)
{
    auto arguments = from_text(call.arguments);
    auto command = text_of(arguments, "command");
    if (call.name != "shell" || command.empty()) {
        return "error: the only tool is shell, with a command";
    }

    // the question itself does not carry the command
    run_.show(Event::Kind::reasoning, "shell: " + command + "\n");
    bool escalate = member(arguments, "escalate") == true;
    return shell_.use(run_, command, escalate ? Shell::Reach::machine
                                              : Shell::Reach::sandbox);
}

bool Conversation::add_steering()
{
    bool added = false;
    while (auto text = run_.take_steering()) {
        add({{"role", "user"}, {"content", *text}});
        added = true;
    }
    return added;
}

// Breaks off the client's waiting when the run ends, as long as it lives.
class EndWatch {
public:
    EndWatch(Run& run, httplib::Client& client) : run_(run)
    {
        run_.on_end([&client] { client.stop(); });
    }
    ~EndWatch() { run_.on_end(nullptr); }
    EndWatch(const EndWatch&) = delete;
    EndWatch& operator=(const EndWatch&) = delete;

private:
    Run&  run_;
};

class RemoteModel : public Model {
public:
    RemoteModel(const RemoteServer& server, const Shell& shell)
        : name_(server.model), key_(server.key), shell_(shell)
    {
        // the path starts at the third slash
        auto slash = server.url.find('/', std::strlen("http://"));
        origin_ = server.url.substr(0, slash);
        if (slash != std::string::npos) {
            path_ = server.url.substr(slash);
        }
        while (!path_.empty() && path_.back() == '/') {
            path_.pop_back();
        }
        path_ += "/chat/completions";
    }

    void play(Turn& turn) override
    {
        httplib::Client client(origin_);
        client.set_connection_timeout(connect_limit);
        client.set_read_timeout(silence_limit);
        client.set_tcp_nodelay(true);
        if (!key_.empty()) {
            client.set_bearer_token_auth(key_);
        }

        EndWatch watch(turn.run, client);
        Conversation(turn, shell_, client, path_, name_).play();
    }

    std::string name() const override { return name_; }

private:
    const std::string  name_;
    const std::string  key_;
    const Shell&       shell_;
    std::string        origin_;
    std::string        path_;
};

}  // namespace

std::unique_ptr<Model> make_remote_model(const RemoteServer& server,
                                         const Shell& shell)
{
    return std::make_unique<RemoteModel>(server, shell);
}

}  // namespace gate::internd
