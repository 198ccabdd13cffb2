#include "guard/payload.hpp"

#include "base/hex.hpp"
#include "guard/base64.hpp"
#include "guard/data_uri.hpp"
#include "guard/payload_bytes.hpp"
#include "guard/payload_run.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Kind = Base64Unit::Kind;

// A run of letters that nothing announces: a signature of RSA has 683.
constexpr size_t least_unannounced = 1024;
// That is cut out of a text.
constexpr size_t least_opaque = 64;
// In a text, so that "data:image/png;base64,YOUR_IMAGE_HERE" is none.
constexpr size_t least_in_text = 40;
// Where the dialects have a payload: ids and names are shorter.
constexpr size_t least_at_place = 32;
// The smallest that can hold something.
constexpr size_t least_announced = 8;

// So many bytes say whether the rest has to be decoded.
constexpr size_t head_bytes = 3072;

class Finder {
public:
    Finder(std::string_view text, Place place) noexcept
        : text_(text), place_(place)
    {
    }

    Payloads run()
    {
        if (auto uri = read_data_uri(text_)) {
            take_uri(*uri);
        } else if (place_ == Place::text || !take_bare()) {
            search(0);
        }
        return std::move(found_);
    }

private:
    void take_uri(const DataUri& uri);
    void take_base64(size_t start, size_t end, Declared declared);
    bool take_bare();
    void search(size_t from);
    void take_announced(const DataUri& uri, size_t* done);
    void take_unannounced(size_t at, size_t* done);
    size_t behind_spaces(size_t at) const noexcept;
    PayloadRun announced_run(size_t at) const noexcept;
    void decode(std::string_view spelled, Declared declared);
    bool decode_as(std::string_view spelled, UrlLetters letters,
        Declared declared, Content* content);
    void hide(size_t start, size_t end);
    void hide_segments(size_t start, size_t end);

    std::string_view   text_;
    Place              place_;
    Payloads           found_;
    std::vector<Span>  readable_;
};

Declared declared_by(const DataUri& uri) noexcept
{
    return uri.is_text ? Declared::text : Declared::nothing;
}

// "%41" as its byte; what is no escape stays.
std::string percent_decoded(std::string_view text)
{
    std::string out;

    for (size_t at = 0; at < text.size(); at++) {
        int byte = percent_escape(text, at);
        out += byte < 0 ? text[at] : static_cast<char>(byte);
        at += byte < 0 ? 0 : 2;
    }
    return out;
}

// What stands at a payload's place and is none: "https://...", "id-1".
bool may_be_bare(std::string_view text, const LetterCounts& counts) noexcept
{
    size_t breaks = counts.spaces + counts.others;

    if (counts.all() < least_at_place
        || text.substr(0, 16).find("://") != text.npos)
    {
        return false;
    }
    if (counts.others == 0 && breaks * least_segment <= counts.all()) {
        bool is_hex = counts.digits > 0 && counts.marks == 0
            && std::all_of(text.begin(), text.end(), [](char c) {
                   return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
                          || (c >= 'A' && c <= 'F');
               });
        bool is_words = counts.lower + counts.marks == counts.all();
        return counts.is_mixed()
               || (counts.all() >= least_opaque && !is_hex && !is_words);
    }
    // with blanks or stray bytes in it: no prose has as few, and capitals
    return counts.is_mixed() && breaks * 8 <= counts.all()
           && counts.upper * 10 >= counts.all();
}

void Finder::take_uri(const DataUri& uri)
{
    std::string_view data = text_.substr(uri.data);
    data = data.substr(0, data.find('#'));
    size_t end = uri.data + data.size();

    if (uri.is_base64) {
        take_base64(uri.data, end, declared_by(uri));
        search(end);
        return;
    }
    std::string bytes = percent_decoded(data);
    if (bytes.size() < data.size()) {
        Content content = content_of(bytes, declared_by(uri));
        found_.media += content == Content::text ? 0 : 1;
        if (content != Content::file) {
            to_readable(&bytes);
            found_.texts.push_back(std::move(bytes));
        }
    }
    search(uri.data);
}

// Whatever stands between the letters; but the text that they are may end where
// the run of them does, and prose follow.
void Finder::take_base64(size_t start, size_t end, Declared declared)
{
    std::string_view data = text_.substr(start, end - start);
    if (count_letters(data).all() < least_announced) {
        return;
    }
    PayloadRun run = announced_run(start);
    LetterCounts rest = count_letters(text_.substr(run.end, end - run.end));
    Content content;
    bool is_prose = (rest.spaces + rest.others) * 8 > rest.all();
    bool is_text = run.letters >= least_opaque && is_prose
        && decode_as(text_.substr(run.start, run.end - run.start),
                     UrlLetters::decode, declared, &content);
    uint32_t media = found_.media;
    decode(data, declared);
    if (is_text) {
        found_.media = media;
    }
    hide_segments(start, end);
}

bool Finder::take_bare()
{
    if (text_.size() < least_at_place) {
        return true;  // and nothing else can be in it
    }
    LetterCounts counts = count_letters(text_);
    bool is_none = place_ == Place::sealed && counts.others > 0;
    if (is_none || !may_be_bare(text_, counts)) {
        return false;
    }
    std::string head;
    decode_base64(text_, UrlLetters::decode, 64, &head);
    uint32_t media = found_.media;
    decode(text_, Declared::nothing);
    if (place_ == Place::sealed && !has_file_start(head)) {
        found_.media = media;
    }
    hide_segments(0, text_.size());
    return true;
}

