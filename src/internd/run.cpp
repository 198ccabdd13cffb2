#include "internd/run.hpp"

#include <algorithm>
#include <utility>

namespace gate::internd {

namespace {

// A model that is this far ahead of its reader waits.
constexpr size_t high_water_bytes = 256 * 1024;
constexpr size_t background_piece_bytes = 1024;
constexpr size_t max_waiting_steers = 16;

}  // namespace

Run::Run(std::string id, std::string session_id, Rules rules)
    : id_(std::move(id)), session_id_(std::move(session_id)),
      rules_(std::move(rules)), model_(rules_.model)
{
}

Run::Opening Run::await_opening(Millis patience)
{
    Lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return opened_ || refusal_; });
    if (refusal_) {
        return Opening::refused;
    }
    return opened_ ? Opening::open : Opening::pending;
}

Failure Run::refusal() const
{
    Lock lock(mutex_);
    return refusal_.value();
}

std::optional<Event> Run::next(Millis patience)
{
    Lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] {
        return !events_.empty() || state_ == State::ended;
    });
    if (events_.empty()) {
        if (state_ != State::ended) {
            return std::nullopt;
        }
        // whatever ended the run, a response that is still open must end too
        return ended_event();
    }

    Event event = std::move(events_.front());
    events_.pop_front();
    queued_bytes_ -= event.text.size();
    if (event.ends_response()) {
        attached_ = false;
    }
    changed_.notify_all();
    return event;
}

bool Run::steer(std::string text)
{
    Lock lock(mutex_);
    if (state_ != State::streaming || !steerable_
        || steering_.size() >= max_waiting_steers) {
        return false;
    }
    steering_.push_back(std::move(text));
    changed_.notify_all();
    return true;
}

Run::Reply Run::answer(const std::string& question_id, std::string_view content)
{
    Lock lock(mutex_);
    if (!pending_ || pending_id_ != question_id
        || std::chrono::steady_clock::now() >= deadline_) {
        return Reply::not_pending;
    }
    if (attached_) {
        return Reply::attached;
    }
    auto answer = pending_->judge(content);
    if (!answer) {
        return Reply::rejected;
    }
    if (overrun_) {
        // nobody can ever attach again, so there is no one left to work for
        finish("replay_lost", std::nullopt);
        return Reply::overrun;
    }

    close_question();
    state_ = State::streaming;
    attached_ = true;
    retained_bytes_ = 0;
    answer_ = std::move(answer);
    changed_.notify_all();
    return Reply::accepted;
}

void Run::client_gone(const std::string& question_id)
{
    Lock lock(mutex_);
    if (question_id.empty() || (pending_ && pending_id_ == question_id)) {
        attached_ = false;
        finish("client_gone", std::nullopt);
    }
}

void Run::cancel(std::string why)
{
    Lock lock(mutex_);
    finish(std::move(why), std::nullopt);
}

bool Run::has_asked(const std::string& question_id) const
{
    Lock lock(mutex_);
    return asked_.count(question_id) != 0;
}

bool Run::is_ended() const
{
    Lock lock(mutex_);
    return state_ == State::ended;
}

std::string Run::model() const
{
    Lock lock(mutex_);
    return model_;
}

Json Run::describe() const
{
    Lock lock(mutex_);
    const char* names[] = {"streaming", "paused", "ended"};
    return {
        {"id", id_},
        {"session_id", session_id_},
        {"state", names[static_cast<int>(state_)]},
        {"ended_reason", state_ == State::ended ? Json(ended_reason_) : Json()},
        {"attached", attached_ && state_ != State::ended},
        {"pending", pending_ ? Json(pending_id_) : Json()},
        {"approval_mode",
         approval() == Approval::manual ? "manual" : "self-drive"},
    };
}

bool Run::open()
{
    Lock lock(mutex_);
    if (state_ == State::ended) {
        return false;
    }
    opened_ = true;
    changed_.notify_all();
    return true;
}

bool Run::show(Event::Kind kind, std::string text)
{
    Lock lock(mutex_);
    changed_.wait(lock, [this] {
        return state_ != State::streaming || queued_bytes_ < high_water_bytes;
    });

    Event event{kind, std::move(text), {}, {}, {}, {}};
    if (state_ == State::ended) {
        return false;
    }
    if (state_ == State::paused) {
        retain(std::move(event));
        return true;
    }
    opened_ = true;
    push(std::move(event));
    return true;
}

