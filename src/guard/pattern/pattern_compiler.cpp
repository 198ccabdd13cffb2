#include "guard/pattern/pattern_compiler.hpp"

#include "guard/pattern/child_process.hpp"

#include <cstring>
#include <new>

namespace gate::guard {

namespace {

// What the child says: records of a head and `size` bytes.
enum class Say : uint32_t { reached, refused, no_memory, image };

struct Head {
    Say       say;
    uint32_t  pattern;
    uint64_t  offset;
    uint64_t  size;
};

// An image of 100 ordinary patterns has 0.6 MB.
constexpr size_t max_answer = size_t{64} << 20;

bool tell(const Answer& answer, Head head, std::string_view bytes)
{
    head.size = bytes.size();
    std::string_view start(reinterpret_cast<const char*>(&head), sizeof head);
    return answer(start) && answer(bytes);
}

void work(const std::vector<Pattern>& patterns, Filter filter,
    const Answer& answer)
{
    uint32_t at = 0;
    auto reached = [&](uint32_t pattern) {
        at = pattern;
        tell(answer, {Say::reached, pattern, 0, 0}, "");
    };

    try {
        std::string image;
        auto fault = build_patterns(patterns, filter, reached, &image);
        if (fault) {
            tell(answer, {Say::refused, fault->pattern, fault->error.offset,
                          0}, fault->error.cause);
        } else {
            tell(answer, {Say::image, 0, 0, 0}, image);
        }
    } catch (const std::bad_alloc&) {
        tell(answer, {Say::no_memory, at, 0, 0}, "");
    }
}

PatternFault fault(uint32_t pattern, size_t offset, std::string_view cause)
{
    return {pattern, {offset, std::string(cause)}};
}

// The last thing that was said whole.
struct Said {
    Say               say = Say::reached;
    uint32_t          pattern = 0;
    size_t            offset = 0;
    std::string_view  bytes;
};

Said last_said(std::string_view answer)
{
    Said last;
    Head head;

    while (answer.size() >= sizeof head) {
        std::memcpy(&head, answer.data(), sizeof head);
        answer.remove_prefix(sizeof head);
        if (head.size > answer.size()) {
            break;
        }
        last = {head.say, head.pattern, static_cast<size_t>(head.offset),
                answer.substr(0, static_cast<size_t>(head.size))};
        answer.remove_prefix(last.bytes.size());
    }
    return last;
}

}  // namespace

std::optional<PatternFault> compile_patterns(
    const std::vector<Pattern>& patterns, Filter filter,
    const CompileLimits& limits, std::string* image)
{
    // once for all children
    usable_filter();

    std::string answer;
    ChildEnd end = run_child({limits.cpu_s, limits.memory_bytes,
                              limits.wall_ms, max_answer},
        [&](const Answer& to_parent) { work(patterns, filter, to_parent); },
        &answer);
    Said last = last_said(answer);

    switch (last.say) {
    case Say::image:
        *image = last.bytes;
        return std::nullopt;
    case Say::refused:
        return fault(last.pattern, last.offset, last.bytes);
    case Say::no_memory:
        return fault(last.pattern, 0, "needs too much memory to compile");
    case Say::reached:
        break;
    }
    switch (end) {
    case ChildEnd::no_time:
        return fault(last.pattern, 0, "takes too long to compile");
    case ChildEnd::not_begun:
        return fault(last.pattern, 0, "there is no process to compile it");
    default:
        return fault(last.pattern, 0, "the compiler failed");
    }
}

}  // namespace gate::guard
