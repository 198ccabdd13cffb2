#include "guard/people/street_words.hpp"

#include <algorithm>
#include <cstring>

#include "guard/people/name_scan.hpp"
#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

// clang-format off
constexpr std::string_view strong_suffix_words[] = {
    "aleja", "allee", "alley", "allé", "aly", "av", "ave", "aven", "avenue",
    "blvd", "boul", "boulevard", "boulv", "bulevar", "bulvár", "byp",
    "bypass", "causeway", "cir", "cres", "crescent", "cswy", "ct", "cv",
    "drv", "dr", "drive", "dűlő", "expressway", "expy", "freeway", "fwy",
    "gardens", "gate", "gdns", "highway", "hwy", "köz", "krt", "körút",
    "lane", "laan", "ln", "mews", "parkway", "pike", "pkwy", "pky", "pl",
    "plaza", "plein", "plz", "platz", "rd", "road", "rkp", "rte",
    "sq", "square", "st", "straat", "strasse", "straße", "str", "street",
    "strt", "ter", "terr", "terrace", "tpke", "trl", "turnpike", "tér",
    "u", "utca", "utja", "vei", "vej", "weg", "wy", "ucca", "út",
    "ulica", "sokak", "caddesi", "sokağı", "tee", "tänav", "iela", "gatvė",
};

constexpr std::string_view weak_suffix_words[] = {
    "arcade", "avenida", "bay", "beach", "bend", "bluff", "branch", "bridge",
    "brook", "canyon", "cape", "center", "centre", "circle", "close", "club",
    "common", "corner", "corners", "court", "courts", "cove", "coves",
    "creek", "crest", "crossing", "dale", "dam", "dene", "divide", "estate",
    "estates", "falls", "ferry", "field", "fields", "flat", "flats", "ford",
    "forest", "forge", "fork", "fort", "garden", "glen", "green", "grove",
    "harbor", "harbour", "haven", "heights", "hill", "hills", "hollow",
    "inlet", "island", "isle", "junction", "key", "knoll", "lake", "landing",
    "light", "lodge", "loop", "mall", "manor", "meadow", "meadows", "mill",
    "mount", "mountain", "oval", "park", "parks", "parade", "pass", "passage",
    "path", "pine", "place", "plain", "point", "port", "prairie", "quay",
    "radial", "ramp", "ranch", "rapids", "rest", "ridge", "rise", "river",
    "row", "run", "shore", "spring", "springs", "spur", "squares", "station",
    "summit", "track", "trail", "tunnel", "union", "valley", "via",
    "view", "village", "villas", "vista", "walk", "wall", "way", "ways",
    "well", "wharf", "wood", "yard",
};

constexpr std::string_view strong_ending_words[] = {
    "strasse", "straße", "gasse", "straat", "gatan", "vägen", "gränd",
    "gaten", "vegur", "gata", "katu", "veien", "vegen",
    "steenweg", "singel", "gracht", "platz", "allee", "utca", "stræde",
    "gade", "weg", "vej", "laan", "lände", "plein", "straat", "dreef",
};

// also ends of other words
constexpr std::string_view weak_ending_words[] = {
    "tie", "kuja", "polku", "ring", "damm", "ufer", "steig", "kade", "dijk",
    "stien", "bakken", "krogen", "torget", "toftel", "stig", "stigen", "vei",
    "väg", "str", "alle", "allé", "braut", "holm", "park", "hof", "gårdsvei",
    "brücke", "berg", "torg", "plass", "plads", "toften", "vangen", "parken",
    "haven", "lunden", "marken", "kroken", "gangen", "backe", "backen",
    "hove", "poort", "wal", "markt", "graben", "zeile", "chaussee",
};

constexpr std::string_view prefix_words[] = {
    "alameda", "aleea", "aleje", "av", "avda", "avenida", "avenue",
    "bd", "boulevard", "bulevardul", "calea", "calle", "callejón", "camino",
    "carrer", "carrera", "carretera", "chaussée", "chemin", "contrada",
    "corso", "cours", "estrada", "impasse", "jalan", "jl", "largo",
    "lungomare", "náměstí", "os", "passeig", "paseo", "piazza", "piazzale",
    "pl", "place", "plac", "plaza", "plaça", "praceta", "praça", "quai",
    "quartier", "r", "rodovia", "rond-point", "route", "rua", "rue", "ruelle",
    "strada", "str", "travessa", "trg", "ul", "ulica", "ulice", "ulitsa",
    "via", "viale", "vicolo", "ул", "улица",
    "проспект", "οδός",
    "λ",
};

constexpr std::string_view particle_words[] = {
    "a", "al", "am", "an", "auf", "aux", "da", "das", "de", "degli",
    "dei", "del", "della", "delle", "den", "der", "des", "di", "do", "dos",
    "du", "e", "el", "en", "het", "im", "in", "la", "las", "le", "les", "los",
    "of", "op", "pod", "sur", "ter", "the", "u", "van", "von", "y", "zum",
    "zur",
};

