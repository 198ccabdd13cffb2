#include "sse/relay.hpp"

#include "base/find.hpp"
#include "json/prescan.hpp"
#include "json/reader.hpp"

#include <algorithm>

namespace gate::sse {

namespace {

// What follows a member's name up to its value.
std::string_view after(std::string_view data, std::string_view key) noexcept
{
    size_t at = find_word(data, key);
    if (at == data.npos) {
        return {};
    }
    data.remove_prefix(at + key.size());
    data.remove_prefix(std::min(data.find_first_not_of(' '), data.size()));
    return data;
}

// The JSON string that is a member's value, with its quotes; empty for
// another value. A key cannot stand inside a string: its quotes would be
// escaped there.
std::string_view string_after(std::string_view data, std::string_view key)
    noexcept
{
    std::string_view value = after(data, key);
    size_t close = value.substr(0, 1) == "\"" ? value.find('"', 1)
                                               : value.npos;
    return close == value.npos ? std::string_view()
                               : value.substr(0, close + 1);
}

int64_t number_after(std::string_view data, std::string_view key,
    int64_t otherwise) noexcept
{
    json::Reader in(after(data, key));
    int64_t number;
    return in.peek() != '\0' && in.read_integer(&number) ? number : otherwise;
}

// The inside of a remembered string, if it can stand in JSON text.
std::string_view inside(std::string_view quoted) noexcept
{
    if (quoted.size() < 2 || json::prescan(quoted)) {
        return {};
    }
    return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

std::string_view name(Outcome outcome) noexcept
{
    switch (outcome) {
    case Outcome::open:      return "open";
    case Outcome::complete:  return "complete";
    case Outcome::paused:    return "paused";
    case Outcome::run_ended: return "run_ended";
    case Outcome::failed:    return "failed";
    case Outcome::severed:   return "severed";
    case Outcome::timeout:   return "timeout";
    case Outcome::shutdown:  return "shutdown";
    }
    return "";
}

Error error_at_end(End why)
{
    if (why == End::deadline) {
        return make_error(504, Reason::timeout,
                          "The stream did not end in time");
    }
    return make_error(502, Reason::stream_severed,
                      "The stream was cut before its end");
}

Outcome outcome_of(End why) noexcept
{
    switch (why) {
    case End::deadline: return Outcome::timeout;
    case End::shutdown: return Outcome::shutdown;
    default:            return Outcome::severed;
    }
}

Relay::Relay(const RelayOptions& options, std::string_view path)
    : splitter_(options.max_event), created_(options.now),
      dialect_(options.dialect), path_dialect_(dialect_of_path(path))
{
}

Supervisor::State Relay::feed(std::string_view bytes, Sink& sink)
{
    if (state_ == State::broken
        || (state_ == State::complete && dialect_ == Dialect::chat))
    {
        excess_ = excess_ || (state_ == State::complete && bytes != "\n");
        return state_;  // nothing follows [DONE]
    }

    splitter_.feed(bytes);
    const char* run = nullptr;  // whole events of this slice, side by side
    size_t run_size = 0;

    for ( ;; ) {
        std::string_view event;
        EventSplitter::Status status = splitter_.next(&event);

        if (status == EventSplitter::Status::too_long
            && state_ == State::open)
        {
            state_ = State::broken;
        }
        if (status != EventSplitter::Status::event) {
            break;
        }

        inspect(event);

        if (!splitter_.is_in_slice()) {
            sink.write(event);
        } else if (run == nullptr) {
            run = event.data();
            run_size = event.size();
        } else {
            run_size += event.size();
        }

        if (state_ == State::complete && dialect_ == Dialect::chat) {
            excess_ = splitter_.has_rest();
            break;
        }
    }

    if (run != nullptr) {
        sink.pass({run, run_size});
    }
    return state_;
}

void Relay::inspect(std::string_view event)
{
    if (dialect_ != Dialect::chat || !inspect_chat(event)) {
        inspect_any(event);
    }
}

// The common events of a chat stream, one line `data: {…}` or the end, need
// no parsing; false for all others.
bool Relay::inspect_chat(std::string_view event)
{
    if (event == "data: [DONE]\n\n") {
        events_++;
        state_ = State::complete;
        return true;
    }
    if (event.substr(0, 7) != "data: {" || !splitter_.is_one_line()) {
        return false;
    }

    events_++;
    note_chat(event.substr(6, event.size() - 8));
    return true;
}

void Relay::inspect_any(std::string_view event)
{
    std::string scratch;
    Event parsed = read_event(event, &scratch);
    if (!parsed.has_data) {
        return;  // a comment
    }
    if (dialect_ == Dialect::automatic) {
        learn(parsed);
    }
    events_++;

    if (is_terminal(dialect_, parsed)) {
        state_ = State::complete;
        failed_ = is_failure(dialect_, parsed);
    }
    if (dialect_ == Dialect::chat) {
        note_chat(parsed.data);
    } else if (may_have_usage(dialect_, parsed)) {
        read_usage(parsed.data, &usage_);
    }
}

// The dialect, from the first event with data, or else from the path.
void Relay::learn(const Event& event)
{
    dialect_ = dialect_of_event(event);
    if (dialect_ == Dialect::automatic) {
        dialect_ = path_dialect_;
    }
    if (dialect_ == Dialect::automatic) {
        dialect_ = Dialect::generic;
    }
}

bool Relay::holds_model(std::string_view data) const noexcept
{
    return model_at_ + model_.size() <= data.size() && !model_.empty()
           && data.compare(model_at_, model_.size(), model_) == 0;
}

// Remembers what a tail of ours must repeat: the id and time of the first
// chunk, the model of the last. An unchanged model costs one comparison.
void Relay::note_chat(std::string_view data)
{
    constexpr std::string_view key = "\"model\":";

    if (!holds_model(data)) {
        std::string_view model = string_after(data, key);
        if (!model.empty() && !json::prescan(model)) {
            model_at_ = find_word(data, key);
            model_ = data.substr(model_at_, static_cast<size_t>(
                model.data() + model.size() - data.data()) - model_at_);
        }
    }
    if (first_) {
        first_ = false;
        id_ = string_after(data, "\"id\":");
        created_ = number_after(data, "\"created\":", created_);
    }

    read_usage(data, &usage_);
}

// Hands on an end without its blank line, which many clients take for one.
void Relay::finish_last(Sink& sink)
{
    std::string last(splitter_.unfinished());
    std::string_view rest = missing_end(last);

    if (rest.empty()) {
        return;
    }
    std::string scratch;
    Event event = read_event(last, &scratch);
    Dialect dialect = dialect_ == Dialect::automatic ? path_dialect_
                                                     : dialect_;
    if (event.has_data
        && (is_terminal(dialect, event) || event.data == "[DONE]"))
    {
        feed(rest, sink);
    }
}

Outcome Relay::end(End why, Sink& sink)
{
    if (state_ == State::open && why == End::finished) {
        finish_last(sink);
    }

    bool is_generic = dialect_ == Dialect::generic
                      || (dialect_ == Dialect::automatic
                          && path_dialect_ == Dialect::automatic);

    if (state_ == State::open && is_generic && why == End::finished
        && splitter_.held() == 0)
    {
        return Outcome::complete;
    }
    if (state_ == State::complete) {
        return failed_ ? Outcome::failed : Outcome::complete;
    }

    fail(error_at_end(why), sink);
    return outcome_of(why);
}

Outcome Relay::fail(const Error& error, Sink& sink)
{
    Dialect dialect = dialect_;
    if (dialect == Dialect::automatic) {
        dialect = path_dialect_;
    }

    TailContext context;
    std::string_view model = model_;
    context.id = inside(id_);
    if (context.id.empty()) {
        context.id = "chatcmpl-gate";
    }
    context.model = inside(model.substr(std::min(model.find('"', 8),
                                                 model.size())));
    context.created = created_;
    context.events = events_;

    std::string tail;
    append_tail(tail, dialect, error, context);
    sink.write(tail);
    return Outcome::failed;
}

}  // namespace gate::sse
