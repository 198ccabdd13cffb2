// Every refusal the gate can make: status, reason and whether to try again.
//
// Reasons are the stable words of the interface ("Errors"), one enum for all
// rooms, so that a counter and a log line exist for each. The JSON envelope of
// an error is written here and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gate {

enum class Reason : uint8_t {
    none,  // code and message only, no metadata
    attachment_failed,
    bad_request,
    busy,
    client_closed_request,
    configuration_error,
    content_blocked,
    intern_not_ready,
    intern_rejected,
    intern_unreachable,
    interaction_not_pending,
    interaction_unknown,
    internal_error,
    invalid_body,
    model_not_allowed,
    not_found,
    payload_too_large,
    provider_not_allowed,
    rate_limited,
    retention_not_allowed,
    run_ended,
    stream_severed,
    timeout,
    turn_failed,
    unsupported_media_type,
    upstream_unavailable,
};

constexpr size_t reason_count =
    static_cast<size_t>(Reason::upstream_unavailable) + 1;

// The word of the interface; empty for Reason::none.
std::string_view name(Reason reason) noexcept;

// The reason with this word, or Reason::none.
Reason reason_named(std::string_view word) noexcept;

// Whether the same request may be sent again (openapi ChatErrorReason).
// turn_failed is "as the intern says" and false here.
bool is_retryable(Reason reason) noexcept;

// A refusal as a value. `message` is for the caller: it never holds upstream
// text, a path, an address or a key (fault O05).
struct Error {
    int          status = 500;
    Reason       reason = Reason::internal_error;
    bool         retryable = false;
    std::string  message;
    std::string  details{};  // JSON members for metadata: ,"name":value
};

// An error whose `retryable` follows from its reason.
Error make_error(int status, Reason reason, std::string message);

// {"error":{"code":N,"message":S,"metadata":{"reason":S,"retryable":B}}};
// without metadata for Reason::none.
std::string error_body(const Error& error);

// The object under "error" alone, as error chunks carry it.
void append_error_object(std::string& out, const Error& error);

}  // namespace gate
