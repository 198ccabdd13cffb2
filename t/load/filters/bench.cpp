// Times of the filters in this process, for `./build.sh bench filters`:
//
//     filter_bench PATTERN-FILE [options of Google Benchmark]
//
// The file has a custom pattern a line. A benchmark is called
// WHAT/TEXT/BYTES, where WHAT is
//   filters  the eight slugs and the custom patterns, over the texts that were
//            read from a body
//   judge    the same and reading the body, up to the verdict
//   reader   reading alone
//   customs, or a slug: that filter alone
//   hostile  as judge, over a body of hostile.hpp; one that is refused because
//            it exceeds the limit has the label "refused"
// The texts are many and taken in turn, so that no branch is learnt by heart.
#include "../prose.hpp"
#include "engine.hpp"
#include "hostile.hpp"

#include "guard/collector.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

namespace gate::load {

namespace {

using guard::Slug;
using guard::SlugSet;

struct Sample {
    std::string  body;
    std::string  buffer;  // what is judged of it
};

// What is looked at in turn, and what is wrong with it, mostly nothing.
struct Samples {
    std::vector<Sample>  list;
    std::string          flaw;
};

struct Texts {
    const char*  name;
    TextKind     kind;
    size_t       bytes;
};

// kinds as read_text_kind() names them
constexpr Texts all_texts[] = {
    {"prose", TextKind::prose, 2 << 10},
    {"prose", TextKind::prose, 32 << 10},
    {"prose", TextKind::prose, 512 << 10},
    {"hits", TextKind::hits, 2 << 10},
    {"hits", TextKind::hits, 32 << 10},
    {"hits", TextKind::hits, 512 << 10},
    {"rules", TextKind::rules, 512 << 10},
    {"digits", TextKind::digits, 512 << 10},
    {"at_signs", TextKind::at_signs, 512 << 10},
    {"capitals", TextKind::capitals, 512 << 10},
};
constexpr size_t bytes_of_hostile = 1 << 20;
constexpr Texts slug_texts = {"prose", TextKind::prose, 32 << 10};

// of one kind and length: enough that a text has left the nearest cache when
// its turn comes again
constexpr size_t bytes_in_turn = 4 << 20;
constexpr size_t least_in_turn = 8;
constexpr size_t most_in_turn = 512;

std::string body_of(const Texts& texts, Dice* dice)
{
    std::string body =
        R"({"model":"m","messages":[{"role":"system","content":"Be brief."},)"
        R"({"role":"user","content":")";
    append_text(&body, texts.kind, texts.bytes, dice);
    return body + R"("}]})";
}

class Bench {
public:
    explicit Bench(Engine* engine) : engine_(engine) {}

    void add_all();

private:
    using Work = std::function<bool(const Sample& sample)>;
    using Key = std::pair<TextKind, size_t>;

    void add(const std::string& what, const Texts& texts, Work work);
    void add_hostile(const HostileBody& hostile);
    const Samples& samples_of(const Texts& texts);
    Samples make_samples(const Texts& texts);
    // Empty if the text is what its name says.
    std::string flaw_of(const Sample& sample, const Texts& texts);
    bool run_filters(const Sample& sample);

    Engine*                 engine_;
    std::map<Key, Samples>  samples_;
    guard::Collected        collected_;
};

bool Bench::run_filters(const Sample& sample)
{
    engine_->forget();
    return engine_->find(sample.buffer, SlugSet::all())
           && engine_->find_customs(sample.buffer);
}

std::string Bench::flaw_of(const Sample& sample, const Texts& texts)
{
    if (!run_filters(sample)) {
        return "a text could not be judged";
    }
    size_t found = engine_->found();
    if (texts.kind == TextKind::prose && found > 0) {
        return "something is found in a clean text";
    }
    if (texts.kind == TextKind::hits && found < texts.bytes / 600) {
        return "too little is found in a text with hits";
    }
    return "";
}

