#include "guard/dialect_words.hpp"

#include <array>

namespace gate::guard {

namespace {

struct Entry {
    std::string_view  text;
    Word              word;
};

// clang-format off
constexpr Entry names[] = {
    {"n", Word::plain},
    {"id", Word::plain},
    {"url", Word::payload},
    {"data", Word::payload}, {"echo", Word::plain}, {"file", Word::media},
    {"name", Word::plain}, {"role", Word::role}, {"seed", Word::plain},
    {"stop", Word::plain}, {"text", Word::text}, {"type", Word::kind},
    {"user", Word::plain},
    {"audio", Word::media}, {"input", Word::input}, {"model", Word::plain},
    {"parts", Word::content}, {"store", Word::plain}, {"tools", Word::plain},
    {"value", Word::value},
    {"top_k", Word::plain}, {"top_p", Word::plain}, {"image", Word::media},
    {"detail", Word::kind}, {"effort", Word::kind}, {"format", Word::kind},
    {"models", Word::plain}, {"output", Word::content},
    {"prompt", Word::content}, {"source", Word::media},
    {"stream", Word::plain}, {"strict", Word::plain}, {"suffix", Word::plain},
    {"system", Word::content},
    {"best_of", Word::plain}, {"call_id", Word::plain},
    {"content", Word::content}, {"refusal", Word::thought},
    {"summary", Word::content},
    {"contents", Word::messages},
    {"file_url", Word::payload}, {"function", Word::plain},
    {"logprobs", Word::plain}, {"messages", Word::messages},
    {"metadata", Word::plain}, {"provider", Word::provider},
    {"required", Word::plain}, {"thinking", Word::thought},
    {"truncation", Word::kind},
    {"arguments", Word::plain}, {"file_data", Word::payload},
    {"image_url", Word::payload}, {"reasoning", Word::thought},
    {"mime_type", Word::kind}, {"modalities", Word::kind},
    {"dimensions", Word::plain}, {"logit_bias", Word::plain},
    {"max_tokens", Word::plain}, {"media_type", Word::kind},
    {"parameters", Word::plain}, {"properties", Word::plain},
    {"session_id", Word::plain}, {"tool_calls", Word::plain},
    {"verbosity", Word::kind},
    {"description", Word::plain}, {"inline_data", Word::media},
    {"input_audio", Word::media}, {"json_schema", Word::plain},
    {"temperature", Word::plain}, {"tool_choice", Word::kind},
    {"input_schema", Word::plain}, {"instructions", Word::plain},
    {"service_tier", Word::kind}, {"tool_call_id", Word::plain},
    {"top_logprobs", Word::plain},
    {"approval_mode", Word::kind}, {"cache_control", Word::plain},
    {"include_usage", Word::plain}, {"stop_sequences", Word::plain},
    {"stream_options", Word::plain}, {"response_format", Word::plain},
    {"encoding_format", Word::kind}, {"reasoning_effort", Word::kind},
    {"presence_penalty", Word::plain}, {"frequency_penalty", Word::plain},
    {"max_output_tokens", Word::plain}, {"parallel_tool_calls", Word::plain},
    {"reasoning_content", Word::thought},
    {"max_completion_tokens", Word::plain},
    {"images", Word::media}, {"bytes", Word::payload},
    {"b64_json", Word::payload}, {"image_data", Word::media},
    {"inlineData", Word::media}, {"mimeType", Word::kind},
    {"video", Word::media}, {"video_url", Word::payload},
    {"audio_url", Word::payload}, {"multimodal_data", Word::payload},
    {"prompt_embeds", Word::payload}, {"init_images", Word::media},
    {"signature", Word::sealed}, {"encrypted_content", Word::sealed},
    {"thought_signature", Word::sealed}, {"thoughtSignature", Word::sealed},
    {"context", Word::plain}, {"fallbacks", Word::plain},
    {"route", Word::plain}, {"prompt_token_ids", Word::plain},
    {"additionalProperties", Word::plain},
};

constexpr std::string_view kind_values[] = {
    "auto", "file", "high", "json", "low", "none", "text", "tool", "user",
    "array", "audio", "float", "image", "model", "number", "object", "string",
    "system", "medium", "base64", "manual", "integer", "boolean", "default",
    "ephemeral", "required", "assistant", "function", "developer",
    "image_url", "input_text", "input_file", "input_image", "input_audio",
    "output_text", "json_object", "json_schema", "tool_result", "tool_use",
    "self_drive", "function_call", "function_call_output", "message",
    "minimal", "application/pdf", "image/png", "image/jpeg", "image/webp",
    "image/gif", "wav", "mp3", "redacted_thinking", "thinking", "text/plain",
};
// clang-format on

// A hash table that the compiler fills: entry + 1 in each slot, 0 is free.
constexpr size_t slot_count = 256;
using Slots = std::array<uint8_t, slot_count>;

constexpr size_t slot_of(std::string_view text) noexcept
{
    auto first = static_cast<unsigned char>(text.front());
    auto last = static_cast<unsigned char>(text.back());
    return (first * 7u + last * 29u + text.size() * 13u) % slot_count;
}

constexpr std::string_view text_of(const Entry& entry) noexcept
{
    return entry.text;
}

constexpr std::string_view text_of(std::string_view entry) noexcept
{
    return entry;
}

template <class List>
constexpr Slots slots_of(const List& list) noexcept
{
    Slots slots{};
    uint8_t number = 0;

    for (const auto& entry : list) {
        size_t slot = slot_of(text_of(entry));
        while (slots[slot] != 0) {
            slot = (slot + 1) % slot_count;
        }
        slots[slot] = ++number;
    }
    return slots;
}

constexpr Slots name_slots = slots_of(names);
constexpr Slots kind_slots = slots_of(kind_values);

// The entry with this text, or nullptr.
template <class List>
auto find(const List& list, const Slots& slots, std::string_view text) noexcept
    -> decltype(&list[0])
{
    if (text.empty()) {
        return nullptr;
    }
    for (size_t slot = slot_of(text); slots[slot] != 0;
         slot = (slot + 1) % slot_count)
    {
        auto* entry = &list[slots[slot] - 1];
        if (text_of(*entry) == text) {
            return entry;
        }
    }
    return nullptr;
}

}  // namespace

Word word_of(std::string_view name) noexcept
{
    const Entry* entry = find(names, name_slots, name);
    return entry != nullptr ? entry->word : Word::unknown;
}

bool is_kind_value(std::string_view value) noexcept
{
    return find(kind_values, kind_slots, value) != nullptr;
}

}  // namespace gate::guard
