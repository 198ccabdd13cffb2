// One run of a session, from its prompt to its end: the state machine between
// a model that produces output and the client that is attached to it.
//
// Knows nothing of sockets, HTTP or JSON chunks: chat.cpp turns Events into
// bytes, sessions.cpp finds the run a request means.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace gate::internd {

using Json = nlohmann::ordered_json;
using Millis = std::chrono::milliseconds;
using SteadyTime = std::chrono::steady_clock::time_point;

// Text of a JSON value; bytes that are not UTF-8 (shell output) are replaced.
std::string to_text(const Json& value);
// Discarded (neither object nor anything else) when it is not JSON, or nested
// deeper than 64: copying and printing recurse.
Json from_text(std::string_view text);

// A refusal or an in-stream error, in the words of the interface.
struct Failure {
    int          code;
    std::string  reason;
    std::string  message;

    bool is_retryable() const;
};

struct Usage {
    int64_t                prompt_tokens = 0;
    int64_t                completion_tokens = 0;
    std::optional<double>  cost;
};

// What the client answered, or `ended` when the run was over before it did.
struct Answer {
    enum class Verdict {
        allow_once, allow_always, reject_once, reject_always,
        accept, decline, cancel, ended
    };

    Verdict  verdict;
    Json     content;
};

// One `provide_input` question and the rule of what answers it. `arguments` is
// the object the tool call carries, its fields checked by whoever made it.
struct Question {
    Json  arguments;

    static Question permission(const std::string& operation);
    // {"message": text, "fields": [{name, type, required, options?}]}
    static std::optional<Question> elicitation(const Json& description);
    // Nothing when `content` is not an acceptable answer.
    std::optional<Answer> judge(std::string_view content) const;
};

// How many runs of one intern may wait on a question at the same time.
class OpenQuestions {
public:
    explicit OpenQuestions(size_t limit) : limit_(limit) {}

    bool take();
    void give_back() { open_--; }

private:
    const size_t         limit_;
    std::atomic<size_t>  open_{0};
};

// One thing a stream shows. Exactly one of the kinds from `question` on ends a
// response; after a question the run goes on, after the others it is over.
struct Event {
    enum class Kind {
        content, reasoning, raw, question, complete, failed, cut
    };

    Kind                    kind;
    std::string             text;      // also arguments, finish word, manner
    std::string             id;        // of the question
    std::string             model;
    std::optional<Usage>    usage;
    std::optional<Failure>  failure;

    bool ends_response() const { return kind >= Kind::question; }
};

// A monitor: the model's thread calls the second half, connections the first.
//
// A run starts attached to the request that made it. A question detaches it
// once the client has been given the question; an accepted answer attaches it
// to the request that brought it. While detached, output is kept up to the
// replay limit; beyond, the run can never be attached again. While attached,
// the model waits for a slow reader. The first end wins and is final.
class Run {
public:
    enum class Approval { manual, self_drive };
    enum class Opening { pending, open, refused };
    enum class Reply { accepted, rejected, not_pending, attached, overrun };
    enum class Wait { elapsed, steered, ended };
    enum class Steering { taken, refused };

    struct Rules {
        Approval                        approval = Approval::self_drive;
        Millis                          interaction_deadline{300000};
        size_t                          replay_limit = 1 << 20;
        std::shared_ptr<OpenQuestions>  questions;
        std::string                     model;
    };

    Run(std::string id, std::string session_id, Rules rules);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    const std::string& id() const { return id_; }
    const std::string& session_id() const { return session_id_; }
    Approval approval() const { return rules_.approval; }

    // The client's half.

    // Whether the response has become 200 or is refused, waiting at most so
    // long to know; refusal() is the refusal.
    Opening await_opening(Millis patience);
    Failure refusal() const;
    // The next thing to show, waiting at most so long for it.
    std::optional<Event> next(Millis patience);
    bool steer(std::string text);
    Reply answer(const std::string& question_id, std::string_view content);
    // The connection broke before its last event was written; `question_id` is
    // the question it was writing, if any. No harm to a question that was
    // answered meanwhile over another connection.
    void client_gone(const std::string& question_id = {});
    void cancel(std::string why);
    bool has_asked(const std::string& question_id) const;
    bool is_ended() const;
    std::string model() const;
    Json describe() const;

    // The model's half. Whatever returns bool is false once the run is over.

    bool open();
    // Shows content, reasoning or raw bytes of the stream.
    bool show(Event::Kind kind, std::string text);
    // Pauses the run until its answer.
    Answer ask(const Question& question);
    // So many bytes of content are produced during the next pause.
    void work_while_paused(size_t bytes) { background_bytes_ = bytes; }
    // ask() for a permission, unless an earlier answer of this run settled it.
    Answer::Verdict permit(const std::string& operation);
    // Sleeps; wakes early for a steering message.
    Wait wait(Millis time);
    std::optional<std::string> take_steering();
    // False when a steering message came in first and must be served.
    bool complete(std::string finish_word, std::optional<Usage> usage);
    // Refuses the request if nothing was shown yet, else ends the stream.
    void fail(Failure failure);
    void cut(std::string manner);
    void report_model(std::string name);
    void set_steering(Steering steering);
    // Called at the end, to break a wait of the model outside of this class.
    void on_end(std::function<void()> wake);

    // Parts of the stream the model wants left out: role, finish, final, done.
    void omit(std::string part);
    bool omits(const std::string& part) const;

private:
    enum class State { streaming, paused, ended };
    using Lock = std::unique_lock<std::mutex>;

    // All of these with mutex_ held, but for await_answer().
    void push(Event event);
    void retain(Event event);
    void close_question();
    void finish(std::string why, std::optional<Event> last);
    Event ended_event() const;
    Answer await_answer();

    const std::string  id_;
    const std::string  session_id_;
    const Rules        rules_;

    mutable std::mutex       mutex_;
    std::condition_variable  changed_;

    State                        state_ = State::streaming;
    std::string                  ended_reason_;
    bool                         attached_ = true;
    bool                         opened_ = false;
    std::optional<Failure>       refusal_;
    std::string                  model_;
    std::set<std::string>        omitted_;
    std::deque<Event>            events_;
    size_t                       queued_bytes_ = 0;
    size_t                       retained_bytes_ = 0;
    bool                         overrun_ = false;
    bool                         steerable_ = true;
    std::deque<std::string>      steering_;
    std::set<std::string>        asked_;
    std::string                  pending_id_;
    std::optional<Question>      pending_;
    SteadyTime                   deadline_;
    std::optional<Answer>        answer_;
    std::map<std::string, Answer::Verdict>  settled_;    // of the model only
    std::function<void()>        wake_;
    size_t                       background_bytes_ = 0;  // of the model only
};

// `prefix` + a UUID version 7.
std::string new_id(std::string_view prefix);

}  // namespace gate::internd
