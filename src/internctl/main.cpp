// internctl: the operator's command line for keys, interns and filters.

#include "auth/bearer.hpp"
#include "auth/key_file.hpp"
#include "base/hex.hpp"
#include "base/uuid.hpp"
#include "chat/intern_table.hpp"
#include "internctl/failure.hpp"
#include "internctl/filters.hpp"
#include "json/writer.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace gate::internctl {

namespace {

constexpr char usage[] =
    "usage: internctl [--json] WORD …\n"
    "\n"
    "  key create [--append FILE] [--kind regular|management] [--id ID]\n"
    "             [--user U] [--workspace W] [--programme]\n"
    "             [--guardrail NAME]…\n"
    "      makes a key and prints it, once; with --append its line is added\n"
    "      to a gate_keys file, else the line is printed below it\n"
    "  key hash\n"
    "      reads one key from standard input and prints its hash\n"
    "  keys check FILE\n"
    "  interns check FILE\n"
    "      reads a gate_keys or gate_interns file as nginx would\n"
    "  scan [--filters SLUG,…]\n"
    "      reads JSON lines with \"id\" and \"text\" and prints what the\n"
    "      filters (all eight) find in each: spans in code points;\n"
    "      phone and credit-card take :strict or :shape behind them\n"
    "  explain [--filters SLUG,…] [--pattern REGEX]…\n"
    "      reads a request's body or a text and prints what would be judged\n"
    "      and what is found where; the filters as for scan\n"
    "\n"
    "  --json   one JSON object instead of text\n"
    "\n"
    "exit status: 0, 1 for a wrong file or a failure, 2 for a wrong call\n";

std::string system_text()
{
    return std::strerror(errno);
}

using Arguments = std::vector<std::string>;

struct Options {
    bool         as_json = false;
    std::string  append_to;
    auth::Key    key;
    std::string  filters;
    Arguments    patterns;
    Arguments    words;
};

// The value behind an option, taken off the list.
std::string take_value(const Arguments& all, size_t* at)
{
    if (*at + 1 >= all.size()) {
        misuse(all[*at] + " needs a value");
    }
    return all[++*at];
}

auth::KeyKind kind_named(const std::string& word)
{
    if (word == "regular") {
        return auth::KeyKind::regular;
    }
    if (word == "management" || word == "provisioning") {
        return auth::KeyKind::management;
    }
    misuse("--kind takes regular or management, not " + word);
}

Options read_options(const Arguments& all)
{
    Options options;

    for (size_t i = 0; i < all.size(); i++) {
        const std::string& word = all[i];

        if (word == "--json") {
            options.as_json = true;
        } else if (word == "--append") {
            options.append_to = take_value(all, &i);
        } else if (word == "--kind") {
            options.key.kind = kind_named(take_value(all, &i));
        } else if (word == "--id") {
            options.key.id = take_value(all, &i);
        } else if (word == "--user") {
            options.key.user_id = take_value(all, &i);
        } else if (word == "--workspace") {
            options.key.workspace_id = take_value(all, &i);
        } else if (word == "--programme") {
            options.key.programme = true;
        } else if (word == "--guardrail") {
            options.key.guardrails.push_back(take_value(all, &i));
        } else if (word == "--filters") {
            options.filters = take_value(all, &i);
        } else if (word == "--pattern") {
            options.patterns.push_back(take_value(all, &i));
        } else if (word.substr(0, 2) == "--") {
            misuse("unknown option " + word);
        } else {
            options.words.push_back(word);
        }
    }
    return options;
}

std::string read_all(int fd, const std::string& name)
{
    std::string text;
    char buffer[65536];
    ssize_t n;

    while ((n = read(fd, buffer, sizeof buffer)) > 0) {
        text.append(buffer, static_cast<size_t>(n));
    }
    if (n < 0) {
        fail("cannot read " + name + ": " + system_text());
    }
    return text;
}

std::string read_file(const std::string& name)
{
    int fd = open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        fail("cannot open " + name + ": " + system_text());
    }
    std::string text = read_all(fd, name);
    close(fd);
    return text;
}

[[noreturn]] void fail_at(const std::string& name,
    const json::LineError& error)
{
    fail(name + ":" + std::to_string(error.line) + ": " + error.message);
}

// Adds the line with one write under a lock, so that two calls at once do not
// mix; a file that does not end with a line end gets one first. Only the
// owner may read a new file.
void append_line(const std::string& name, const std::string& line)
{
    int fd = open(name.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC,
                  0600);
    if (fd < 0 || flock(fd, LOCK_EX) != 0) {
        fail("cannot open " + name + ": " + system_text());
    }

    std::string text = read_all(fd, name);
    auth::KeyTable table;
    if (auto error = auth::read_keys(text, table)) {
        fail_at(name, *error);  // nginx would not load it either
    }

    std::string out = text.empty() || text.back() == '\n' ? "" : "\n";
    out += line;
    if (write(fd, out.data(), out.size())
            != static_cast<ssize_t>(out.size())
        || fsync(fd) != 0)
    {
        fail("cannot write " + name + ": " + system_text());
    }
    close(fd);
}

