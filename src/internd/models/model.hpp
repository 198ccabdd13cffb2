// What plays a run: the model behind it and the shell tool a model may use.
//
// There are two models: the built-in one plays the script that the prompt is,
// the remote one is an OpenAI-compatible server.
#pragma once

#include "internd/run.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gate::internd {

// Runs commands for a run, each in a process group of its own, without our
// environment and descriptors, for 30 seconds and 64 KB of output at most.
class Shell {
public:
    enum class Reach { sandbox, machine };

    explicit Shell(std::string workdir) : workdir_(std::move(workdir)) {}

    // The whole approval path of one command. In self-drive mode it runs on
    // the machine; in manual mode the client is asked, and an allowed command
    // runs in the sandbox, or on the machine if that was the question. Returns
    // the text for the model, nothing if the run is over.
    std::optional<std::string> use(Run& run, const std::string& command,
                                   Reach wanted) const;

private:
    const std::string  workdir_;
};

// What a model is given. It changes `history` (OpenAI messages) if the session
// shall remember the turn; kept when the turn completes.
struct Turn {
    Run&         run;
    std::string  prompt;
    std::string  instructions;
    Json         history;
};

// Plays one turn on a thread of its own and leaves the run ended.
class Model {
public:
    virtual ~Model() = default;
    virtual void play(Turn& turn) = 0;
    // What chunks report until the model reports something else.
    virtual std::string name() const = 0;
};

// One directive of a scripted prompt, or text to echo.
struct Step {
    enum class Verb {
        echo, say, reason, raw, model, finish, delay, hold, tokens, bytes,
        background, usage, no_usage, error, fail, end, cut, omit, shell,
        shell_escalated, ask, steerable, hang, stop
    };

    Verb                   verb;
    std::string            text = {};
    int64_t                count = 0;
    int64_t                second = 0;
    Millis                 time{0};
    std::optional<double>  cost = {};
};

struct Script {
    std::vector<Step>  steps;
    std::string        error;    // of the first line that is wrong
};

Script parse_script(std::string_view prompt);
// "200ms", "5s", "5m", "1h"; a bare number is seconds.
std::optional<Millis> parse_time(std::string_view text);
// A whole number with an optional k or m (1024, 1024 * 1024).
std::optional<int64_t> parse_count(std::string_view text);
// A line for each directive.
std::string script_help();
int64_t count_words(std::string_view text);

std::unique_ptr<Model> make_script_model(const Shell& shell);

// Any OpenAI-compatible server; `url` is http://host[:port][/path].
struct RemoteServer {
    std::string  url;
    std::string  model;
    std::string  key;
};

std::unique_ptr<Model> make_remote_model(const RemoteServer& server,
                                         const Shell& shell);

}  // namespace gate::internd
