// internd: the reference intern daemon and provisioner. Options, wiring, end.
#include "internd/daemon.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

namespace gate::internd {

namespace {

constexpr int usage_error = 2;

constexpr const char* help_head =
    R"(usage: internd --listen HOST:PORT [options]

The reference intern daemon: OpenAI-compatible streaming chat with sessions,
runs, questions and a shell tool at any path that ends in /chat/completions,
and a provisioner at /interns/ID (PUT, GET, DELETE, POST .../suspend). Data is
kept in memory. GET /healthz answers 200, GET /runs lists the runs, POST
/runs/ID/cancel ends one.

options (times: 200ms 5s 5m 1h; sizes: 1000 64k 1m):
)";

constexpr const char* help_script = R"(
Without --model-url the prompt is a script: a line that begins with ! and a
small letter is a directive, other lines are echoed. A message sent to a turn
that is running is a script too and is played at once.

)";

constexpr const char* help_tail = R"(
The first line decides how the response begins: !fail refuses it, !hold keeps
it waiting, a question there is refused with 503 when too many are open. TEXT
may hold the escapes \n \r \t \\ \xHH (not in !ask). !tokens waits TIME before
each chunk. !cut mid breaks inside an event, !cut chunk inside an HTTP chunk.
!background comes before the question whose pause it means. !ask takes
{"message": "...", "fields": [{"name", "type", "required", "options"}]}.

Answers of a permission: allow_once, allow_always, reject_once, reject_always,
cancel; of !ask: {"action": "accept", "content": {...}}, decline or cancel as
the action. cancel ends the run: its stream shows the error chunk run_ended.
A run whose pause outgrew --replay-limit is ended by the first answer to it.

In self-drive mode commands run on this machine without a question. In manual
mode the client is asked; an allowed !shell runs under bubblewrap, an allowed
!shell! (asked as shell_escalated) on the machine. Without a working bwrap
nothing runs in manual mode.

An intern's instructions may hold a line !provision fail TEXT, !provision
destroy-fail TEXT or !provision await (for the status awaiting_chat_install).
)";

struct Option {
    const char*  name;
    const char*  takes;
    const char*  meaning;
    std::function<bool(Settings&, const std::string&)>  set;
};

bool set_address(Settings& settings, const std::string& value)
{
    auto colon = value.rfind(':');
    if (colon == std::string::npos || colon == 0) {
        return false;
    }
    settings.host = value.substr(0, colon);
    if (settings.host.front() == '[' && settings.host.back() == ']') {
        settings.host = settings.host.substr(1, settings.host.size() - 2);
    }
    auto port = parse_count(value.substr(colon + 1));
    settings.port = static_cast<int>(port.value_or(0));
    return port && *port <= 65535;
}

bool set_model_url(Settings& settings, const std::string& value)
{
    settings.model_url = value;
    return value.size() > 7 && value.compare(0, 7, "http://") == 0;
}

auto time_option(Millis Settings::* member)
{
    return [member](Settings& settings, const std::string& value) {
        auto time = parse_time(value);
        settings.*member = time.value_or(Millis{0});
        return time && time->count() > 0;
    };
}

auto count_option(size_t Settings::* member)
{
    return [member](Settings& settings, const std::string& value) {
        auto count = parse_count(value);
        settings.*member = static_cast<size_t>(count.value_or(0));
        return count.has_value();
    };
}

auto text_option(std::string Settings::* member)
{
    return [member](Settings& settings, const std::string& value) {
        settings.*member = value;
        return !value.empty();
    };
}

std::vector<Option> all_options()
{
    using S = Settings;
    return {
        {"--listen", "HOST:PORT", "address; port 0 picks a free one",
         set_address},
        {"--interaction-deadline", "TIME", "how long a question waits (5m)",
         time_option(&S::interaction_deadline)},
        {"--replay-limit", "SIZE", "output kept while detached (1m)",
         count_option(&S::replay_limit)},
        {"--open-questions", "N", "runs of an intern that may wait (16)",
         count_option(&S::open_questions)},
        {"--provision-time", "TIME", "until an intern is running (200ms)",
         time_option(&S::provision_time)},
        {"--domain", "NAME", "suffix of hostnames (interns.invalid)",
         text_option(&S::domain)},
        {"--brand", "WORD", "as in WORD.provide_input (service)",
         text_option(&S::brand)},
        {"--workdir", "DIR", "where commands run (the current one)",
         text_option(&S::workdir)},
        {"--model-url", "URL", "OpenAI-compatible server, http://host:port/v1",
         set_model_url},
        {"--model-name", "NAME", "the model to ask it for (default)",
         text_option(&S::model_name)},
        {"--model-key-file", "FILE", "its API key",
         text_option(&S::model_key_file)},
        {"--log", "FILE", "a line an event; - is standard error (none)",
         text_option(&S::log)},
        {"--pid-file", "FILE", "written when listening, removed at the end",
         text_option(&S::pid_file)},
    };
}

void print_help(const std::vector<Option>& options)
{
    std::string text = help_head;
    for (const auto& option : options) {
        std::string head = std::string("  ") + option.name + " "
                           + option.takes;
        head.resize(std::max(head.size() + 1, size_t{32}), ' ');
        text += head + option.meaning + "\n";
    }
    text += "  --help                        this text\n";
    text += help_script + script_help() + help_tail;
    std::fputs(text.c_str(), stdout);
}

