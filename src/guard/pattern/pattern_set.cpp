#include "guard/pattern/pattern_set.hpp"

#include "base/find.hpp"
#include "guard/pattern/pattern_syntax.hpp"

#include <algorithm>
#include <new>

namespace gate::guard {

namespace {

// Bytes: 64 patterns that hit in a buffer of 8 MB.
constexpr size_t max_ends = 64 << 20;

}  // namespace

// What Vectorscan has said. It is filled inside a C library, so nothing here
// throws.
struct PatternScan {
    size_t                     buffer_size;
    size_t                     pattern_count;
    Work&                      work;
    std::unique_ptr<EndSet[]>  ends;  // one a pattern, once something was hit
    size_t                     used = 0;  // by the sets of ends
    bool                       has_memory = true;

    bool add(unsigned pattern, size_t end) noexcept;
};

bool PatternScan::add(unsigned pattern, size_t end) noexcept
{
    if (!work.spend(scan_match)) {
        return false;
    }
    if (!ends) {
        ends.reset(new (std::nothrow) EndSet[pattern_count]);
    }
    if (ends == nullptr) {
        has_memory = false;
        return false;
    }
    EndSet& set = ends[pattern];
    if (!set.exists()) {
        used += buffer_size / 8;
        has_memory = used <= max_ends && set.make(buffer_size);
        if (!has_memory) {
            return false;
        }
    }
    set.add(end);
    return true;
}

namespace {

int on_match(unsigned pattern, unsigned long long, unsigned long long end,
    unsigned, void* context)
{
    auto* found = static_cast<PatternScan*>(context);
    return found->add(pattern, static_cast<size_t>(end)) ? 0 : 1;
}

std::vector<Span> texts_of(std::string_view buffer)
{
    std::vector<Span> texts;
    size_t start = 0;

    for (;;) {
        size_t end = std::min(buffer.find(text_break, start), buffer.size());
        texts.push_back({static_cast<uint32_t>(start),
                         static_cast<uint32_t>(end)});
        if (end == buffer.size()) {
            return texts;
        }
        start = end + text_break.size();
    }
}

// The first text not before number `from` that a match may end in.
size_t next_text(const std::vector<Span>& texts, size_t from,
    const EndSet* ends)
{
    if (ends == nullptr || from >= texts.size()) {
        return from;
    }
    size_t end = ends->next(texts[from].start);
    auto it = std::lower_bound(
        texts.begin() + static_cast<std::ptrdiff_t>(from), texts.end(), end,
        [](const Span& text, size_t offset) { return text.end < offset; });
    return static_cast<size_t>(it - texts.begin());
}

}  // namespace

PatternSet::PatternSet(std::vector<Pattern> patterns)
    : patterns_(std::move(patterns)),
      matchers_(new Matcher[patterns_.size()]())
{
}

PatternSet::~PatternSet()
{
    for (size_t i = 0; i < patterns_.size(); i++) {
        delete matchers_[i].load(std::memory_order_relaxed);
    }
    hs_free_database(database_);
}

std::unique_ptr<PatternSet> PatternSet::load(std::vector<Pattern> patterns,
    std::string_view image)
{
    CompiledPatterns compiled;

    if (!read_image(image, patterns, &compiled)) {
        return nullptr;
    }
    std::unique_ptr<PatternSet> set(new PatternSet(std::move(patterns)));
    set->compiled_ = std::move(compiled.each);
    set->scan_cost_ = compiled.scan_cost;

    bool is_filtered = false;
    for (size_t i = 0; i < set->size(); i++) {
        Translation translation;
        if (set->compiled_[i].engine != Engine::re2) {
            is_filtered = true;
            continue;
        }
        set->needles_.resize(set->size());
        if (!translate(set->patterns_[i].text, &translation)) {
            set->needles_[i] = std::move(translation.needle);
        }
    }
    // it checks version, processor and a sum of its own
    if (is_filtered
        && hs_deserialize_database(compiled.database.data(),
               compiled.database.size(), &set->database_) != HS_SUCCESS)
    {
        return nullptr;
    }
    return set;
}

bool PatternSet::find(std::string_view buffer, Scratch& scratch,
    std::vector<PatternHit>* out) const
{
    PatternScan found = {buffer.size() + text_break.size(),
                         patterns_.size(), scratch.work(), nullptr};

    out->clear();
    if (buffer.size() >= max_buffer || !scan(buffer, scratch, &found)) {
        return false;
    }
    if (!found.ends && needles_.empty()) {
        return true;
    }
    std::vector<Span> texts;
    ScanBudget budget(max_pattern_hits, &scratch.work());

    for (uint32_t i = 0; i < patterns_.size(); i++) {
        if (!may_hit(i, buffer, found)) {
            continue;
        }
        if (texts.empty()) {
            texts = texts_of(buffer);
        }
        bool is_filtered = compiled_[i].engine != Engine::re2;
        const EndSet* ends = is_filtered ? &found.ends[i] : nullptr;
        const PatternMatcher* one = matcher(i);
        if (one == nullptr) {
            return false;
        }
        for (size_t t = next_text(texts, 0, ends); t < texts.size();
             t = next_text(texts, t + 1, ends))
        {
            if (!one->find(buffer, texts[t], ends, i, budget, out)) {
                return false;
            }
        }
    }
    return true;
}

uint32_t PatternSet::cost_per_byte() const noexcept
{
    uint32_t worst = 0;
    for (const CompiledPattern& one : compiled_) {
        worst = std::max(worst, one.cost.text);
    }
    return scan_cost_ + worst;
}

bool PatternSet::scan(std::string_view buffer, Scratch& scratch,
    PatternScan* found) const
{
    if (database_ == nullptr) {
        return true;
    }
    uint64_t scan_work = uint64_t{buffer.size()} * work_per_byte();
    if (!scratch.work().spend(scan_work) || !scratch.fit(database_, number_)) {
        return false;
    }
    // Vectorscan 5.4.9 misses matches that end where its data ends
    std::string copy;
    if (buffer.size() < text_break.size()
        || buffer.substr(buffer.size() - text_break.size()) != text_break)
    {
        copy.reserve(buffer.size() + text_break.size());
        copy = buffer;
        copy += text_break;
        buffer = copy;
    }
    hs_error_t status = hs_scan(database_, buffer.data(),
        static_cast<unsigned>(buffer.size()), 0, scratch.get(), on_match,
        found);
    return status == HS_SUCCESS && found->has_memory;
}

bool PatternSet::may_hit(size_t pattern, std::string_view buffer,
    const PatternScan& found) const
{
    if (compiled_[pattern].engine != Engine::re2) {
        return found.ends && found.ends[pattern].exists();
    }
    const std::string& needle = needles_[pattern];
    if (needle.size() < 2) {
        return needle.empty() || buffer.find(needle) != buffer.npos;
    }
    return find_word(buffer, needle) != buffer.npos;
}

// Made by whoever needs it first; who comes second throws its own away.
const PatternMatcher* PatternSet::matcher(size_t pattern) const
{
    Matcher& slot = matchers_[pattern];
    const PatternMatcher* now = slot.load(std::memory_order_acquire);

    if (now != nullptr) {
        return now;
    }
    auto made = PatternMatcher::make(patterns_[pattern].text,
                                     compiled_[pattern].cost.search);
    if (!made) {
        return nullptr;
    }
    if (slot.compare_exchange_strong(now, made.get(),
            std::memory_order_acq_rel))
    {
        return made.release();
    }
    return now;
}

}  // namespace gate::guard
