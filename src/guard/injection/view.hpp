// A text as a filter reads it, and the way back from its bytes to the text's.
#pragma once

#include "guard/finding.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace gate::guard {

// Where the bytes of a view come from. It holds a piece only where the
// distance between view and source changes: a clean text has one. Pieces are
// told in ascending order.
class SourceMap {
public:
    // From view byte `view` on, byte for byte from `source` on.
    void copied(size_t view, size_t source)
    {
        if (!linear_ || distance_ != source - view) {
            start_run(view, source);
        }
    }

    // From `view` on, every byte stands for source bytes [source, + size).
    void stands_for(size_t view, size_t source, size_t size);

    // The source of view bytes [start, end), start < end.
    Span source_of(size_t start, size_t end) const noexcept;

    size_t pieces() const noexcept { return pieces_.size(); }

private:
    struct Piece {
        uint32_t  view;
        uint32_t  source;
        uint32_t  size;  // 0: byte for byte
    };

    void start_run(size_t view, size_t source);
    const Piece& piece_of(size_t view) const noexcept;

    std::vector<Piece>  pieces_;
    size_t              distance_ = 0;
    bool                linear_ = false;
};

// So many bytes to each side of a place are its surroundings in a view of
// parts; more than a match of any rule is wide.
constexpr size_t excerpt_reach = 512;

// Stands in a view of parts where a part begins or ends within its text, so
// that no rule takes that for the end of a text. A normalised text has no
// control bytes.
constexpr char cut_mark = '\x01';

// The same in a view that is still to be normalised: a noncharacter, U+FDD0.
constexpr std::string_view raw_cut_mark = "\xef\xb7\x90";

// The bytes are not a std::string because that would fill them with zeros
// before they are written, which costs as much as writing them.
struct View {
    std::unique_ptr<char[]>  bytes;
    size_t                   size = 0;
    SourceMap                map;

    void reserve(size_t most) { bytes.reset(new char[most]); }
    std::string_view text() const noexcept { return {bytes.get(), size}; }
};

}  // namespace gate::guard
