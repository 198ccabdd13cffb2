#include "guard/pii/cues.hpp"

#include "guard/pii/glyph.hpp"

#include <iterator>

namespace gate::guard {

namespace {

// about eight words
constexpr size_t window_before = 72;
constexpr size_t window_after = 32;

struct Entry {
    std::string_view  word;
    Cue               cue;
};

// clang-format off
// Lower case, ascending by bytes.
constexpr Entry words[] = {
    {"account", Cue::serial}, {"acct", Cue::serial}, {"addr", Cue::network},
    {"address", Cue::network}, {"amex", Cue::card}, {"amount", Cue::serial},
    {"asin", Cue::serial}, {"balance", Cue::serial}, {"barcode", Cue::serial},
    {"batch", Cue::serial}, {"bic", Cue::serial}, {"booking", Cue::serial},
    {"bug", Cue::serial}, {"build", Cue::version}, {"bytes", Cue::serial},
    {"call", Cue::phone}, {"callback", Cue::phone}, {"calling", Cue::phone},
    {"card", Cue::card}, {"cardnumber", Cue::card}, {"cards", Cue::card},
    {"carta", Cue::card}, {"carte", Cue::card}, {"cart\xc3\xa3o", Cue::card},
    {"case", Cue::serial}, {"cc", Cue::card}, {"ccn", Cue::card},
    {"cel", Cue::phone}, {"cell", Cue::phone}, {"cellphone", Cue::phone},
    {"cellular", Cue::phone}, {"celular", Cue::phone},
    {"chapter", Cue::version}, {"checksum", Cue::serial},
    {"clause", Cue::version}, {"client", Cue::network}, {"code", Cue::serial},
    {"commit", Cue::serial}, {"confirmation", Cue::serial},
    {"contact", Cue::phone}, {"cost", Cue::serial}, {"costs", Cue::serial},
    {"created", Cue::serial}, {"credit", Cue::card}, {"creditcard", Cue::card},
    {"debit", Cue::card}, {"dial", Cue::phone}, {"diners", Cue::card},
    {"discover", Cue::card}, {"dns", Cue::network}, {"docket", Cue::serial},
    {"doi", Cue::serial}, {"ean", Cue::serial}, {"epoch", Cue::serial},
    {"eur", Cue::serial}, {"expires", Cue::serial}, {"fax", Cue::phone},
    {"firmware", Cue::version}, {"fiscal", Cue::ssn}, {"fon", Cue::phone},
    {"gateway", Cue::network}, {"gsm", Cue::phone}, {"gtin", Cue::serial},
    {"guid", Cue::serial}, {"handy", Cue::phone}, {"hash", Cue::serial},
    {"host", Cue::network}, {"hotline", Cue::phone}, {"iban", Cue::serial},
    {"id", Cue::serial}, {"ids", Cue::serial}, {"imei", Cue::serial},
    {"invoice", Cue::serial}, {"ip", Cue::network}, {"isbn", Cue::serial},
    {"issn", Cue::serial}, {"issue", Cue::serial}, {"item", Cue::serial},
    {"itin", Cue::ssn}, {"jcb", Cue::card}, {"job", Cue::serial},
    {"kaart", Cue::card}, {"karta", Cue::card}, {"karte", Cue::card},
    {"kartennummer", Cue::card}, {"kernel", Cue::version}, {"key", Cue::serial},
    {"kort", Cue::card}, {"kreditkarte", Cue::card}, {"landline", Cue::phone},
    {"lot", Cue::serial}, {"maestro", Cue::card}, {"mastercard", Cue::card},
    {"meter", Cue::serial}, {"mobil", Cue::phone}, {"mobile", Cue::phone},
    {"model", Cue::serial}, {"modified", Cue::serial}, {"movil", Cue::phone},
    {"mrn", Cue::serial}, {"msisdn", Cue::phone}, {"m\xc3\xb3vil", Cue::phone},
    {"nif", Cue::ssn}, {"nsn", Cue::serial}, {"oid", Cue::version},
    {"order", Cue::serial}, {"orders", Cue::serial}, {"page", Cue::serial},
    {"pages", Cue::serial}, {"pan", Cue::card}, {"paragraph", Cue::version},
    {"part", Cue::serial}, {"patent", Cue::serial}, {"phone", Cue::phone},
    {"phones", Cue::phone}, {"pi", Cue::serial}, {"pid", Cue::serial},
    {"po", Cue::serial}, {"policy", Cue::serial}, {"port", Cue::serial},
    {"postal", Cue::serial}, {"price", Cue::serial}, {"puhelin", Cue::phone},
    {"reach", Cue::phone}, {"reading", Cue::serial}, {"receipt", Cue::serial},
    {"ref", Cue::serial}, {"reference", Cue::serial}, {"rel", Cue::version},
    {"release", Cue::version}, {"releases", Cue::version},
    {"request", Cue::serial}, {"rev", Cue::version}, {"revenue", Cue::serial},
    {"revision", Cue::version}, {"room", Cue::serial}, {"routing", Cue::serial},
    {"row", Cue::serial}, {"rufnummer", Cue::phone}, {"section", Cue::version},
    {"sections", Cue::version}, {"seed", Cue::serial}, {"seguridad", Cue::ssn},
    {"serial", Cue::serial}, {"server", Cue::network}, {"session", Cue::serial},
    {"size", Cue::serial}, {"sku", Cue::serial}, {"sms", Cue::phone},
    {"social", Cue::ssn}, {"sozialversicherungsnummer", Cue::ssn},
    {"spec", Cue::version}, {"ssn", Cue::ssn}, {"ssns", Cue::ssn},
    {"subsection", Cue::version}, {"subsubsection", Cue::version},
    {"s\xc3\xa9""curit\xc3\xa9", Cue::ssn}, {"tarjeta", Cue::card},
    {"tax", Cue::ssn}, {"taxpayer", Cue::ssn}, {"tel", Cue::phone},
    {"telefax", Cue::phone}, {"telefon", Cue::phone}, {"telefone", Cue::phone},
    {"telefonnummer", Cue::phone}, {"telefono", Cue::phone},
    {"telefonsz\xc3\xa1m", Cue::phone}, {"telefoon", Cue::phone},
    {"telephone", Cue::phone}, {"telf", Cue::phone},
    {"tel\xc3\xa9""fono", Cue::phone}, {"tfno", Cue::phone},
    {"ticket", Cue::serial}, {"timestamp", Cue::serial}, {"tin", Cue::ssn},
    {"tlf", Cue::phone}, {"token", Cue::serial}, {"total", Cue::serial},
    {"tracking", Cue::serial}, {"transaction", Cue::serial},
    {"ts", Cue::serial}, {"txn", Cue::serial},
    {"t\xc3\xa9l\xc3\xa9phone", Cue::phone}, {"unionpay", Cue::card},
    {"upc", Cue::serial}, {"updated", Cue::serial}, {"upgrade", Cue::version},
    {"usd", Cue::serial}, {"uuid", Cue::serial}, {"v", Cue::version},
    {"value", Cue::serial}, {"ver", Cue::version}, {"version", Cue::version},
    {"versions", Cue::version}, {"viber", Cue::phone}, {"vin", Cue::serial},
    {"visa", Cue::card}, {"vol", Cue::serial}, {"volume", Cue::serial},
    {"whatsapp", Cue::phone}, {"zip", Cue::serial},
    // Cyrillic: telefon, tel, and both with a capital
    {"\xd0\xa2\xd0\xb5\xd0\xbb", Cue::phone},
    {"\xd0\xa2\xd0\xb5\xd0\xbb\xd0\xb5\xd1\x84\xd0\xbe\xd0\xbd", Cue::phone},
    {"\xd1\x82\xd0\xb5\xd0\xbb", Cue::phone},
    {"\xd1\x82\xd0\xb5\xd0\xbb\xd0\xb5\xd1\x84\xd0\xbe\xd0\xbd", Cue::phone},
};

// Anywhere in a run of ideographs.
constexpr Entry signs[] = {
    {"\xe7\x94\xb5\xe8\xaf\x9d", Cue::phone},              // dianhua
    {"\xe9\x9b\xbb\xe8\xa9\xb1", Cue::phone},              // denwa
    {"\xe6\x89\x8b\xe6\x9c\xba", Cue::phone},              // shouji
    {"\xe6\x90\xba\xe5\xb8\xaf", Cue::phone},              // keitai
    {"\xec\xa0\x84\xed\x99\x94", Cue::phone},              // jeonhwa
    {"\xe5\x8d\xa1\xe5\x8f\xb7", Cue::card},               // kahao
    {"\xe3\x82\xab\xe3\x83\xbc\xe3\x83\x89", Cue::card},   // kaado
    {"\xe8\xae\xa2\xe5\x8d\x95", Cue::serial},             // dingdan
    {"\xe6\xb3\xa8\xe6\x96\x87", Cue::serial},             // chumon
};
// clang-format on

constexpr bool is_ascending() noexcept
{
    for (size_t i = 1; i < std::size(words); i++) {
        if (words[i - 1].word >= words[i].word) {
            return false;
        }
    }
    return true;
}

static_assert(is_ascending());

constexpr size_t bucket_count = 27;  // a letter each, and all other bytes

constexpr size_t bucket_of(char first) noexcept
{
    return first >= 'a' && first <= 'z' ? static_cast<size_t>(first - 'a')
                                        : bucket_count - 1;
}

// Where the words with each first letter start.
struct Buckets {
    size_t  start[bucket_count + 1] = {};

