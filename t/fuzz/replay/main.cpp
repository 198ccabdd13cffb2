// Runs a fuzz target without libFuzzer, the same cases each time:
//
//     TARGET corpus-directory cases finding-file
//
// All files of the corpus, then so many mutations of them. An input at which
// the target stops, or stays longer than a minute, is left in finding-file.
#include "../fuzz.hpp"
#include "mutation.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

namespace gate::fuzz {

namespace {

constexpr unsigned patience_seconds = 60;

// what on_signal() may look at
const char* finding_file;
const char* input_data;
size_t input_size;

void on_signal(int signal)
{
    constexpr char words[] = "the input was left in the file of findings\n";

    int file = open(finding_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, input_data, input_size) >= 0) {
        (void) !write(STDERR_FILENO, words, sizeof words - 1);
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void run(const std::string& input)
{
    // of exact size, for the sanitizer
    std::vector<uint8_t> copy(input.begin(), input.end());

    input_data = input.data();
    input_size = input.size();
    alarm(patience_seconds);
    LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

std::string content_of(const std::filesystem::path& path)
{
    std::string text(std::filesystem::file_size(path), '\0');
    std::FILE* file = std::fopen(path.c_str(), "rb");

    demand(file != nullptr
               && std::fread(text.data(), 1, text.size(), file) == text.size(),
           "a file of the corpus cannot be read");
    std::fclose(file);
    return text;
}

// In the order of their names.
Corpus read_corpus(const char* directory)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(directory)) {
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());

    Corpus corpus;
    for (const auto& path : paths) {
        corpus.push_back(content_of(path));
    }
    return corpus;
}

int replay(const char* directory, size_t cases)
{
    for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
        std::signal(signal, on_signal);
    }

    Corpus corpus = read_corpus(directory);
    if (corpus.empty()) {
        std::fprintf(stderr, "%s has no files\n", directory);
        return 1;
    }
    for (const std::string& input : corpus) {
        run(input);
    }
    Mutation mutation(corpus, 1);
    for (size_t i = 0; i < cases; i++) {
        run(mutation.next());
    }
    return 0;
}

}  // namespace

}  // namespace gate::fuzz

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s corpus cases finding-file\n",
                     argv[0]);
        return 2;
    }
    gate::fuzz::finding_file = argv[3];
    return gate::fuzz::replay(argv[1], std::strtoul(argv[2], nullptr, 10));
}
