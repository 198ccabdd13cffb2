// The parts of internd around a run: settings, log, sessions, provisioner, chat
// and HTTP server. Each is one class, made once in main.cpp. The run itself is
// in run.hpp, what plays it in models/.
#pragma once

#include "internd/models/model.hpp"
#include "internd/run.hpp"

#include <condition_variable>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gate::internd {

struct Settings {
    std::string  host = "127.0.0.1";
    int          port = 0;
    Millis       interaction_deadline{5 * 60 * 1000};
    size_t       replay_limit = 1 << 20;
    size_t       open_questions = 16;
    Millis       provision_time{200};
    std::string  domain = "interns.invalid";
    std::string  brand = "service";
    std::string  workdir = ".";
    std::string  model_url;
    std::string  model_name = "default";
    std::string  model_key_file;
    std::string  log;
    std::string  pid_file;
};

// One line an event, control characters escaped. Prompts, answers and output
// are never handed to it.
class Log {
public:
    // Empty: nothing is written. "-": standard error. False: cannot be opened.
    bool open(const std::string& path);
    void line(const std::string& text);
    ~Log();

private:
    std::mutex  mutex_;
    std::FILE*  file_ = nullptr;
};

// All sessions and the runs of each. A session belongs to one intern and one
// user, or without a user to one workspace: the same id sent by another one is
// another session. Kept in memory; beyond a bound the sessions unused for
// longest are forgotten.
class Sessions {
public:
    struct Place {
        std::string  intern;
        std::string  user;
        std::string  workspace;  // where there is no user
        std::string  session_id;
    };

    struct Prompt {
        std::string    text;
        std::string    instructions;
        std::string    model;
        Run::Approval  approval;
    };

    // `run` to attach to, else a refusal, else the message was taken by the
    // turn that is running.
    struct Outcome {
        std::shared_ptr<Run>    run;
        std::optional<Failure>  refusal;
    };

    Sessions(const Settings& settings, Model& model, Log& log)
        : settings_(settings), model_(model), log_(log) {}

    Outcome start(const Place& place, Prompt prompt);
    Outcome answer(const Place& place, const std::string& question_id,
                   std::string_view content);

    Json list() const;
    // Ends the runs of an intern and the run with that id; tells how many.
    size_t cancel(const std::string& intern, const std::string& run_id,
                  const std::string& why);
    // Ends every run and waits for their threads; false when one is stuck.
    bool shut_down();

private:
    struct Session {
        std::vector<std::shared_ptr<Run>>  runs;    // newest last
        Json                               history = Json::array();
        uint64_t                           last_used = 0;
    };
    using Key = std::tuple<std::string, std::string, std::string,
                           std::string>;
    using Lock = std::unique_lock<std::mutex>;

    static Key key_of(const Place& place);
    std::shared_ptr<Run> make_run(const Place& place, const Prompt& prompt);
    bool launch(const Key& key, std::shared_ptr<Run> run, Prompt prompt,
                Json history);
    void play(const Key& key, Run& run, const Prompt& prompt,
              const Json& history);
    void forget_oldest();

    const Settings&  settings_;
    Model&           model_;
    Log&             log_;

    mutable std::mutex       mutex_;
    std::condition_variable  idle_;
    std::map<Key, Session>   sessions_;
    std::map<std::string, std::shared_ptr<OpenQuestions>>  questions_;
    uint64_t                 clock_ = 0;
    size_t                   playing_ = 0;
    bool                     closed_ = false;
};

// Interns of the provisioner's side: their status follows from the time since
// the last call, so nothing runs in between. Kept in memory, secrets are not.
class Provisioner {
public:
    struct Reply {
        int   status;
        Json  body;
    };

    Provisioner(const Settings& settings, std::string own_address)
        : settings_(settings), own_address_(std::move(own_address)) {}

    Reply put(const std::string& id, const Json& body);
    Reply get(const std::string& id)
    {
        Lock lock(mutex_);
        return describe(200, find(id));
    }
    Reply suspend(const std::string& id);
    Reply remove(const std::string& id);

    // Nothing while no chat may begin; empty for an intern that is not ours.
    std::optional<std::string> instructions(const std::string& id);

private:
    struct Intern {
        std::string                name;
        std::string                instructions;
        std::string                settled = "stopped";
        Json                       hostname = nullptr;
        Json                       failure = nullptr;
        std::optional<SteadyTime>  starting;     // since when
        std::optional<SteadyTime>  destroying;
    };

    using Interns = std::map<std::string, Intern>;
    using Lock = std::unique_lock<std::mutex>;

    // Up to date, or end() once it is gone.
    Interns::iterator find(const std::string& id);
    Reply describe(int status, Interns::iterator found) const;

    const Settings&    settings_;
    const std::string  own_address_;
    std::mutex         mutex_;
    Interns            interns_;
};

// The connection a response goes to.
class Wire {
public:
    virtual ~Wire() = default;
    // False once the client has closed its side, even if it could still read.
    virtual bool is_connected() = 0;
    virtual bool write(std::string_view bytes) = 0;
    // Past the chunked coding of HTTP/1.1, which is broken by it.
    virtual void write_unframed(std::string_view bytes) = 0;
    virtual void reset_on_close() = 0;
};

// The chat endpoint without its HTTP: reads requests, finds their run, writes
// runs as OpenAI chat.completion.chunk events.
class Chat {
public:
    struct Request {
        std::string  path;
        std::string  body;
        std::string  intern;            // and the X- headers
        std::string  user;
        std::string  workspace;
        std::string  session_id;
        std::string  approval_mode;
    };

    // A run to stream, or a refusal; neither: the message steered a run.
    struct Reply {
        std::shared_ptr<Run>    run;
        std::optional<Failure>  refusal;
        std::string             session_id;
    };

    Chat(const Settings& settings, Sessions& sessions,
         Provisioner& provisioner)
        : settings_(settings), sessions_(sessions), provisioner_(provisioner) {}

    // Waits until the run shows something or refuses, or the client leaves.
    Reply open(const Request& request, Wire& wire);
    // Writes the run until its response ends. False when the connection must
    // be closed without an end of the response.
    bool stream(Run& run, Wire& wire) const;

    // The intern a request means: its X-Intern-Id, else what the path says.
    static std::string intern_of(const Request& request);

private:
    const Settings&  settings_;
    Sessions&        sessions_;
    Provisioner&     provisioner_;
};

Json error_body(const Failure& failure);

class HttpServer;

// Serves all of it over HTTP, with a thread for each connection.
class Server {
public:
    Server(const Settings& settings, Sessions& sessions, Log& log);
    ~Server();

    // The port, or nothing if the address cannot be had.
    std::optional<int> bind();
    // Returns when stopped.
    void run(Provisioner& provisioner);
    // False when run() had come to an end by itself.
    bool stop();

private:
    std::unique_ptr<HttpServer>  http_;
};

}  // namespace gate::internd
