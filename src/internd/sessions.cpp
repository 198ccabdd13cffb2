#include "internd/daemon.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

namespace gate::internd {

namespace {

constexpr size_t max_sessions = 10000;
constexpr size_t max_runs_remembered = 64;
constexpr Millis shutdown_patience{3000};

Failure busy(int status, const char* message)
{
    return {status, "busy", message};
}

// What a refused answer is told; nothing for an accepted one.
std::optional<Failure> refusal_of(Run::Reply reply)
{
    switch (reply) {
    case Run::Reply::accepted:
        break;
    case Run::Reply::rejected:
        return Failure{400, "bad_request",
                       "The question does not accept this answer"};
    case Run::Reply::not_pending:
        return Failure{409, "interaction_not_pending",
                       "The run that asked has ended, or the question was "
                       "already answered"};
    case Run::Reply::attached:
        return Failure{409, "attachment_failed",
                       "Another request is attached to the run"};
    case Run::Reply::overrun:
        return Failure{410, "attachment_failed",
                       "The run produced more output than is retained for "
                       "replay"};
    }
    return std::nullopt;
}

}  // namespace

Sessions::Key Sessions::key_of(const Place& place)
{
    return {place.intern, place.user, place.workspace, place.session_id};
}

Sessions::Outcome Sessions::start(const Place& place, Prompt prompt)
{
    Lock lock(mutex_);
    if (closed_) {
        return {nullptr, busy(503, "The intern is shutting down")};
    }

    Key key = key_of(place);
    auto& session = sessions_[key];
    session.last_used = ++clock_;

    auto current = session.runs.empty() ? nullptr : session.runs.back();
    if (current && current->steer(prompt.text)) {
        return {};
    }
    if (current && !current->is_ended()) {
        return {nullptr, busy(409, "Another turn of this session is running "
                                   "and does not take the message")};
    }

    auto run = make_run(place, prompt);
    if (session.runs.size() >= max_runs_remembered) {
        session.runs.erase(session.runs.begin());
    }
    session.runs.push_back(run);
    if (!launch(key, run, std::move(prompt), session.history)) {
        session.runs.pop_back();
        return {nullptr, busy(503, "The intern cannot start another run")};
    }
    forget_oldest();
    return {run, std::nullopt};
}

Sessions::Outcome Sessions::answer(const Place& place,
                                   const std::string& question_id,
                                   std::string_view content)
{
    Lock lock(mutex_);
    auto found = sessions_.find(key_of(place));

    if (found != sessions_.end()) {
        found->second.last_used = ++clock_;
        for (const auto& run : found->second.runs) {
            if (!run->has_asked(question_id)) {
                continue;
            }
            auto refusal = refusal_of(run->answer(question_id, content));
            return {refusal ? nullptr : run, refusal};
        }
    }
    return {nullptr, Failure{404, "interaction_unknown",
                             "No pending question has this tool_call_id in "
                             "this session"}};
}

std::shared_ptr<Run> Sessions::make_run(const Place& place,
                                        const Prompt& prompt)
{
    auto& questions = questions_[place.intern];
    if (!questions) {
        questions = std::make_shared<OpenQuestions>(settings_.open_questions);
    }

    Run::Rules rules;
    rules.approval = prompt.approval;
    rules.interaction_deadline = settings_.interaction_deadline;
    rules.replay_limit = settings_.replay_limit;
    rules.questions = questions;
    rules.model = prompt.model.empty() ? model_.name() : prompt.model;
    return std::make_shared<Run>(new_id("run-"), place.session_id,
                                 std::move(rules));
}

bool Sessions::launch(const Key& key, std::shared_ptr<Run> run, Prompt prompt,
                      Json history)
{
    try {
        std::thread([this, key, run, prompt = std::move(prompt),
                     history = std::move(history)] {
            play(key, *run, prompt, history);
        }).detach();
    } catch (const std::system_error&) {
        return false;
    }
    playing_++;
    return true;
}

void Sessions::play(const Key& key, Run& run, const Prompt& prompt,
                    const Json& history)
{
    log_.line("run " + run.id() + " begins in " + run.session_id());

    Turn turn{run, prompt.text, prompt.instructions, history};
    try {
        model_.play(turn);
        run.fail({502, "turn_failed", "The model left the turn unfinished"});
    } catch (const std::exception& error) {
        run.fail({502, "turn_failed",
                  std::string("The model failed: ") + error.what()});
    }

    // the fail() above changes nothing about a run that has ended
    auto why = run.describe()["ended_reason"].get<std::string>();
    log_.line("run " + run.id() + " ends: " + why);

    Lock lock(mutex_);
    auto session = sessions_.find(key);
    if (why == "complete" && session != sessions_.end()) {
        session->second.history = std::move(turn.history);
    }
    playing_--;
    idle_.notify_all();
}

void Sessions::forget_oldest()
{
    if (sessions_.size() <= max_sessions) {
        return;
    }

    std::vector<uint64_t> used;
    for (const auto& [key, session] : sessions_) {
        used.push_back(session.last_used);
    }
    auto middle = used.begin() + static_cast<ptrdiff_t>(used.size() / 2);
    std::nth_element(used.begin(), middle, used.end());

    for (auto it = sessions_.begin(); it != sessions_.end();) {
        const auto& [key, session] = *it;
        bool idle = session.runs.empty() || session.runs.back()->is_ended();
        it = idle && session.last_used < *middle ? sessions_.erase(it)
                                                 : std::next(it);
    }
}

Json Sessions::list() const
{
    Lock lock(mutex_);
    auto runs = Json::array();
    for (const auto& [key, session] : sessions_) {
        for (const auto& run : session.runs) {
            auto one = run->describe();
            one["intern"] = std::get<0>(key);
            runs.push_back(std::move(one));
        }
    }
    return runs;
}

size_t Sessions::cancel(const std::string& intern, const std::string& run_id,
                        const std::string& why)
{
    Lock lock(mutex_);
    size_t cancelled = 0;
    for (const auto& [key, session] : sessions_) {
        for (const auto& run : session.runs) {
            if ((std::get<0>(key) == intern || run->id() == run_id)
                && !run->is_ended()) {
                run->cancel(why);
                cancelled++;
            }
        }
    }
    return cancelled;
}

bool Sessions::shut_down()
{
    Lock lock(mutex_);
    closed_ = true;
    for (const auto& [key, session] : sessions_) {
        for (const auto& run : session.runs) {
            run->cancel("the intern is shutting down");
        }
    }
    return idle_.wait_for(lock, shutdown_patience,
                          [this] { return playing_ == 0; });
}

}  // namespace gate::internd
