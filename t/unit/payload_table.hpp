// Spellings and formats of payloads: each is read as a text, counted because
// nobody can read it, or no payload at all.
#pragma once

#include "base64_encoder.hpp"
#include "guard/payload.hpp"
#include "random.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

constexpr std::string_view card = "4111 1111 1111 1111";

inline std::string noise(size_t size, uint64_t seed = 1)
{
    Random random(seed);
    std::string out;
    while (out.size() < size) {
        out += static_cast<char>(random.below(256));
    }
    return out;
}

inline std::string in_lines(std::string_view text, size_t length,
    std::string_view end)
{
    std::string out;
    for (size_t at = 0; at < text.size(); at += length) {
        out += at != 0 ? end : "";
        out += text.substr(at, length);
    }
    return out;
}

inline std::string replaced(std::string text, std::string_view from,
    std::string_view to)
{
    for (size_t at = 0; (at = text.find(from, at)) != text.npos;
         at += to.size())
    {
        text.replace(at, from.size(), to);
    }
    return text;
}

struct PayloadRow {
    std::string   name;
    std::string   text;
    guard::Place  place;
    bool          is_media;
    bool          is_text;
};

class PayloadTable {
public:
    std::vector<PayloadRow> rows()
    {
        using namespace std::string_literals;
        add_spellings();
        add_formats();
        add_texts();
        add_others();
        return std::move(rows_);
    }

private:
    using Place = guard::Place;

    void media(std::string name, std::string text,
        Place place = Place::payload)
    {
        rows_.push_back({std::move(name), std::move(text), place, true,
                         false});
    }
    void text(std::string name, std::string text, Place place = Place::payload)
    {
        rows_.push_back({std::move(name), std::move(text), place, false,
                         true});
    }
    void none(std::string name, std::string text, Place place = Place::text)
    {
        rows_.push_back({std::move(name), std::move(text), place, false,
                         false});
    }

    void add_spellings()
    {
        std::string bytes = "\x89PNG\r\n\x1a\n" + noise(900);
        std::string png = base64(bytes);
        std::string url = base64(bytes, true);
        for (std::string head : {
                 "data:image/png;base64,", "Data:image/png;base64,",
                 "DATA:IMAGE/PNG;BASE64,", "data:;base64,",
                 "data:image/png;charset=utf-8;base64,",
                 "data:image/png;name=a.png;base64,",
                 "data:image/png;base64;x=y,", " \tdata:image/png;base64,",
                 "data:image/png; base64 , ", "data:image/png ;base64,\n"})
        {
            media(head, head + png);
            media(head + " anywhere", head + png, Place::text);
        }
        std::string head = "data:image/png;base64,";
        media("lines", head + in_lines(png, 76, "\r\n"));
        media("lines of 64", head + in_lines(png, 64, "\n"), Place::text);
        media("a blank", head + png.substr(0, 5) + ' ' + png.substr(5));
        media("blanks", head + in_lines(png, 40, " "));
        media("base64url", head + url);
        media("no padding", head + png.substr(0, png.find('=')));
        media("padding", head + png + "===");
        media("a fragment", head + png + "#x");
        media("percent", head + replaced(replaced(png, "+", "%2B"), "/",
                                         "%2f"));
        media("PHP in a string", "{\"url\":\"" + head
              + replaced(png, "/", "\\/") + "\"}", Place::text);
        media(".NET in a string", "{\"url\":\"" + head
              + replaced(png, "+", "\\u002B") + "\"}", Place::text);
        media("in a text", "see ![x](" + head + png + ") and say",
              Place::text);
        media("without a head", png);
        media("without a head, in lines", in_lines(png, 76, "\n"));
        media("unannounced", png, Place::text);
        media("unannounced, in lines", "image:\n" + in_lines(png, 76, "\r\n")
              + "\n--end", Place::text);
        media("unannounced noise", base64(noise(900, 2)), Place::text);
        media("stray bytes", in_lines(png, 60, "."));
    }

    void add_formats()
    {
        using namespace std::string_literals;
        std::string rest = noise(200, 3);
        struct { const char* name; std::string start; } formats[] = {
            {"jpeg", "\xff\xd8\xff\xe0"}, {"gif", "GIF89a"},
            {"webp", "RIFF\1\2\3\4WEBP"}, {"tiff", "II*\0"s},
            {"bmp", "BM\1\2\3\4\0\0\0\0\x36\0\0\0"s},
            {"heic", "\0\0\0\x2c" "ftypheic"s},
            {"mp4", "\0\0\0\x14" "ftypisom"s}, {"jxl", "\xff\x0a"},
            {"aac", "\xff\xf1\x50\x80"}, {"mp3", "\xff\xfb\xe0\x64"},
            {"aiff", "FORM\0\0\1\2AIFF"s}, {"amr", "#!AMR\n\4"},
            {"doc", "\xd0\xcf\x11\xe0\xa1\xb1"}, {"gzip", "\x1f\x8b\x08\0"s},
            {"zip", "PK\3\4"}, {"pcm", ""}, {"ogg", "OggS"},
        };
        for (const auto& format : formats) {
            std::string spelled = base64(format.start + rest);
            media(format.name, spelled);
            media(format.name + " as a URI"s,
                  "data:application/octet-stream;base64," + spelled,
                  Place::text);
        }
        std::string pdf = "%PDF-1.4\n1 0 obj (text) endobj\n";
        media("pdf in ASCII", base64(pdf + pdf));
        media("pdf behind a line feed",
              "data:application/pdf;base64," + base64("\n\n" + pdf));
        media("rtf", "data:text/rtf;base64," + base64("{\\rtf1\\ansi " + pdf));
        media("silence", base64(std::string(300, '\0')));
        media("a percent-encoded image", "data:image/png,%89PNG%0D%0A%1A%0A%00"
              "%00%00%0D%01%02%03%ff%fe%fd%fc%00");
    }

