#include "guard/pattern/pattern_cache.hpp"

#include "guard/pattern/cache_file.hpp"

namespace gate::guard {

std::string PatternCache::path(const std::vector<Pattern>& patterns) const
{
    std::string name = image_name(patterns);
    return name.empty() ? "" : folder_ + "/" + name;
}

std::optional<std::string> PatternCache::load(
    const std::vector<Pattern>& patterns) const
{
    CompiledPatterns compiled;
    auto image = read_cache_file(path(patterns));

    if (!image || !read_image(*image, patterns, &compiled)) {
        return std::nullopt;
    }
    return image;
}

std::string PatternCache::store(const std::vector<Pattern>& patterns,
    const std::string& image) const
{
    std::string file = path(patterns);
    return file.empty() ? "there is no SHA-256"
                        : write_cache_file(file, image);
}

}  // namespace gate::guard
