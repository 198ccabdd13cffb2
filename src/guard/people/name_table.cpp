#include "guard/people/name_table.hpp"

#include <cstddef>
#include <cstring>

#include "guard/people/name_frequent.hpp"

namespace gate::guard {

namespace {

#include "guard/tables/names.inc"

constexpr uint64_t golden = FrequentWords::golden;
constexpr size_t max_folded = 48;
constexpr uint32_t flag_bits = 6;
constexpr uint32_t proof_shift = 44;
constexpr uint32_t proof_mask = 0x3ff;

constexpr uint64_t mix(uint64_t h) noexcept
{
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccd;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53;
    return h ^ (h >> 33);
}

constexpr uint64_t cell(uint64_t at) noexcept
{
    return name_cells[at / 4] >> (at % 4 * 16);
}

constexpr uint32_t look_up_hash(uint64_t hash) noexcept
{
    uint64_t h = mix(hash ^ name_seed);
    uint64_t low = name_segment - 1;
    auto at = static_cast<uint64_t>(
        (static_cast<unsigned __int128>(h) * name_first) >> 64);

    uint64_t found = (cell(at)
        ^ cell((at + name_segment) ^ ((h >> 18) & low))
        ^ cell((at + 2 * name_segment) ^ (h & low))) & 0xffff;
    if ((found >> flag_bits) != ((h >> proof_shift) & proof_mask)) {
        return 0;
    }
    return found & ((1u << flag_bits) - 1);
}

bool is_apostrophe(char32_t c) noexcept
{
    return c == '\'' || c == 0x2019 || c == 0x2bc || c == '`' || c == '.';
}

char32_t fold_greek(char32_t c) noexcept
{
    constexpr char16_t marked[] = u"άέήίϊΐόύϋώς";
    constexpr char16_t plain[] = u"αεηιιιουυωσ";

    if (c >= 0x391 && c <= 0x3ab) {
        c += 0x20;
    }
    constexpr char16_t capital[] = u"ΆΈΉΊΌΎΏ";
    constexpr char16_t small[] = u"αεηιουω";
    for (size_t i = 0; i < 7; i++) {
        if (c == capital[i]) {
            return small[i];
        }
    }
    for (size_t i = 0; i < 11; i++) {
        if (c == marked[i]) {
            return plain[i];
        }
    }
    return c;
}

char32_t fold(char32_t c) noexcept
{
    if (c < 0x80) {
        return c >= 'A' && c <= 'Z' ? c + 0x20 : c;
    }
    if (c >= 0xc0 && c < 0x180) {
        return static_cast<unsigned char>(fold_latin[c - 0xc0]);
    }
    if (c >= 0x218 && c <= 0x21b) {
        return c < 0x21a ? 's' : 't';
    }
    if (c >= 0x1e00 && c < 0x1f00) {
        return static_cast<unsigned char>(fold_viet[c - 0x1e00]);
    }
    if (c >= 0x386 && c < 0x3d0) {
        return fold_greek(c);
    }
    if (c >= 0x410 && c <= 0x42f) {
        return c + 0x20;
    }
    return c >= 0x400 && c <= 0x40f ? c + 0x50 : c;
}

// Folded bytes in zeros, so that whole registers can be read.
struct Folded {
    char    bytes[max_folded + 8] = {};
    size_t  size = 0;

