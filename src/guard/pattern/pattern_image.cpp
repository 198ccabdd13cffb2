#include "guard/pattern/pattern_image.hpp"

#include "base/digest.hpp"
#include "base/hex.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <hs/hs.h>

namespace gate::guard {

namespace {

// An image is: digest of the rest, name, cost of a scan, engine and costs of
// each pattern, the database. This word goes into the name.
constexpr std::string_view format = "gate patterns 2";

constexpr size_t digest_size = std::tuple_size<Digest>::value;
constexpr size_t name_size = digest_size * 2;
constexpr size_t number_size = 4;
constexpr size_t pattern_size = 1 + 2 * number_size;

void append_part(std::string& out, std::string_view part)
{
    out += std::to_string(part.size());
    out += ':';
    out += part;
}

// The least byte first.
void append_number(std::string& out, uint32_t number)
{
    for (size_t i = 0; i < number_size; i++) {
        out += static_cast<char>(number >> (8 * i));
    }
}

uint32_t take_number(std::string_view* in)
{
    uint32_t number = 0;
    for (size_t i = 0; i < number_size; i++) {
        number |= uint32_t{static_cast<uint8_t>((*in)[i])} << (8 * i);
    }
    in->remove_prefix(number_size);
    return number;
}

std::string_view view(const Digest& digest)
{
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

std::string image_name(const std::vector<Pattern>& patterns)
{
    hs_platform_info_t platform = {};
    std::string all;
    Digest digest;

    append_part(all, format);
    append_part(all, hs_version());
    if (usable_filter() == Filter::vectorscan
        && hs_populate_platform(&platform) == HS_SUCCESS)
    {
        append_part(all, std::to_string(platform.tune));
        append_part(all, std::to_string(platform.cpu_features));
    }
    for (const Pattern& pattern : patterns) {
        append_part(all, pattern.text);
    }
    if (!Sha256().digest(all, &digest)) {
        return "";
    }
    std::string name;
    append_hex(name, digest.data(), digest.size());
    return name;
}

std::string write_image(const std::vector<Pattern>& patterns,
    const CompiledPatterns& compiled)
{
    std::string rest = image_name(patterns);
    Digest digest;

    if (rest.empty()) {
        return "";
    }
    append_number(rest, compiled.scan_cost);
    for (const CompiledPattern& one : compiled.each) {
        rest += static_cast<char>(one.engine);
        append_number(rest, one.cost.text);
        append_number(rest, one.cost.search);
    }
    rest += compiled.database;

    if (!Sha256().digest(rest, &digest)) {
        return "";
    }
    std::string image(view(digest));
    image += rest;
    return image;
}

bool read_image(std::string_view image, const std::vector<Pattern>& patterns,
    CompiledPatterns* out)
{
    if (image.size() < digest_size + name_size + number_size
                       + patterns.size() * pattern_size)
    {
        return false;
    }
    std::string_view rest = image.substr(digest_size);
    std::string name = image_name(patterns);
    Digest digest;

    if (name.empty() || rest.substr(0, name_size) != name
        || !Sha256().digest(rest, &digest)
        || image.substr(0, digest_size) != view(digest))
    {
        return false;
    }
    rest.remove_prefix(name_size);

    out->each.clear();
    out->scan_cost = take_number(&rest);
    for (size_t i = 0; i < patterns.size(); i++) {
        auto engine = static_cast<uint8_t>(rest[0]);
        if (engine > static_cast<uint8_t>(Engine::re2)) {
            return false;
        }
        rest.remove_prefix(1);
        uint32_t text = take_number(&rest);
        uint32_t search = take_number(&rest);
        out->each.push_back({static_cast<Engine>(engine), {text, search}});
    }
    out->database = rest;
    return true;
}

}  // namespace gate::guard
