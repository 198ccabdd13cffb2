// Any text of a keys or interns file: what loads is found again and loads
// again from its own line; what does not names a line. Byte 0 chooses which.
#include "fuzz.hpp"

#include "auth/key_file.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "chat/intern_table.hpp"
#include "json_tree.hpp"

#include <algorithm>

namespace gate::fuzz {

namespace {

void check_error(const json::LineError& error, std::string_view text)
{
    auto lines = 1 + std::count(text.begin(), text.end(), '\n');

    demand(error.line >= 1 && error.line <= lines, "no such line");
    demand(!error.message.empty(), "an error without a message");
    demand(!text::has_control(error.message), "an error on two lines");
}

bool are_equal(const auth::Key& a, const auth::Key& b)
{
    return a.hash == b.hash && a.kind == b.kind
           && a.programme == b.programme && a.member == b.member
           && a.id == b.id && a.user_id == b.user_id
           && a.workspace_id == b.workspace_id
           && a.guardrails == b.guardrails;
}

// The keys of a file that has loaded, found by the hashes in its lines.
void check_keys(const auth::KeyTable& table, std::string_view text)
{
    size_t count = 0;

    auto error = json::for_each_line(text,
        [&](uint32_t number, std::string_view line) -> std::string {
            auto tree = test::tree_of(line);
            demand(tree && tree->get("hash"), "a line without a hash");

            Digest hash;
            demand(decode_hex(tree->get("hash")->text, hash.data(),
                              hash.size()), "a hash that is none");
            const auth::Key* key = table.find(hash);
            demand(key != nullptr && key->line == number, "a key is lost");

            auth::KeyTable again;
            demand(!read_keys(auth::key_line(*key), again),
                   "a key's own line does not load");
            demand(are_equal(*again.find(hash), *key), "another key");
            count++;
            return "";
        });
    demand(!error && count == table.size(), "another number of keys");
}

void check_interns(const chat::InternTable& table)
{
    for (const chat::Intern& intern : table.all()) {
        std::string wrong;
        demand(table.find(intern.id) == &intern, "an intern is lost");

        std::string path = "/interns/" + intern.id + "/chat/completions";
        auto id = chat::intern_id_of(path);
        demand(id && *id == intern.id, "an id that no path names");

        auto parts = chat::parse_upstream(intern.upstream, &wrong);
        demand(parts.has_value(), "an upstream that is none");
        const std::string& target = intern.proxy_target;
        demand(!text::has_control(target) && target.back() != '/'
               && target.find_first_of(" $?#@") == target.npos,
               "a bad target");
        demand(parts->base.empty() || parts->base[0] == '/', "a bad base");
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    if (size == 0) {
        return 0;
    }
    std::string_view text = fuzz::view(data + 1, size - 1);
    std::optional<json::LineError> error;

    if (data[0] % 2 == 0) {
        auth::KeyTable table;
        error = auth::read_keys(text, table);
        if (!error) {
            fuzz::check_keys(table, text);
        }
    } else {
        chat::InternTable table;
        error = chat::read_interns(text, table);
        if (!error) {
            fuzz::check_interns(table);
        }
    }
    if (error) {
        fuzz::check_error(*error, text);
    }
    return 0;
}
