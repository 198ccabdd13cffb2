// Turns an intern's stream into the grammar of the interface, whatever the
// daemon does (architecture.md 4).
//
// Out come: a role chunk, content and reasoning chunks, exactly one finish
// chunk (stop, tool_calls or error), one final chunk with session_id and
// usage, one [DONE]. The finish chunk waits for the intern's [DONE]: only
// then is it known that the turn was not cut (fault lesson 2), and a cut can
// still become the one finish chunk. Comments and events after the end are
// dropped. Memory: the unfinished event, plus a pending question.
#pragma once

#include "base/error.hpp"
#include "chat/upstream_chunk.hpp"
#include "sse/event_splitter.hpp"
#include "sse/supervisor.hpp"

#include <string>
#include <string_view>

namespace gate::chat {

struct TranslatorOptions {
    std::string  brand = "service";  // gate_brand
    std::string  session_id;  // as sent in X-Session-Id
    std::string  fallback_id;  // chunk id if the intern sends none
    int64_t      now = 0;  // Unix seconds
    size_t       max_event = 1 << 20;
    bool         client_gave_session = false;
};

class Translator final : public sse::Supervisor {
public:
    explicit Translator(TranslatorOptions options);

    State feed(std::string_view bytes, sse::Sink& sink) override;
    sse::Outcome end(sse::End why, sse::Sink& sink) override;
    sse::Outcome fail(const Error& error, sse::Sink& sink) override;

    bool has_excess() const noexcept override { return excess_; }
    uint64_t events() const noexcept override { return events_; }
    sse::Usage usage() const noexcept override { return usage_; }

    // The session of the final chunk; empty while none is known.
    std::string_view session_id() const noexcept;

    // Why the stream was given up, for the log; empty if it was not.
    std::string_view flaw() const noexcept { return flaw_; }

private:
    enum class Finish : uint8_t { none, stop, tool_calls, error };

    State give_up(std::string_view flaw);
    bool take(std::string_view data);
    void take_head(const UpstreamChunk& chunk);
    bool take_tool_calls(const UpstreamChunk& chunk);
    void take_usage(std::string_view raw);
    bool complete();
    bool is_question() const;

    void open_chunk(std::string_view model);
    void put_role(std::string_view model);
    void put_delta(std::string_view member, std::string_view raw,
        std::string_view model);
    void put_call(std::string_view model);
    void put_finish(std::string_view reason, std::string_view model);
    void put_error(const Error& error);
    void put_end(std::string_view model);
    std::string_view own_model() const noexcept { return own_model_; }
    std::string_view reported_model() const noexcept;

    TranslatorOptions    options_;
    sse::EventSplitter   splitter_;
    std::string          out_;  // what this feed() writes
    std::string          own_model_;
    std::string          id_;
    std::string          model_;  // last reported, as in the JSON text
    std::string          session_;  // reported by the intern, likewise
    std::string          usage_text_;
    std::string          call_id_;
    std::string          call_name_;
    std::string          call_arguments_;
    std::string_view     flaw_;
    int64_t              created_;
    uint64_t             events_ = 0;
    sse::Usage           usage_;
    State                state_ = State::open;
    Finish               finish_ = Finish::none;
    sse::Outcome         outcome_ = sse::Outcome::open;
    bool                 started_ = false;  // an event of the intern was seen
    bool                 role_sent_ = false;
    bool                 has_call_ = false;
    bool                 excess_ = false;
};

}  // namespace gate::chat