constexpr std::string_view direction_words[] = {
    "e", "east", "n", "ne", "north", "northeast", "northwest", "nw", "s",
    "se", "south", "southeast", "southwest", "sw", "w", "west",
};

constexpr std::string_view unit_words[] = {
    "apartment", "apt", "apto", "bldg", "box", "building", "dept", "etage",
    "fl", "flat", "floor", "lot", "office", "piso", "ph", "rm", "room", "spc",
    "ste", "stock", "suite", "top", "trlr", "unit",
};

constexpr std::string_view state_words[] = {
    "aa", "ab", "ae", "ak", "al", "ap", "ar", "as", "az", "bc", "ca", "co",
    "ct", "dc", "de", "fl", "fm", "ga", "gu", "hi", "ia", "id", "il", "in",
    "ks", "ky", "la", "ma", "mb", "md", "me", "mh", "mi", "mn", "mo", "mp",
    "ms", "mt", "nb", "nc", "nd", "ne", "nh", "nj", "nl", "nm", "ns", "nsw",
    "nt", "nv", "nu", "ny", "oh", "ok", "on", "or", "pa", "pe", "pr", "pw",
    "qc", "qld", "ri", "sa", "sc", "sd", "sk", "sp", "tas", "tn", "tx", "ut",
    "va", "vi", "vic", "vt", "wa", "wi", "wv", "wy", "yt",
};

constexpr std::string_view country_words[] = {
    "afghanistan", "albania", "algeria", "argentina", "armenia", "australia",
    "austria", "bahrain", "bangladesh", "belarus", "belgium", "bolivia",
    "brazil", "bulgaria", "cambodia", "cameroon", "canada", "chile", "china",
    "colombia", "croatia", "cuba", "cyprus", "czechia", "denmark", "dominica",
    "ecuador", "egypt", "england", "estonia", "ethiopia", "finland", "france",
    "georgia", "germany", "ghana", "greece", "greenland", "guatemala",
    "haiti", "honduras", "hungary", "iceland", "india", "indonesia", "iran",
    "iraq", "ireland", "israel", "italy", "jamaica", "japan", "jordan",
    "kazakhstan", "kenya", "kuwait", "latvia", "lebanon", "lithuania",
    "luxembourg", "malaysia", "malta", "mexico", "moldova", "monaco",
    "montenegro", "morocco", "nepal", "netherlands", "nigeria", "norway",
    "pakistan", "panama", "paraguay", "peru", "philippines", "poland",
    "portugal", "qatar", "romania", "russia", "scotland", "senegal", "serbia",
    "seychelles", "singapore", "slovakia", "slovenia", "somalia", "spain",
    "sweden", "switzerland", "syria", "taiwan", "tanzania", "thailand",
    "tunisia", "turkey", "uganda", "uk", "ukraine", "uruguay", "us", "usa",
    "uzbekistan", "venezuela", "vietnam", "wales", "yemen", "zambia",
    "zimbabwe",
};

constexpr std::string_view measure_words[] = {
    "april", "august", "apr", "aug", "dec", "december", "feb", "february",
    "gb", "jan", "january", "jul", "july", "jun", "june", "kb", "kg", "km",
    "march", "mar", "may", "mb", "mg", "ml", "mm", "nov", "november", "oct",
    "october", "sep", "sept", "september", "am", "pm", "utc", "gmt",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "januar", "februar", "märz", "mai", "juni", "juli", "oktober",
    "dezember", "janvier", "février", "mars", "avril", "juin", "juillet",
    "août", "septembre", "octobre", "novembre", "décembre", "page", "chapter",
    "section", "version", "step", "line", "table", "figure", "usd", "eur",
};
// clang-format on

// The bytes of a short word as two numbers: what is compared and hashed.
struct Key {
    uint64_t  low = 0;
    uint64_t  high = 0;
};

constexpr Key key_of(std::string_view word) noexcept
{
    Key key;
    for (size_t i = 0; i < word.size(); i++) {
        uint64_t byte = static_cast<unsigned char>(word[i]);
        (i < 8 ? key.low : key.high) |= byte << i % 8 * 8;
    }
    return key;
}

// All words of the lists in one table with open addressing, which the
// compiler makes.
class MarkTable {
    static constexpr unsigned entry_bits = 11;
    static constexpr size_t entry_count = size_t{1} << entry_bits;

    struct Entry {
        Key       key;
        uint32_t  marks = 0;
    };

    static constexpr size_t slot_of(Key key) noexcept
    {
        uint64_t hash = key.low * 0x9e3779b97f4a7c15
            ^ key.high * 0xc2b2ae3d27d4eb4f;
        return hash >> (64 - entry_bits);
    }