    constexpr Buckets() noexcept
    {
        for (const Entry& entry : words) {
            start[bucket_of(entry.word[0]) + 1]++;
        }
        for (size_t i = 0; i < bucket_count; i++) {
            start[i + 1] += start[i];
        }
    }
};

constexpr Buckets buckets;

// The words of a stretch of text, one after the other.
class Words {
public:
    explicit Words(std::string_view text) noexcept : text_(text) {}

    // False at the end of the text.
    bool next() noexcept
    {
        size_ = 0;
        is_ideographs_ = false;
        skip_ascii();
        is_glued_ = at_ > 0 && is_digit(text_[at_ - 1]);
        char last = Glyph::symbol;

        while (at_ < text_.size()) {
            Glyph g = glyph_at(text_, at_);
            if (size_ > 0 && ends_before(g.c, last)) {
                return true;
            }
            append(g);
            last = g.c;
            at_ += g.size;
        }
        return size_ > 0;
    }

    // What the word says: a bit for each cue.
    uint32_t cues() const noexcept
    {
        // "88CC" is a number
        if (is_glued_) {
            return 0;
        }
        std::string_view word(word_, size_);
        if (is_ideographs_) {
            uint32_t found = 0;
            for (const Entry& sign : signs) {
                if (word.find(sign.word) != word.npos) {
                    found |= bit(sign.cue);
                }
            }
            return found;
        }

        size_t first = bucket_of(word[0]);
        for (size_t i = buckets.start[first]; i < buckets.start[first + 1];
             i++) {
            if (words[i].word == word) {
                return bit(words[i].cue);
            }
        }
        return 0;
    }

private:
    static uint32_t bit(Cue cue) noexcept
    {
        return 1u << static_cast<uint32_t>(cue);
    }