void Finder::search(size_t from)
{
    constexpr size_t none = std::string_view::npos;

    if (text_.size() < from + least_in_text) {
        return;
    }
    size_t done = from;
    std::optional<DataUri> uri = find_data_uri(text_, from);
    size_t run = find_letters(text_, from);
    while (uri || run != none) {
        if (uri && uri->data <= run) {
            take_announced(*uri, &done);
        } else {
            take_unannounced(run, &done);
        }
        if (uri && uri->data <= done) {
            uri = find_data_uri(text_, done);
        }
        if (run != none && run < done) {
            run = find_letters(text_, done);
        }
    }
}

size_t Finder::behind_spaces(size_t at) const noexcept
{
    while (at < text_.size()) {
        Base64Unit unit = read_base64_unit(text_, at);
        if (unit.kind != Kind::space) {
            break;
        }
        at += unit.length;
    }
    return at;
}

// Over breaks that no line has, too, as long as what follows is no word.
PayloadRun Finder::announced_run(size_t at) const noexcept
{
    PayloadRun run = read_run(text_, behind_spaces(at));

    for ( ;; ) {
        size_t next = behind_spaces(run.end);
        PayloadRun more = read_run(text_, next);
        if (next == run.end || more.letters < least_segment) {
            return run;
        }
        run.end = more.end;
        run.letters += more.letters;
    }
}

void Finder::take_announced(const DataUri& uri, size_t* done)
{
    PayloadRun run = announced_run(uri.data);
    *done = std::max(run.end, uri.data);
    if (run.letters < least_announced) {
        return;
    }
    uint32_t media = found_.media;
    decode(text_.substr(run.start, run.end - run.start), declared_by(uri));
    if (run.letters < least_in_text) {
        found_.media = media;
    } else if (run.letters >= least_opaque) {
        hide(run.start, run.end);
    }
}

void Finder::take_unannounced(size_t at, size_t* done)
{
    PayloadRun run = read_run(text_, start_of_run(text_, at, *done));
    *done = std::max(run.end, at + 1);
    if (run.letters < least_opaque) {
        return;
    }

    std::string_view spelled = text_.substr(run.start, run.end - run.start);
    std::string head;
    decode_base64(spelled, UrlLetters::decode, 64, &head);
    bool is_file = has_file_start(head);
    bool is_long = run.letters >= least_unannounced
                   && !is_key(head, run.letters * 3 / 4)
                   && count_letters(spelled).is_mixed();
    if (is_file || is_long) {
        decode(spelled, Declared::nothing);
        hide(run.start, run.end);
    }
}

// Whether the letters, read so, are a text, which is then kept.
bool Finder::decode_as(std::string_view spelled, UrlLetters letters,
    Declared declared, Content* content)
{
    std::string bytes;
    decode_base64(spelled, letters, head_bytes, &bytes);
    std::string_view head = bytes;
    if (bytes.size() >= head_bytes) {
        // a character of UTF-8 may be cut
        size_t cut = 0;
        while (cut < 3 && (head.back() & 0xc0) == 0x80) {
            head.remove_suffix(1);
            cut++;
        }
        head.remove_suffix(1);
    }
    *content = content_of(head, declared);
    if (*content == Content::file) {
        return false;
    }
    if (bytes.size() >= head_bytes) {
        bytes.clear();
        decode_base64(spelled, letters, spelled.size(), &bytes);
        *content = content_of(bytes, declared);
    }
    if (*content == Content::file) {
        return false;
    }
    to_readable(&bytes);
    found_.texts.push_back(std::move(bytes));
    return *content == Content::text;
}

// Keeps the text that a payload is, or counts it.
void Finder::decode(std::string_view spelled, Declared declared)
{
    Content content;
    if (decode_as(spelled, UrlLetters::decode, declared, &content)) {
        return;
    }
    // what another decoder makes of it is read, too; who decodes is not known
    Content other;
    if (spelled.find('-') != spelled.npos || spelled.find('_') != spelled.npos)
    {
        decode_as(spelled, UrlLetters::skip, declared, &other);
    }
    found_.media++;
}

// Nothing in these letters is for a filter, but for what can be read.
void Finder::hide(size_t start, size_t end)
{
    readable_.clear();
    find_readable(text_, start, end, &readable_);
    for (const Span& place : readable_) {
        if (place.start > start) {
            found_.opaque.push_back({static_cast<uint32_t>(start),
                                     place.start});
        }
        start = place.end;
    }
    if (end > start) {
        found_.opaque.push_back({static_cast<uint32_t>(start),
                                 static_cast<uint32_t>(end)});
    }
}

// The same for the long segments of what may have anything between them.
void Finder::hide_segments(size_t start, size_t end)
{
    for (size_t at = start; at < end; ) {
        Segment segment = read_segment(text_.substr(0, end), at);
        size_t stop = segment.end;
        while (stop < end
               && read_base64_unit(text_, stop).kind == Kind::padding)
        {
            stop += read_base64_unit(text_, stop).length;
        }
        if (segment.letters >= least_segment && end - start >= least_opaque) {
            hide(at, stop);
        }
        at = stop < end ? stop + read_base64_unit(text_, stop).length : end;
    }
}

}  // namespace

Payloads find_payloads(std::string_view text, Place place)
{
    return Finder(text, place).run();
}

}  // namespace gate::guard
