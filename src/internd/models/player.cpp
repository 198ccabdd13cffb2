#include "internd/models/model.hpp"

#include <algorithm>
#include <utility>

namespace gate::internd {

namespace {

using Verb = Step::Verb;

constexpr size_t content_piece_bytes = 1024;
constexpr size_t echo_pieces = 8;
constexpr Millis for_ever{1000LL * 3600 * 24 * 365};

// Plays a script as one turn. Steering messages are scripts as well and are
// played as soon as they come, also in the middle of a silence.
class Player {
public:
    Player(Turn& turn, const Shell& shell)
        : run_(turn.run), prompt_(turn.prompt), shell_(shell) {}

    void play();

private:
    enum class Flow { on, stop, over };

    Flow perform(const Script& script, const char* echo);
    Flow perform(const Step& step, const char* echo);
    // Changes what later steps or the end of the turn do.
    void adjust(const Step& step);
    Flow say(std::string text);
    Flow say_echo(const std::string& text);
    Flow say_tokens(const Step& step);
    Flow say_bytes(const Step& step);
    Flow pause(Millis time);
    Flow use_shell(const Step& step, Shell::Reach reach);
    Flow ask(const Step& step);
    Flow end(const Failure& failure);
    Flow serve_steering();

    Run&                  run_;
    const std::string     prompt_;
    const Shell&          shell_;
    std::string           finish_ = "stop";
    std::optional<Usage>  usage_;
    int64_t               said_words_ = 0;
    bool                  counting_ = true;
};

void Player::play()
{
    auto script = parse_script(prompt_);
    if (!script.error.empty()) {
        run_.fail({400, "bad_request", script.error});
        return;
    }
    // ahead of all steps: the role chunk goes out with the first of them
    for (const auto& step : script.steps) {
        if (step.verb == Verb::omit) {
            run_.omit(step.text);
        }
    }

    auto flow = perform(script, "You said: ");
    while (flow != Flow::over) {
        if (counting_) {
            usage_ = Usage{count_words(prompt_), said_words_, {}};
        }
        if (run_.complete(finish_, usage_)) {
            return;
        }
        flow = serve_steering();
    }
}

Player::Flow Player::perform(const Script& script, const char* echo)
{
    for (const auto& step : script.steps) {
        auto flow = serve_steering();
        if (flow == Flow::on) {
            flow = perform(step, echo);
        }
        if (flow != Flow::on) {
            return flow;
        }
    }
    return Flow::on;
}

Player::Flow Player::perform(const Step& step, const char* echo)
{
    switch (step.verb) {
    case Verb::echo:
        return say_echo(echo + step.text);
    case Verb::say:
        return say(step.text);
    case Verb::reason:
        said_words_ += count_words(step.text);
        run_.show(Event::Kind::reasoning, step.text);
        break;
    case Verb::raw:
        run_.show(Event::Kind::raw, step.text);
        break;
    case Verb::tokens:
        return say_tokens(step);
    case Verb::bytes:
        return say_bytes(step);
    case Verb::hold:
        return pause(step.time);
    case Verb::delay:
        run_.open();
        return pause(step.time);
    case Verb::hang:
        run_.open();
        return pause(for_ever);
    case Verb::shell:
        return use_shell(step, Shell::Reach::sandbox);
    case Verb::shell_escalated:
        return use_shell(step, Shell::Reach::machine);
    case Verb::ask:
        return ask(step);
    case Verb::stop:
        return Flow::stop;
    case Verb::end:
        run_.open();
        return end({410, "run_ended", "The intern ended the run"});
    case Verb::error:
        run_.open();
        return end({static_cast<int>(step.count), step.text,
                    "The script ended the turn with an error"});
    case Verb::fail:
        return end({static_cast<int>(step.count), step.text,
                    "The script refused the request"});
    case Verb::cut:
        run_.cut(step.text);
        return Flow::over;
    default:
        adjust(step);
    }
    return run_.is_ended() ? Flow::over : Flow::on;
}

void Player::adjust(const Step& step)
{
    switch (step.verb) {
    case Verb::model:
        run_.report_model(step.text);
        break;
    case Verb::usage:
        counting_ = false;
        usage_ = Usage{step.count, step.second, step.cost};
        break;
    case Verb::no_usage:
        counting_ = false;
        usage_.reset();
        break;
    case Verb::finish:
        finish_ = step.text;
        break;
    case Verb::background:
        run_.work_while_paused(static_cast<size_t>(step.count));
        break;
    case Verb::steerable:
        run_.set_steering(step.text == "on" ? Run::Steering::taken
                                            : Run::Steering::refused);
        break;
    default:
        break;
    }
}

Player::Flow Player::say(std::string text)
{
    said_words_ += count_words(text);
    return run_.show(Event::Kind::content, std::move(text)) ? Flow::on
                                                            : Flow::over;
}

Player::Flow Player::say_echo(const std::string& text)
{
    // a few chunks, each ending before a space
    size_t piece = std::max(text.size() / echo_pieces, size_t{1});
    for (size_t start = 0; start < text.size();) {
        auto end = std::min(text.find(' ', start + piece), text.size());
        if (say(text.substr(start, end - start)) != Flow::on) {
            return Flow::over;
        }
        start = end;
    }
    return Flow::on;
}

Player::Flow Player::say_tokens(const Step& step)
{
    for (int64_t i = 1; i <= step.count; i++) {
        auto flow = step.time.count() > 0 ? pause(step.time)
                                          : serve_steering();
        if (flow == Flow::on) {
            flow = say(" t" + std::to_string(i));
        }
        if (flow != Flow::on) {
            return flow;
        }
    }
    return Flow::on;
}

Player::Flow Player::say_bytes(const Step& step)
{
    auto piece = step.second > 0 ? static_cast<size_t>(step.second)
                                 : content_piece_bytes;
    for (auto left = static_cast<size_t>(step.count); left > 0;) {
        auto size = std::min(left, piece);
        if (say(std::string(size, 'x')) != Flow::on) {
            return Flow::over;
        }
        left -= size;
    }
    return Flow::on;
}

Player::Flow Player::pause(Millis time)
{
    auto until = std::chrono::steady_clock::now() + time;

    for (;;) {
        auto left = std::chrono::ceil<Millis>(
            until - std::chrono::steady_clock::now());
        switch (run_.wait(std::max(left, Millis{0}))) {
        case Run::Wait::elapsed:
            return Flow::on;
        case Run::Wait::ended:
            return Flow::over;
        case Run::Wait::steered:
            auto flow = serve_steering();
            if (flow != Flow::on) {
                return flow;
            }
        }
    }
}

Player::Flow Player::use_shell(const Step& step, Shell::Reach reach)
{
    auto output = shell_.use(run_, step.text, reach);
    return output ? say(*output) : Flow::over;
}

Player::Flow Player::ask(const Step& step)
{
    auto question = Question::elicitation(from_text(step.text));
    auto answer = run_.ask(question.value());

    if (answer.verdict == Answer::Verdict::ended) {
        return Flow::over;
    }
    if (answer.verdict == Answer::Verdict::decline) {
        return say("Declined.\n");
    }
    return say("Accepted: " + to_text(answer.content) + "\n");
}

Player::Flow Player::end(const Failure& failure)
{
    run_.fail(failure);
    return Flow::over;
}

Player::Flow Player::serve_steering()
{
    while (auto text = run_.take_steering()) {
        auto script = parse_script(*text);
        auto flow = script.error.empty()
                        ? perform(script, "You steered: ")
                        : say("Steering refused: " + script.error + "\n");
        if (flow != Flow::on) {
            return flow;
        }
    }
    return Flow::on;
}

class ScriptModel : public Model {
public:
    explicit ScriptModel(const Shell& shell) : shell_(shell) {}

    void play(Turn& turn) override { Player(turn, shell_).play(); }
    std::string name() const override { return "internd/script"; }

private:
    const Shell&  shell_;
};

}  // namespace

std::unique_ptr<Model> make_script_model(const Shell& shell)
{
    return std::make_unique<ScriptModel>(shell);
}

}  // namespace gate::internd