    static bool is_capital(char c) noexcept { return c >= 'A' && c <= 'Z'; }

    // Most of what stands around numbers is no letter.
    void skip_ascii() noexcept
    {
        while (at_ < text_.size() && !is_ascii_letter(text_[at_])
               && static_cast<unsigned char>(text_[at_]) < 0x80) {
            at_++;
        }
    }

    // phoneNumber is two words
    bool ends_before(char c, char last) const noexcept
    {
        if (is_alphabetic(c)) {
            return is_ideographs_ || (is_capital(c) && last >= 'a'
                                      && last <= 'z');
        }
        return c != Glyph::ideograph || !is_ideographs_;
    }

    void append(Glyph g) noexcept
    {
        if (is_ascii_letter(g.c)) {
            put(lower(g.c));
        } else if (g.c == Glyph::letter || g.c == Glyph::ideograph) {
            is_ideographs_ = g.c == Glyph::ideograph;
            for (size_t i = 0; i < g.size; i++) {
                put(text_[at_ + i]);
            }
        }
    }

    void put(char c) noexcept
    {
        // longer than the window: nothing is lost
        if (size_ < sizeof word_) {
            word_[size_++] = c;
        }
    }

    std::string_view  text_;
    size_t            at_ = 0;
    char              word_[window_before + 4];
    size_t            size_ = 0;
    bool              is_ideographs_ = false;
    bool              is_glued_ = false;
};

bool continues_character(char c) noexcept
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

Cues cues_before(std::string_view text, size_t at) noexcept
{
    size_t start = at > window_before ? at - window_before : 0;
    while (start < at && continues_character(text[start])) {
        start++;
    }
    // a word that is cut at its front is not that word
    if (start > 0 && is_ascii_letter(text[start - 1])) {
        while (start < at && is_ascii_letter(text[start])) {
            start++;
        }
    }
    std::string_view window = text.substr(start, at - start);
    // npos + 1 is 0
    window.remove_prefix(window.rfind('\0') + 1);

    uint8_t count = 0;
    uint8_t last[cue_count] = {};
    for (Words in(window); in.next(); ) {
        uint32_t found = in.cues();
        count++;
        for (size_t i = 0; found != 0; i++, found >>= 1) {
            last[i] = (found & 1) != 0 ? count : last[i];
        }
    }

    Cues cues;
    for (size_t i = 0; i < cue_count; i++) {
        if (last[i] != 0) {
            cues.note(static_cast<Cue>(i),
                      static_cast<uint8_t>(count - last[i] + 1));
        }
    }
    return cues;
}

const Cues& LazyCues::get() noexcept
{
    if (!is_read_) {
        cues_ = cues_before(text_, at_);
        is_read_ = true;
    }
    return cues_;
}

Cues cues_after(std::string_view text, size_t at) noexcept
{
    std::string_view window = text.substr(at, window_after);
    window = window.substr(0, window.find('\0'));
    Cues cues;
    uint8_t count = 0;

    for (Words in(window); in.next(); ) {
        uint32_t found = in.cues();
        count++;
        for (size_t i = 0; found != 0; i++, found >>= 1) {
            if ((found & 1) != 0) {
                cues.note(static_cast<Cue>(i), count);
            }
        }
    }
    return cues;
}

}  // namespace gate::guard