Samples Bench::make_samples(const Texts& texts)
{
    size_t count = std::clamp(bytes_in_turn / texts.bytes, least_in_turn,
                              most_in_turn);
    Dice dice(texts.bytes);
    Samples made;

    while (made.list.size() < count) {
        Sample sample;
        sample.body = body_of(texts, &dice);
        guard::collect_json(sample.body, &collected_);
        sample.buffer = collected_.buffer;
        if (made.flaw.empty()) {
            made.flaw = flaw_of(sample, texts);
        }
        made.list.push_back(std::move(sample));
    }
    return made;
}

const Samples& Bench::samples_of(const Texts& texts)
{
    Samples& known = samples_[{texts.kind, texts.bytes}];
    if (known.list.empty()) {
        known = make_samples(texts);
    }
    return known;
}

void Bench::add(const std::string& what, const Texts& texts, Work work)
{
    auto run = [this, texts, work](benchmark::State& state) {
        const auto& [list, flaw] = samples_of(texts);
        if (!flaw.empty()) {
            state.SkipWithError(flaw.c_str());
            return;
        }
        size_t turn = 0;
        for (auto _ : state) {
            if (!work(list[turn++ % list.size()])) {
                state.SkipWithError("a text could not be judged");
                return;
            }
        }
    };
    std::string name = what + "/" + texts.name + "/"
                       + std::to_string(texts.bytes);
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Unit(benchmark::kMicrosecond);
}

void Bench::add_hostile(const HostileBody& hostile)
{
    auto run = [this, hostile](benchmark::State& state) {
        std::string body = made(hostile, bytes_of_hostile);
        for (auto _ : state) {
            if (!engine_->judge(body, Engine::default_limit(body))) {
                state.SkipWithError("a body could not be judged");
                return;
            }
        }
        state.SetLabel(engine_->is_over_limit() ? "refused" : "");
    };
    std::string name = std::string("hostile/") + hostile.name + "/"
                       + std::to_string(bytes_of_hostile);
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Unit(benchmark::kMicrosecond);
}

void Bench::add_all()
{
    for (const HostileBody& hostile : hostile_bodies) {
        add_hostile(hostile);
    }
    for (const Texts& texts : all_texts) {
        add("filters", texts, [this](const Sample& sample) {
            return run_filters(sample);
        });
        add("judge", texts, [this](const Sample& sample) {
            return engine_->judge(sample.body);
        });
        add("reader", texts, [this](const Sample& sample) {
            return !guard::collect_json(sample.body, &collected_);
        });
    }

    for (size_t i = 0; i < guard::slug_count; i++) {
        SlugSet slug;
        slug.add(static_cast<Slug>(i));
        add(std::string(name(static_cast<Slug>(i))), slug_texts,
            [this, slug](const Sample& sample) {
                engine_->forget();
                return engine_->find(sample.buffer, slug);
            });
    }
    add("customs", slug_texts, [this](const Sample& sample) {
        return engine_->find_customs(sample.buffer);
    });
}

// One a line.
std::vector<std::string> read_patterns(const char* name)
{
    std::vector<std::string> patterns;
    std::FILE* file = std::fopen(name, "r");
    if (file == nullptr) {
        return patterns;
    }
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        std::string pattern(line);
        patterns.push_back(pattern.substr(0, pattern.find('\n')));
    }
    std::fclose(file);
    return patterns;
}

int main_with(int argc, char** argv)
{
    std::vector<std::string> patterns;
    if (argc > 1) {
        patterns = read_patterns(argv[1]);
    }
    if (patterns.empty()) {
        std::fprintf(stderr, "usage: %s PATTERN-FILE [option]…\n", argv[0]);
        return 2;
    }

    std::string cause;
    auto engine = Engine::make(SlugSet::all(), patterns, &cause);
    if (engine == nullptr) {
        std::fprintf(stderr, "%s: %s\n", argv[0], cause.c_str());
        return 1;
    }
    argv[1] = argv[0];
    argc--;
    benchmark::Initialize(&argc, argv + 1);
    if (benchmark::ReportUnrecognizedArguments(argc, argv + 1)) {
        return 2;
    }
    Bench bench(engine.get());
    bench.add_all();
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

}  // namespace

}  // namespace gate::load

int main(int argc, char** argv)
{
    return gate::load::main_with(argc, argv);
}