Answer Run::ask(const Question& question)
{
    if (!rules_.questions->take()) {
        fail({503, "busy",
              "The intern cannot hold another run open across a question"});
        return {Answer::Verdict::ended, nullptr};
    }

    {
        Lock lock(mutex_);
        if (state_ == State::ended) {
            rules_.questions->give_back();
            return {Answer::Verdict::ended, nullptr};
        }
        state_ = State::paused;
        opened_ = true;
        pending_ = question;
        pending_id_ = new_id("call_");
        asked_.insert(pending_id_);
        deadline_ = std::chrono::steady_clock::now()
                    + rules_.interaction_deadline;
        push({Event::Kind::question, to_text(question.arguments), pending_id_,
              {}, {}, {}});
    }

    while (background_bytes_ > 0) {
        size_t piece = std::min(background_bytes_, background_piece_bytes);
        show(Event::Kind::content, std::string(piece, 'b'));
        background_bytes_ -= piece;
    }
    return await_answer();
}

Answer Run::await_answer()
{
    Lock lock(mutex_);
    auto settled = [this] { return state_ == State::ended || answer_; };

    if (!changed_.wait_until(lock, deadline_, settled)) {
        finish("interaction_deadline", std::nullopt);
    }
    if (state_ != State::ended && answer_->verdict == Answer::Verdict::cancel) {
        finish("cancelled", std::nullopt);
    }
    if (state_ == State::ended) {
        return {Answer::Verdict::ended, nullptr};
    }

    Answer answer = std::move(*answer_);
    answer_.reset();
    return answer;
}

Answer::Verdict Run::permit(const std::string& operation)
{
    if (rules_.approval == Approval::self_drive) {
        return Answer::Verdict::allow_once;
    }
    auto earlier = settled_.find(operation);
    if (earlier != settled_.end()) {
        return earlier->second;
    }

    auto verdict = ask(Question::permission(operation)).verdict;
    if (verdict == Answer::Verdict::allow_always
        || verdict == Answer::Verdict::reject_always) {
        settled_[operation] = verdict;
    }
    return verdict;
}

Run::Wait Run::wait(Millis time)
{
    Lock lock(mutex_);
    changed_.wait_for(lock, time, [this] {
        return state_ == State::ended || !steering_.empty();
    });
    if (state_ == State::ended) {
        return Wait::ended;
    }
    return steering_.empty() ? Wait::elapsed : Wait::steered;
}

std::optional<std::string> Run::take_steering()
{
    Lock lock(mutex_);
    if (steering_.empty()) {
        return std::nullopt;
    }
    auto text = std::move(steering_.front());
    steering_.pop_front();
    return text;
}

bool Run::complete(std::string finish_word, std::optional<Usage> usage)
{
    Lock lock(mutex_);
    if (state_ != State::ended && !steering_.empty()) {
        return false;
    }
    finish("complete", Event{Event::Kind::complete, std::move(finish_word), {},
                             {}, usage, {}});
    return true;
}

void Run::fail(Failure failure)
{
    Lock lock(mutex_);
    if (state_ != State::ended && !opened_) {
        refusal_ = failure;
    }
    finish(failure.reason,
           Event{Event::Kind::failed, {}, {}, {}, {}, failure});
}

void Run::cut(std::string manner)
{
    Lock lock(mutex_);
    opened_ = true;
    finish("severed",
           Event{Event::Kind::cut, std::move(manner), {}, {}, {}, {}});
}

void Run::report_model(std::string name)
{
    Lock lock(mutex_);
    model_ = std::move(name);
}

void Run::set_steering(Steering steering)
{
    Lock lock(mutex_);
    steerable_ = steering == Steering::taken;
}

void Run::on_end(std::function<void()> wake)
{
    Lock lock(mutex_);
    wake_ = std::move(wake);
    if (wake_ && state_ == State::ended) {
        wake_();
    }
}

void Run::omit(std::string part)
{
    Lock lock(mutex_);
    omitted_.insert(std::move(part));
}

bool Run::omits(const std::string& part) const
{
    Lock lock(mutex_);
    return omitted_.count(part) != 0;
}

void Run::push(Event event)
{
    event.model = model_;
    queued_bytes_ += event.text.size();
    events_.push_back(std::move(event));
    changed_.notify_all();
}

void Run::retain(Event event)
{
    retained_bytes_ += event.text.size();
    if (retained_bytes_ > rules_.replay_limit) {
        overrun_ = true;
        return;
    }
    push(std::move(event));
}

void Run::close_question()
{
    if (pending_) {
        pending_.reset();
        rules_.questions->give_back();
    }
}

void Run::finish(std::string why, std::optional<Event> last)
{
    if (state_ == State::ended) {
        return;
    }
    close_question();
    state_ = State::ended;
    ended_reason_ = std::move(why);
    if (!attached_) {
        events_.clear();
    }

    if (last) {
        opened_ = !refusal_;
        push(std::move(*last));
    } else if (!opened_) {
        refusal_ = Failure{502, "turn_failed",
                           "The run ended before any output: " + ended_reason_};
    }
    if (wake_) {
        wake_();
    }
    changed_.notify_all();
}

Event Run::ended_event() const
{
    return {Event::Kind::failed, {}, {}, model_, {},
            Failure{410, "run_ended", "The run has ended: " + ended_reason_}};
}

}  // namespace gate::internd