    void add_texts()
    {
        std::string csv = "name,card\nx," + std::string(card) + "\n";
        std::string spelled = base64(csv);
        for (std::string type : {"text/plain", "text/csv", "application/json",
                                 "text/html;charset=utf-8", "image/svg+xml",
                                 "application/octet-stream", "image/png", ""})
        {
            text("a text as " + type, "data:" + type + ";base64," + spelled);
            text("a text anywhere as " + type,
                 "see data:" + type + ";base64," + spelled + ", please",
                 Place::text);
        }
        std::string longer;
        for (int i = 0; i < 60; i++) {
            longer += csv;
        }
        text("a text without a type", base64(longer));
        text("an unannounced text", "x " + base64(longer), Place::text);
        text("base64url", "data:text/plain;base64," + base64(csv, true));
        text("in lines", "data:text/plain;base64,"
             + in_lines(spelled, 20, "\n"));
        text("percent-encoded", "data:text/plain,x%2C4111%201111%201111%20"
             "1111");
        text("before another text", "data:text/csv;base64," + base64(longer)
             + "\n\nSummarise this, please", Place::text);
        std::string wide = "\xff\xfe";
        for (char c : csv) {
            wide += c;
            wide += '\0';
        }
        text("UTF-16", "data:text/csv;base64," + base64(wide));
        // decoders that pass over '-' read the text
        std::string stray = spelled.substr(0, 3) + "-" + spelled.substr(3);
        rows_.push_back({"stray letters", "data:text/csv;base64," + stray,
                         Place::payload, true, true});
        rows_.push_back({"a file behind a text", "data:text/plain;base64,"
                         + base64(longer) + ' '
                         + in_lines(base64(noise(900, 10)), 31, " "),
                         Place::payload, true, true});
        rows_.push_back({"a text in ISO 8859-1", "data:text/csv;base64,"
                         + base64("caf\xe9," + csv), Place::payload, true,
                         true});
    }

    void add_others()
    {
        std::string hex;
        for (char c : noise(2000, 4)) {
            hex += "0123456789abcdef"[c & 15];
        }
        std::string words;
        std::string lines;
        for (int i = 0; i < 300; i++) {
            words += i % 3 == 0 ? "Some/" : i % 3 == 1 ? "long-" : "path_1/";
            lines += "item" + std::to_string(i) + '\n';
        }
        none("hex", hex);
        none("hex at a payload's place", hex, Place::payload);
        none("a long path", words);
        none("lines of words", lines);
        none("a long word", std::string(3000, 'a'));
        none("a ruler", std::string(3000, '-'));
        std::string protein;
        for (char c : noise(2000, 4)) {
            protein += "ACDEFGHIKLMNPQRS"[c & 15];
        }
        none("a sequence", protein);
        none("a signature of RSA", base64(noise(512, 5), true));
        std::string der = noise(1296, 6);
        none("a key", "-----BEGIN PRIVATE KEY-----\n" + in_lines(base64(
             "\x30\x82\x05\x10" + der), 64, "\n")
             + "\n-----END PRIVATE KEY-----");
        none("a key of SSH", "ssh-rsa " + base64(std::string("\0\0\0\7ssh-rsa",
             11) + noise(900, 7)) + " me");
        none("a URL", "https://example.com/Some/Path/aB3dE5gH7jK9?x=y",
             Place::payload);
        none("a signed URL", "https://x.example/a?sig="
             + base64(noise(300, 8), true), Place::payload);
        none("an id", "file-9NoYaQ3rXw8fYqkzB5YQHq", Place::payload);
        none("prose at a payload's place", "Here is my text with 3 Numbers, "
             "Capitals and a few more words to read, as anyone may write it",
             Place::payload);
        none("an example", "use data:image/png;base64,YOUR_BASE64_HERE");
        none("an empty URI", "data:image/png;base64,");
        none("a word", "Data: we have some, John said.");
        none("state of the provider", "gAAAAAB" + base64(noise(900, 9)),
             Place::sealed);
    }

    std::vector<PayloadRow>  rows_;
};

inline std::vector<PayloadRow> payload_table()
{
    return PayloadTable().rows();
}

}  // namespace gate::test
