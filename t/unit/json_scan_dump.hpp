// What json::scan() says, in the words of json_dump.hpp.
#pragma once

#include "json/scanner.hpp"
#include "json_dump.hpp"

namespace gate::test {

// Decodes each string and hands it on to a Recorder, so that a dump tells of
// the same text however it was read.
class ScanRecorder {
public:
    bool begin(json::Kind kind) { return to_.begin(kind); }
    bool end(json::Kind kind) { return to_.end(kind); }

    bool member(json::RawString name) { return to_.member(decoded(name)); }
    bool string(json::RawString text) { return to_.string(decoded(text)); }

    bool literal(json::Kind kind, std::string_view spelling)
    {
        return to_.literal(kind, spelling);
    }

    const std::string& out() const { return to_.out; }
    // Whether has_escape was right each time.
    bool told_escapes() const { return told_escapes_; }

private:
    std::string_view decoded(json::RawString in)
    {
        bool has_one = in.raw.find('\\') != in.raw.npos;
        told_escapes_ = told_escapes_ && in.has_escape == has_one;
        text_.clear();
        json::append_decoded(text_, in);
        return text_;
    }

    Recorder     to_;
    std::string  text_;
    bool         told_escapes_ = true;
};

inline Dump dump_by_scan(std::string_view text, json::Flaw* flaw = nullptr)
{
    ScanRecorder recorder;
    json::Flaw where{0, {}};

    if (json::scan(text, recorder, &where) != json::Parsed::whole) {
        if (flaw != nullptr) {
            *flaw = where;
        }
        return std::nullopt;
    }
    return recorder.told_escapes() ? Dump(recorder.out())
                                   : Dump("has_escape is wrong");
}

}  // namespace gate::test
