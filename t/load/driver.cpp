// The load driver of `./build.sh bench`: a scripted upstream and the clients
// that measure a worker in front of it. One line of JSON a run on stdout.
// bench.pl calls it; by hand it shows its words when called without one.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/prctl.h>

#include "client.hpp"
#include "idle.hpp"
#include "options.hpp"
#include "stall.hpp"
#include "upstream.hpp"

namespace {

using gate::load::Options;

constexpr const char* usage =
    "usage: driver WORD [--name value ...]\n"
    "\n"
    "  upstream  --port N (0: any; printed as {\"port\": N})\n"
    "  requests  --requests N --connections N --body-bytes N --slices N\n"
    "  latency   the same, with one connection\n"
    "  bulk      --streams N --events N --body-bytes N --slices N\n"
    "  backlog   the same; the upstream writes 32 events at a time\n"
    "  paced     --streams N --events N --every-us N --body-bytes N\n"
    "  idle      --streams N --body-bytes N --watch-ms N\n"
    "  stall     --body-bytes N --watch-ms N --every-us N: how long a small\n"
    "            request waits while large ones are sent\n"
    "\n"
    "Clients also take --port N --key KEY --worker PID --limit-s N, and\n"
    "--path with %s for the script's name (default /%s), --text KIND for what\n"
    "the messages are made of: words, prose, hits, digits, at_signs, rules,\n"
    "capitals, emails. But for idle and stall, --port and --worker may be\n"
    "lists with commas: the servers take turns, slice by slice, or are paced\n"
    "at once, each with that many requests or streams. --requests may be a\n"
    "list too, with a number for each server.\n";

gate::load::Target read_target(const Options& options,
                               const std::string& script)
{
    gate::load::Target target;
    target.key = options.text("key", "bench-key");
    target.path = options.text("path", "/%s");
    size_t place = target.path.find("%s");
    if (place != std::string::npos) {
        target.path.replace(place, 2, script);
    }
    std::string kind = options.text("text", "words");
    if (!gate::load::read_text_kind(kind, &target.text)) {
        fprintf(stderr, "driver: no text \"%s\"\n", kind.c_str());
        exit(2);
    }
    return target;
}

// Cuts the first number off a list with commas; 0 when none is left.
int64_t take_number(std::string* list)
{
    size_t end = list->find(',');
    int64_t number = strtoll(list->c_str(), nullptr, 10);
    list->erase(0, end == std::string::npos ? end : end + 1);
    return number;
}

std::vector<gate::load::Side> read_sides(const Options& options)
{
    std::string ports = options.text("port", "8080");
    std::string workers = options.text("worker", "0");
    std::vector<gate::load::Side> sides;
    while (!ports.empty()) {
        gate::load::Side side;
        side.port = static_cast<uint16_t>(take_number(&ports));
        side.worker = static_cast<pid_t>(take_number(&workers));
        sides.push_back(side);
    }
    return sides;
}

size_t read_size(const Options& options, const char* name, int64_t fallback)
{
    return static_cast<size_t>(options.number(name, fallback));
}

int serve(const Options& options)
{
    uint16_t port = 0;
    auto listener = gate::load::listen_on(
        static_cast<uint16_t>(options.number("port", 0)), &port);
    if (!listener.is_open()) {
        perror("listen");
        return 1;
    }

    // the bench may be killed outright; nothing may stay behind
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    printf("{\"port\":%d}\n", port);
    fflush(stdout);
    gate::load::Upstream(std::move(listener)).serve();
    return 0;
}

int run_client(const Options& options, gate::load::Load load,
               std::vector<gate::load::Side> sides)
{
    load.slices = options.number("slices", 1);
    load.limit_s = options.number("limit-s", 60);
    gate::load::Client client(load, std::move(sides));
    bool passed = client.run();
    client.print();
    return passed ? 0 : 1;
}

int ask(const Options& options)
{
    gate::load::Load load;
    load.target = read_target(options, "one");
    load.connections = read_size(options, "connections", 1);
    load.requests = options.number("requests", 1000);
    load.units = load.requests;
    load.body_bytes = read_size(options, "body-bytes", 2048);

    std::vector<gate::load::Side> sides = read_sides(options);
    std::string counts = options.text("requests", "");
    for (gate::load::Side& side : sides) {
        side.requests = take_number(&counts);
        side.units = side.requests;
    }
    return run_client(options, load, std::move(sides));
}

int stream(const Options& options, const std::string& word)
{
    int64_t streams = options.number("streams", 8);
    int64_t events = options.number("events", 100);
    std::string script = word + "-" + std::to_string(events);

    gate::load::Load load;
    if (word == "paced") {
        int64_t every_us = options.number("every-us", 20000);
        int64_t sides =
            static_cast<int64_t>(read_sides(options).size());
        script += "-" + std::to_string(every_us);
        load.stagger_us = every_us / streams / sides;
        load.sharing = gate::load::Sharing::at_once;
    }
    load.target = read_target(options, script);
    load.unit = gate::load::Unit::event;
    load.connections = static_cast<size_t>(streams);
    load.requests = streams;
    load.units = streams * events;
    load.body_bytes = read_size(options, "body-bytes", 512);
    return run_client(options, load, read_sides(options));
}

int hold(const Options& options)
{
    gate::load::Hold wanted;
    wanted.target = read_target(options, "idle");
    wanted.port = static_cast<uint16_t>(options.number("port", 8080));
    wanted.worker = static_cast<pid_t>(options.number("worker", 0));
    wanted.streams = read_size(options, "streams", 1000);
    wanted.body_bytes = read_size(options, "body-bytes", 2048);
    wanted.watch_ms = options.number("watch-ms", 1000);
    wanted.limit_s = options.number("limit-s", 60);

    gate::load::Idle idle(wanted);
    bool passed = idle.run();
    idle.print();
    return passed ? 0 : 1;
}

int besiege(const Options& options)
{
    gate::load::Siege siege;
    siege.target = read_target(options, "one");
    siege.port = static_cast<uint16_t>(options.number("port", 8080));
    siege.worker = static_cast<pid_t>(options.number("worker", 0));
    siege.body_bytes = read_size(options, "body-bytes", 1 << 20);
    siege.watch_ms = options.number("watch-ms", 1000);
    siege.every_us = options.number("every-us", 1000);
    siege.limit_s = options.number("limit-s", 60);

    gate::load::Stall stall(siege);
    bool passed = stall.run();
    stall.print();
    return passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
    std::string word = argc > 1 ? argv[1] : "";
    std::string wrong;
    Options options;
    if (argc > 2 && !options.parse(argc - 2, argv + 2, &wrong)) {
        fprintf(stderr, "driver: no value for \"%s\"\n", wrong.c_str());
        return 2;
    }

    gate::load::raise_file_limit();
    if (word == "upstream") {
        return serve(options);
    }
    if (word == "requests" || word == "latency") {
        return ask(options);
    }
    if (word == "paced" || word == "bulk" || word == "backlog") {
        return stream(options, word);
    }
    if (word == "idle") {
        return hold(options);
    }
    if (word == "stall") {
        return besiege(options);
    }
    fputs(usage, stderr);
    return 2;
}