    // Where the key is, or would be put.
    constexpr size_t find(Key key) const noexcept
    {
        size_t at = slot_of(key);
        while (entries_[at].key.low != 0
               && (entries_[at].key.low != key.low
                   || entries_[at].key.high != key.high))
        {
            at = (at + 1) % entry_count;
        }
        return at;
    }

    template <size_t size>
    constexpr void add(const std::string_view (&words)[size], uint32_t mark)
    {
        for (std::string_view word : words) {
            size_t at = find(key_of(word));
            entries_[at].key = key_of(word);
            entries_[at].marks |= mark;
            longest_ = word.size() > longest_ ? word.size() : longest_;
        }
    }

public:
    constexpr MarkTable()
    {
        add(strong_suffix_words, mark_suffix);
        add(weak_suffix_words, mark_weak_suffix);
        add(prefix_words, mark_prefix);
        add(particle_words, mark_particle);
        add(direction_words, mark_direction);
        add(unit_words, mark_unit);
        add(state_words, mark_state);
        add(country_words, mark_country);
        add(measure_words, mark_measure);
    }

    constexpr uint32_t marks(Key key) const noexcept
    {
        return entries_[find(key)].marks;
    }

    constexpr size_t longest() const noexcept { return longest_; }

private:
    Entry   entries_[entry_count] = {};
    size_t  longest_ = 0;
};

constexpr MarkTable mark_table;

static_assert(mark_table.longest() <= max_street_word);

// First and last bytes of what can stand in a street.
constexpr LetterPairs outer_letters() noexcept
{
    LetterPairs pairs;
    auto add = [&](const auto& words) {
        for (std::string_view word : words) {
            pairs.add(word[0], word[word.size() - 1]);
        }
    };
    add(strong_suffix_words);
    add(prefix_words);
    add(particle_words);
    return pairs;
}

constexpr LetterPairs street_pairs = outer_letters();
constexpr WordHeads prefix_heads(prefix_words);
constexpr WordHeads unit_heads(unit_words);

constexpr EndingList strong_endings(strong_ending_words);
constexpr EndingList weak_endings(weak_ending_words);

// The last two bytes of both.
constexpr LetterPairs last_letters() noexcept
{
    LetterPairs pairs;
    auto add = [&](const auto& words) {
        for (std::string_view word : words) {
            pairs.add(word[word.size() - 2], word[word.size() - 1]);
        }
    };
    add(strong_ending_words);
    add(weak_ending_words);
    return pairs;
}

constexpr LetterPairs ending_pairs = last_letters();

// Whether the word in small letters at text[at] has the mark, or other bytes.
bool may_have_mark(std::string_view text, size_t at, uint32_t mark) noexcept
{
    size_t size = count_ascii_letters(text, at);
    char behind = at + size < text.size() ? text[at + size] : '\0';
    bool is_whole = size < max_street_word && behind != '-'
        && behind != '\'' && behind != '/' && !(behind >= '0' && behind <= '9')
        && static_cast<unsigned char>(behind) < 0x80;
    if (!is_whole) {
        return true;
    }
    char small[max_street_word];
    small_letters(text, at, size, small);
    return (street_marks_padded({small, size}) & mark) != 0;
}

}  // namespace

uint32_t street_marks(std::string_view word) noexcept
{
    char padded[max_street_word] = {};
    if (word.size() > max_street_word) {
        return street_marks_padded(word);
    }
    std::copy(word.begin(), word.end(), padded);
    return street_marks_padded({padded, word.size()});
}

bool may_stand_in_street(std::string_view word) noexcept
{
    return street_pairs.has(word.front(), word.back())
        || strong_endings.may_end(word);
}

bool may_be_prefix(std::string_view text, size_t at) noexcept
{
    return prefix_heads.may_begin(text, at)
        && may_have_mark(text, at, mark_prefix);
}

bool may_be_unit(std::string_view text, size_t at) noexcept
{
    return unit_heads.may_begin(text, at)
        && may_have_mark(text, at, mark_unit);
}

uint32_t street_marks_padded(std::string_view word) noexcept
{
    uint32_t marks = 0;
    if (word.size() <= max_street_word) {
        Key key;
        std::memcpy(&key.low, word.data(), sizeof key.low);
        std::memcpy(&key.high, word.data() + 8, sizeof key.high);
        marks = mark_table.marks(key);
    }
    if (word.size() < 2 || !ending_pairs.has(word[word.size() - 2],
                                             word[word.size() - 1]))
    {
        return marks;
    }
    if (strong_endings.end(word, 2)) {
        return marks | mark_ending;
    }
    return weak_endings.end(word, 2) ? marks | mark_weak_ending : marks;
}

}  // namespace gate::guard
