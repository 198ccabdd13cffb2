#include "guard/pattern/cache_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

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

std::optional<std::string> read_cache_file(const std::string& path)
{
    std::string bytes;

    // a FIFO must not make us wait
    int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd == -1) {
        return std::nullopt;
    }
    bool is_read = read_file(fd, &bytes);
    close(fd);
    return is_read ? std::optional<std::string>(std::move(bytes))
                   : std::nullopt;
}

std::string write_cache_file(const std::string& path, std::string_view bytes)
{
    std::string fresh = path.substr(0, path.rfind('/') + 1) + ".new.XXXXXX";
    int fd = mkostemp(fresh.data(), O_CLOEXEC);
    if (fd == -1) {
        return failure("cannot make", fresh);
    }
    std::string wrong = write_file(fd, bytes) ? ""
                        : failure("cannot write", fresh);

    if (close(fd) != 0 && wrong.empty()) {
        wrong = failure("cannot write", fresh);
    }
    if (wrong.empty() && std::rename(fresh.c_str(), path.c_str()) != 0) {
        wrong = failure("cannot make", path);
    }
    if (!wrong.empty()) {
        unlink(fresh.c_str());
    }
    return wrong;
}

}  // namespace gate::guard