int refuse(const std::string& why)
{
    std::fprintf(stderr, "internd: %s (see internd --help)\n", why.c_str());
    return usage_error;
}

// 0 to go on, else the exit status.
int set_option(const std::vector<Option>& options, const std::string& name,
               const char* value, Settings* settings)
{
    for (const auto& option : options) {
        if (name != option.name) {
            continue;
        }
        if (value == nullptr) {
            return refuse(name + " needs a value: " + option.takes);
        }
        if (!option.set(*settings, value)) {
            return refuse(std::string("\"") + value + "\" is no " + option.takes
                          + " for " + name);
        }
        return 0;
    }
    return refuse("unknown option \"" + name + "\"");
}

int read_options(int argc, char** argv, const std::vector<Option>& options,
                 Settings* settings)
{
    bool listens = false;
    for (int i = 1; i < argc; i++) {
        std::string name = argv[i];
        auto equals = name.find('=');
        const char* value = nullptr;

        if (equals != std::string::npos) {
            value = argv[i] + equals + 1;
            name.resize(equals);
        } else if (i + 1 < argc) {
            value = argv[++i];
        }
        if (int status = set_option(options, name, value, settings)) {
            return status;
        }
        listens |= name == "--listen";
    }
    return listens ? 0 : refuse("--listen HOST:PORT is missing");
}

// False when the file is named but cannot be read.
bool read_key(const std::string& path, std::string* key)
{
    if (path.empty()) {
        return true;
    }
    std::FILE* file = std::fopen(path.c_str(), "re");
    if (file == nullptr) {
        return false;
    }
    char buffer[1024];
    key->assign(buffer, std::fread(buffer, 1, sizeof(buffer), file));
    std::fclose(file);
    key->erase(std::min(key->find_first_of(" \r\n"), key->size()));
    return !key->empty();
}

bool write_pid(const std::string& path)
{
    std::FILE* file = path.empty() ? nullptr : std::fopen(path.c_str(), "we");
    if (file == nullptr) {
        return path.empty();
    }
    bool good = std::fprintf(file, "%d\n", static_cast<int>(::getpid())) > 0;
    return std::fclose(file) == 0 && good;
}

void raise_descriptor_limit()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
}

// Until a signal, or until the server fails by itself. All threads are made
// with the signals blocked, so that this one alone takes them.
int serve_until_signal(Server& server, Provisioner& provisioner,
                       Sessions& sessions, const sigset_t& signals)
{
    std::atomic<bool> failed{true};
    std::thread acceptor([&] {
        server.run(provisioner);
        if (failed) {
            ::kill(::getpid(), SIGTERM);
        }
    });

    int signal = 0;
    ::sigwait(&signals, &signal);
    bool clean = sessions.shut_down();
    failed = !server.stop();
    if (!clean) {
        // a model that does not let go must not keep us here
        std::_Exit(EXIT_SUCCESS);
    }
    acceptor.join();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

int serve(const Settings& settings, const std::string& key)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    raise_descriptor_limit();

    Log log;
    if (!log.open(settings.log)) {
        return refuse("cannot write the log \"" + settings.log + "\"");
    }

    Shell shell(settings.workdir);
    auto model = settings.model_url.empty()
                     ? make_script_model(shell)
                     : make_remote_model({settings.model_url,
                                          settings.model_name, key}, shell);
    Sessions sessions(settings, *model, log);
    Server server(settings, sessions, log);

    auto port = server.bind();
    bool is_ipv6 = settings.host.find(':') != std::string::npos;
    auto host = is_ipv6 ? "[" + settings.host + "]" : settings.host;
    if (!port) {
        std::fprintf(stderr, "internd: cannot listen on %s:%d: %s\n",
                     host.c_str(), settings.port, std::strerror(errno));
        return EXIT_FAILURE;
    }
    if (!write_pid(settings.pid_file)) {
        return refuse("cannot write \"" + settings.pid_file + "\"");
    }

    auto address = host + ":" + std::to_string(*port);
    Provisioner provisioner(settings, address);
    std::printf("internd: listening on %s\n", address.c_str());
    std::fflush(stdout);

    int status = serve_until_signal(server, provisioner, sessions, signals);
    if (!settings.pid_file.empty()) {
        ::unlink(settings.pid_file.c_str());
    }
    return status;
}

int run_main(int argc, char** argv)
{
    auto options = all_options();
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--help") == 0) {
            print_help(options);
            return EXIT_SUCCESS;
        }
    }

    Settings settings;
    if (int status = read_options(argc, argv, options, &settings)) {
        return status;
    }
    char* workdir = ::realpath(settings.workdir.c_str(), nullptr);
    if (workdir == nullptr) {
        return refuse("there is no directory \"" + settings.workdir + "\"");
    }
    settings.workdir = workdir;
    std::free(workdir);
    if (settings.workdir == "/") {
        // the sandbox may write to it
        return refuse("--workdir must not be the root directory");
    }

    std::string key;
    if (!read_key(settings.model_key_file, &key)) {
        return refuse("cannot read a key from \"" + settings.model_key_file
                      + "\"");
    }
    return serve(settings, key);
}

}  // namespace

}  // namespace gate::internd

int main(int argc, char** argv)
{
    return gate::internd::run_main(argc, argv);
}
