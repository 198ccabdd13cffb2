// prescan(), parse() and Reader over any bytes: they agree with each other,
// with the slow reference and with what is read without SIMD, and nothing
// reads out of bounds.
#include "fuzz.hpp"

#include "base/text.hpp"
#include "json/utf8_blocks.hpp"
#include "json/writer.hpp"
#include "json_reference.hpp"
#include "twin/twin.hpp"

namespace gate::fuzz {

namespace {

void compare(std::string_view text)
{
    std::string cause;
    auto parsed = test::dump_by_parse(text, &cause);
    auto read = test::dump_by_reader(text);
    bool skipped = test::is_skipped(text);

    demand(parsed == test::dump_by_reference(text), "parse() and reference");
    demand(read.has_value() == skipped, "the two ways of Reader");

    if (parsed) {
        demand(parsed == read, "parse() and Reader");
        return;
    }
    // a Reader does not look for members that stand twice
    bool is_twice = cause.rfind("duplicate member name at byte ", 0) == 0;
    demand(is_twice || !skipped, "Reader takes what parse() refuses");
    demand(!cause.empty(), "a refusal without a cause");
}

// Not prescanned: any answer will do.
void read_raw(std::string_view text)
{
    json::Reader in(text);
    std::string out;

    in.skip();
    json::Reader walker(text);
    test::walk(walker, out, 0);
    out.clear();
    json::unescape(out, text);
}

void write_and_read(std::string_view text)
{
    std::string written;
    json::append_string(written, text);
    demand(!json::prescan(written), "a written string is not strict");

    json::Reader in(written);
    std::string_view back;
    demand(in.read_string(&back) && in.finished(), "a written string");
    demand(!text::is_utf8(text) || back == text, "a string changed");
}

void compare_blocks(std::string_view text)
{
    auto flaw = json::prescan(text);
    demand((flaw ? flaw->offset : twin::none) == twin::flaw_of(text),
           "prescan() with and without SIMD");

    const char* start = text.data();
    const char* end = json::pass_utf8_blocks(start, start + text.size());
    std::string_view passed(start, static_cast<size_t>(end - start));
    demand(text::is_utf8(passed), "passed what is no UTF-8");
    for (char c : passed) {
        bool is_control = static_cast<unsigned char>(c) < 0x20;
        demand(!is_control && c != '"' && c != '\\',
               "passed what needs a look");
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    std::string_view text = gate::fuzz::view(data, size);

    gate::fuzz::compare(text);
    gate::fuzz::compare_blocks(text);
    gate::fuzz::read_raw(text);
    if (text.find('\0') == text.npos) {
        gate::fuzz::write_and_read(text);
    }
    // from inside as well: read_usage() starts a reader in mid-text
    gate::fuzz::read_raw(text.substr(size / 2));
    return 0;
}