std::string new_id()
{
    using namespace std::chrono;
    uint8_t random[10];

    if (!random_bytes(random, sizeof random)) {
        fail("the system has no randomness");
    }
    auto now = system_clock::now().time_since_epoch();
    auto ms = static_cast<uint64_t>(duration_cast<milliseconds>(now).count());
    return "key-" + uuid_v7(ms, random);
}

Digest hash_of(const std::string& key_text)
{
    Sha256 sha256;
    Digest digest;

    if (auth::plain_token(key_text).empty()) {
        fail("a key is 1 to 512 visible ASCII characters");
    }
    if (!sha256.digest(key_text, &digest)) {
        fail("SHA-256 is not available");
    }
    return digest;
}

std::string hex_of(const Digest& digest)
{
    std::string out;
    append_hex(out, digest.data(), digest.size());
    return out;
}

void append_or_null(std::string& out, const char* name,
    const std::string& value)
{
    out += ",\"";
    out += name;
    out += "\":";
    if (value.empty()) {
        out += "null";
    } else {
        json::append_string(out, value);
    }
}

void create_key(Options& options)
{
    auth::Key& key = options.key;
    std::string text = auth::new_key_text();

    if (text.empty()) {
        fail("the system has no randomness");
    }
    key.hash = hash_of(text);
    if (key.id.empty()) {
        key.id = new_id();
    }

    std::string line = auth::key_line(key);
    auth::KeyTable table;
    if (auto error = auth::read_keys(line, table)) {
        misuse(error->message);
    }
    if (!options.append_to.empty()) {
        append_line(options.append_to, line);
    }

    if (options.as_json) {
        std::string out = "{\"key\":";
        json::append_string(out, text);
        append_or_null(out, "hash", hex_of(key.hash));
        append_or_null(out, "id", key.id);
        append_or_null(out, "kind", std::string(name(key.kind)));
        append_or_null(out, "user_id", key.user_id);
        append_or_null(out, "workspace_id", key.workspace_id);
        std::printf("%s}\n", out.c_str());
    } else {
        std::printf("%s\n%s", text.c_str(),
                    options.append_to.empty() ? line.c_str() : "");
    }
}

void hash_key(const Options& options)
{
    std::string text = read_all(STDIN_FILENO, "standard input");
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
        text.pop_back();
    }

    std::string hash = hex_of(hash_of(text));
    std::printf(options.as_json ? "{\"hash\":\"%s\"}\n" : "%s\n",
                hash.c_str());
}

void check_keys(const Options& options, const std::string& file)
{
    auth::KeyTable table;
    if (auto error = auth::read_keys(read_file(file), table)) {
        fail_at(file, *error);
    }
    std::printf(options.as_json ? "{\"keys\":%zu,\"bytes\":%zu}\n"
                                : "%zu keys, %zu bytes in a worker\n",
                table.size(), table.bytes());
}

void check_interns(const Options& options, const std::string& file)
{
    chat::InternTable table;
    if (auto error = chat::read_interns(read_file(file), table)) {
        fail_at(file, *error);
    }
    std::printf(options.as_json ? "{\"interns\":%zu}\n" : "%zu interns\n",
                table.all().size());
}

void run(Options& options)
{
    const Arguments& words = options.words;
    auto is = [&words](size_t count, const char* first, const char* second) {
        return words.size() == count && words[0] == first
               && words[1] == second;
    };

    if (is(2, "key", "create")) {
        create_key(options);
    } else if (is(2, "key", "hash")) {
        hash_key(options);
    } else if (words.size() == 1 && words[0] == "scan") {
        scan(filters_named(options.filters), stdin);
    } else if (words.size() == 1 && words[0] == "explain") {
        explain(filters_named(options.filters), options.patterns,
                read_all(STDIN_FILENO, "standard input"), options.as_json);
    } else if (is(3, "keys", "check")) {
        check_keys(options, words[2]);
    } else if (is(3, "interns", "check")) {
        check_interns(options, words[2]);
    } else {
        misuse(words.empty() ? "nothing to do" : "no such word");
    }
}

int main_guarded(const Arguments& all)
{
    for (const std::string& word : all) {
        if (word == "--help" || word == "-h" || word == "help") {
            std::fputs(usage, stdout);
            return 0;
        }
    }

    bool as_json = false;
    try {
        for (const std::string& word : all) {
            as_json = as_json || word == "--json";
        }
        Options options = read_options(all);
        run(options);
        return 0;

    } catch (const Failure& failure) {
        if (as_json) {
            std::string out = "{\"error\":";
            json::append_string(out, failure.what());
            std::printf("%s}\n", out.c_str());
        }
        std::fprintf(stderr, "internctl: %s\n", failure.what());
        return failure.status;
    }
}

}  // namespace

}  // namespace gate::internctl

int main(int argc, char** argv)
{
    return gate::internctl::main_guarded({argv + 1, argv + argc});
}