    void put(char32_t c) noexcept
    {
        if (size + 2 > max_folded) {
            return;
        }
        if (c < 0x80) {
            bytes[size++] = static_cast<char>(c);
        } else if (c < 0x800) {
            bytes[size++] = static_cast<char>(0xc0 | (c >> 6));
            bytes[size++] = static_cast<char>(0x80 | (c & 0x3f));
        }
    }
};

constexpr uint64_t step(uint64_t hash, uint64_t bytes) noexcept
{
    hash = (hash ^ bytes) * golden;
    return hash ^ (hash >> 32);
}

uint64_t load(const char* p) noexcept
{
    uint64_t bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

// The first `size` bytes; those behind them are zeros.
uint64_t hash_of(const char* bytes, size_t size) noexcept
{
    uint64_t hash = 0;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t rest = size - i;
        uint64_t word = load(bytes + i);
        if (rest < 8) {
            word &= (uint64_t{1} << (8 * rest)) - 1;
        }
        hash = step(hash, word);
    }
    return hash;
}

// A dictionary word's plural, past tense or participle, which the table
// leaves out where it has the stem.
uint32_t look_up_stem(const char* bytes, size_t size) noexcept
{
    auto ends = [&](std::string_view ending) {
        return size > ending.size() + 3
            && std::memcmp(bytes + size - ending.size(), ending.data(),
                           ending.size()) == 0;
    };
    size_t stem = ends("ing") ? size - 3 : ends("ed") ? size - 2
        : ends("s") ? size - 1 : 0;
    if (stem == 0) {
        return 0;
    }
    uint32_t flags = look_up_hash(hash_of(bytes, stem));
    return (flags & flag_word) != 0
        ? flags & (flag_word | flag_common_word) : 0;
}

uint32_t look_up_folded(const char* bytes, size_t size) noexcept
{
    uint32_t flags = look_up_hash(hash_of(bytes, size));
    return flags != 0 ? flags : look_up_stem(bytes, size);
}

// Words that sentences and headings often begin with.
// clang-format off
constexpr std::string_view frequent[] = {
    "a", "about", "above", "add", "after", "again", "all", "also", "although",
    "always", "an", "and", "another", "answer", "any", "are", "as", "ask",
    "at", "avoid", "be", "because", "been", "before", "being", "below",
    "between", "both", "but", "by", "call", "can", "check", "choose", "click",
    "code", "compared", "consider", "could", "create", "data", "describe",
    "did", "do", "does", "during", "each", "either", "ensure", "error",
    "even", "every", "example", "explain", "few", "file", "finally", "find",
    "first", "follow", "for", "from", "further", "generate", "get", "give",
    "given", "go", "had", "has", "have", "he", "hello", "help", "her", "here",
    "him", "his", "how", "however", "if", "imagine", "important", "in",
    "include", "input", "instead", "into", "is", "it", "its", "just", "keep",
    "know", "last", "later", "least", "let", "like", "list", "look", "make",
    "many", "me", "more", "moreover", "most", "much", "must", "my", "name",
    "need", "never", "new", "next", "no", "not", "note", "now", "of", "off",
    "often", "on", "once", "one", "only", "open", "or", "other", "our", "out",
    "output", "over", "own", "part", "perhaps", "please", "possible",
    "provide", "put", "question", "read", "remember", "return", "run", "same",
    "say", "second", "see", "select", "send", "set", "several", "she",
    "should", "show", "similar", "simply", "since", "so", "some", "sometimes",
    "start", "step", "still", "such", "suppose", "sure", "take", "task",
    "tell", "test", "than", "thank", "thanks", "that", "the", "their", "them",
    "then", "there", "these", "they", "third", "this", "those", "though",
    "through", "thus", "time", "to", "today", "too", "try", "two", "type",
    "under", "unless", "until", "up", "upon", "us", "use", "user", "using",
    "very", "want", "was", "we", "well", "were", "what", "when", "where",
    "whether", "which", "while", "who", "why", "with", "within", "without",
    "would", "write", "year", "years", "yes", "yet", "you", "your",
};
// clang-format on

constexpr FrequentWords make_frequent_words() noexcept
{
    FrequentWords made;
    for (std::string_view letters : frequent) {
        uint64_t word = 0;
        for (size_t i = 0; i < letters.size() && i < 8; i++) {
            word |= uint64_t{static_cast<unsigned char>(letters[i])} << 8 * i;
        }
        if (letters.size() <= 8) {
            made.add(word, look_up_hash(step(0, word)));
        }
    }
    return made;
}

}  // namespace

constexpr FrequentWords frequent_words = make_frequent_words();

Char char_at(std::string_view text, size_t at) noexcept
{
    auto byte = [&](size_t i) -> char32_t {
        return at + i < text.size()
            ? static_cast<unsigned char>(text[at + i]) & 0x3f : 0;
    };
    auto lead = static_cast<unsigned char>(text[at]);

    if (lead < 0x80) {
        return {lead, 1};
    }
    if (lead < 0xe0) {
        return {(lead & 0x1fu) << 6 | byte(1), 2};
    }
    if (lead < 0xf0) {
        return {(lead & 0x0fu) << 12 | byte(1) << 6 | byte(2), 3};
    }
    return {(lead & 0x07u) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3), 4};
}

bool is_cased_letter(char32_t c) noexcept
{
    if (c < 0x80) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return (c >= 0xc0 && c < 0x250 && c != 0xd7 && c != 0xf7)
        || (c >= 0x300 && c < 0x370)  // marks that combine with a letter
        || (c >= 0x386 && c < 0x482) || (c >= 0x48a && c < 0x530)
        || (c >= 0x1e00 && c < 0x1f00);
}

bool is_upper(char32_t c) noexcept
{
    if (c < 0x80) {
        return c >= 'A' && c <= 'Z';
    }
    if (c < 0x100) {
        return c >= 0xc0 && c < 0xdf && c != 0xd7;
    }
    if (c < 0x180) {
        // in two ranges the capitals are the odd ones
        bool odd = (c >= 0x139 && c <= 0x148) || c >= 0x179;
        return c == 0x178 || (c % 2 == 1) == odd;
    }
    if (c >= 0x386 && c < 0x3ac) {
        return c != 0x390;
    }
    return (c >= 0x400 && c < 0x430)
        || (((c >= 0x218 && c <= 0x21b) || (c >= 0x460 && c < 0x530)
             || (c >= 0x1e00 && c < 0x1f00)) && c % 2 == 0);
}

bool is_invisible(char32_t c) noexcept
{
    return (c >= 0x200b && c <= 0x200d) || c == 0xfeff || c == 0x2060
        || c == 0xad;
}

uint32_t look_up_word(std::string_view word) noexcept
{
    Folded folded;
    size_t at = 0;

    while (at < word.size()) {
        Char c = char_at(word, at);
        at += c.size;
        bool is_mark = c.code >= 0x300 && c.code < 0x370;
        if (!is_apostrophe(c.code) && !is_invisible(c.code) && !is_mark) {
            folded.put(fold(c.code));
        }
    }
    return look_up_folded(folded.bytes, folded.size);
}

uint32_t look_up_ascii_word(std::string_view text, size_t at, size_t size)
    noexcept
{
    char bytes[24] = {};

    if (at + 24 <= text.size()) {
        // letters become small ones; hash_of() masks what is behind them
        if (size - 1 < 8) {
            uint64_t word = FrequentWords::word_at(text.data() + at, size);
            uint32_t flags = look_up_hash(step(0, word));
            if (flags == 0) {
                std::memcpy(bytes, &word, sizeof word);
                flags = look_up_stem(bytes, size);
            }
            return flags;
        }
        for (size_t i = 0; i < size; i += 8) {
            uint64_t word = load(text.data() + at + i)
                | FrequentWords::small_letters;
            std::memcpy(bytes + i, &word, sizeof word);
        }
    } else {
        for (size_t i = 0; i < size; i++) {
            bytes[i] = static_cast<char>(text[at + i] | 0x20);
        }
    }
    return look_up_folded(bytes, size);
}

}  // namespace gate::guard
