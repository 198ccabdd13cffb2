#include "guard/pattern/pattern_build.hpp"

#include "guard/pattern/pattern_check.hpp"
#include "guard/pattern/pattern_cost.hpp"

#include <hs/hs.h>
#include <re2/re2.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace gate::guard {

namespace {

struct DatabaseDeleter {
    void operator()(hs_database_t* database) const
    {
        hs_free_database(database);
    }
};

using Database = std::unique_ptr<hs_database_t, DatabaseDeleter>;

// What is given to Vectorscan, of the patterns that it takes.
struct Sources {
    std::vector<std::string>  texts;
    std::vector<unsigned>     flags;
    std::vector<unsigned>     numbers;

    void pop()
    {
        texts.pop_back();
        flags.pop_back();
        numbers.pop_back();
    }
};

Database compile(const Sources& sources, size_t first)
{
    std::vector<const char*> texts;
    for (size_t i = first; i < sources.texts.size(); i++) {
        texts.push_back(sources.texts[i].c_str());
    }
    hs_database_t* database = nullptr;
    hs_compile_error_t* error = nullptr;

    hs_error_t status = hs_compile_multi(texts.data(),
        sources.flags.data() + first, sources.numbers.data() + first,
        static_cast<unsigned>(texts.size()), HS_MODE_BLOCK, nullptr,
        &database, &error);
    if (status != HS_SUCCESS) {
        // it says so in no other way
        bool has_no_memory = error != nullptr
            && std::strstr(error->message, "allocate memory") != nullptr;
        hs_free_compile_error(error);
        if (status == HS_NOMEM || has_no_memory) {
            throw std::bad_alloc();
        }
        return nullptr;
    }
    return Database(database);
}

// Adds the pattern in the first form that Vectorscan takes, and compiles it
// alone.
Engine add_source(const Translation& pattern, unsigned number,
    Sources* sources, Database* alone)
{
    unsigned flags = HS_FLAG_MULTILINE
                     | (pattern.scan_needs_utf8 ? HS_FLAG_UTF8 : 0);

    sources->texts.push_back(pattern.scan);
    sources->flags.push_back(flags);
    sources->numbers.push_back(number);
    *alone = compile(*sources, sources->texts.size() - 1);
    if (*alone) {
        return Engine::vectorscan;
    }
    sources->flags.back() |= HS_FLAG_PREFILTER;
    *alone = compile(*sources, sources->texts.size() - 1);
    if (*alone) {
        return Engine::prefilter;
    }
    sources->pop();
    return Engine::re2;
}

bool compile_all(const Sources& sources, const PatternMeter& meter,
    CompiledPatterns* out)
{
    Database database = compile(sources, 0);
    char* bytes = nullptr;
    size_t size = 0;

    if (!database
        || hs_serialize_database(database.get(), &bytes, &size) != HS_SUCCESS)
    {
        return false;
    }
    out->database.assign(bytes, size);
    std::free(bytes);
    out->scan_cost = meter.measure_scan(database.get());
    return true;
}

}  // namespace

std::optional<PatternFault> build_patterns(
    const std::vector<Pattern>& patterns, Filter filter,
    const std::function<void(uint32_t)>& reached, std::string* image)
{
    auto count = static_cast<uint32_t>(patterns.size());
    CompiledPatterns compiled;
    Sources sources;
    PatternMeter meter;

    for (uint32_t i = 0; i < count; i++) {
        reached(i);
        CheckedPattern checked;
        if (auto error = check_pattern(patterns[i].text, &checked)) {
            return PatternFault{i, *error};
        }
        Database alone;
        Engine engine = filter == Filter::none ? Engine::re2
            : add_source(checked.translation, i, &sources, &alone);
        compiled.each.push_back({engine, meter.measure(patterns[i],
            checked.translation.parts, alone.get())});
    }
    reached(count);
    if (!sources.texts.empty() && !compile_all(sources, meter, &compiled)) {
        return PatternFault{count, {0, "the patterns are too large"
                                       " together"}};
    }
    *image = write_image(patterns, compiled);
    if (image->empty()) {
        return PatternFault{count, {0, "there is no SHA-256"}};
    }
    return std::nullopt;
}

}  // namespace gate::guard
