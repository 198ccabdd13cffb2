#include "guard/pattern_cache.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gate::guard {

namespace {

// As much as a compiler may say.
constexpr off_t max_file = off_t{64} << 20;

std::string failure(const char* what, const std::string& path)
{
    return std::string(what) + " \"" + path + "\": " + std::strerror(errno);
}

bool read_file(int fd, std::string* out)
{
    struct stat about;

    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)
        || about.st_size <= 0 || about.st_size > max_file)
    {
        return false;
    }
    out->resize(static_cast<size_t>(about.st_size));
    size_t at = 0;
    while (at < out->size()) {
        ssize_t size = read(fd, out->data() + at, out->size() - at);
        if (size == 0 || (size < 0 && errno != EINTR)) {
            return false;
        }
        at += size < 0 ? 0 : static_cast<size_t>(size);
    }
    return true;
}

bool write_file(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        ssize_t size = write(fd, bytes.data(), bytes.size());
        if (size < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(size < 0 ? 0 : static_cast<size_t>(size));
    }
    // mkostemp() made it for its owner alone
    return fchmod(fd, 0644) == 0 && fsync(fd) == 0;
}

}  // namespace

std::string PatternCache::path(const std::vector<Pattern>& patterns) const
{
    std::string name = image_name(patterns);
    return name.empty() ? "" : folder_ + "/" + name;
}

std::optional<std::string> PatternCache::load(
    const std::vector<Pattern>& patterns) const
{
    CompiledPatterns compiled;
    std::string image;

    // a FIFO must not make us wait
    int fd = open(path(patterns).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd == -1) {
        return std::nullopt;
    }
    bool is_read = read_file(fd, &image);
    close(fd);
    if (!is_read || !read_image(image, patterns, &compiled)) {
        return std::nullopt;
    }
    return image;
}

std::string PatternCache::store(const std::vector<Pattern>& patterns,
    const std::string& image) const
{
    std::string final_path = path(patterns);
    std::string path = folder_ + "/.new.XXXXXX";

    if (final_path.empty()) {
        return "there is no SHA-256";
    }
    int fd = mkostemp(path.data(), O_CLOEXEC);
    if (fd == -1) {
        return failure("cannot make", path);
    }
    bool is_written = write_file(fd, image);
    std::string wrong = is_written ? "" : failure("cannot write", path);

    if (close(fd) != 0 && wrong.empty()) {
        wrong = failure("cannot write", path);
    }
    if (wrong.empty() && std::rename(path.c_str(), final_path.c_str()) != 0) {
        wrong = failure("cannot make", final_path);
    }
    if (!wrong.empty()) {
        unlink(path.c_str());
    }
    return wrong;
}

}  // namespace gate::guard
