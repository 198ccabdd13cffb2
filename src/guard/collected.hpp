// The texts of one request body, as they are inspected.
//
// Every string of the body is decoded into one buffer, text_break after each.
// A text that holds payloads is several pieces, without what no filter is to
// see (payload.hpp).
// A Piece says where a text came from, so that a redaction rewrites only the
// bytes it has to (origins.hpp).
// What is inspected in another spelling follows as windows around the places
// that differ: the escapes inside a text, as JSON in a string has them, are
// decoded two levels deep, whatever the grammar around them (fault G05), and
// texts that are parts of one are joined (fault G03). Where a window is cut
// out of a longer text, window_cut is beside it; what is found near a cut is no
// finding, as the whole text has been inspected there.
#pragma once

#include "guard/blocks.hpp"
#include "guard/finding.hpp"
#include "guard/injection/view.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

struct Piece {
    enum class Kind : uint8_t {
        value,
        name,       // of a member: it can be inspected, not rewritten
        number,
        payload,    // a text out of a payload: not rewritten either; source is
                    // where what the payload stands in does, in the body
        copy,       // of a part of the buffer
        run,        // copies of whole pieces that follow each other
        unescaped,  // what the escapes in a part of the buffer stand for
    };

    uint32_t  start : 30;  // in the buffer
    uint32_t  is_cut_before : 1;
    uint32_t  is_cut_after : 1;
    // Where it came from: in the body, of strings inside the quotes; of copies
    // and the like in the buffer; of runs their number.
    uint32_t  source : 30;
    uint32_t  has_escape : 1;
    uint32_t  size : 28;
    uint32_t  kind_bits : 4;

    Kind kind() const noexcept { return static_cast<Kind>(kind_bits); }
    uint32_t end() const noexcept { return start + size; }
    bool is_of_body() const noexcept { return kind() <= Kind::payload; }
};

static_assert(sizeof(Piece) == 12);

// The pieces [first, last], each a text of its own.
struct Run {
    uint32_t  first;
    uint32_t  last;
};

// Stands beside a window where it is cut, in no piece: a noncharacter.
constexpr std::string_view window_cut = raw_cut_mark;

// A string of the body that the policy asks for by its place.
struct Named {
    std::string  text;
    bool         is_present = false;
    bool         is_string = false;
};

struct Collected {
    std::string               buffer;
    Blocks<Piece>             pieces;  // ascending in the buffer
    std::vector<Run>          runs;
    Named                     model;
    std::vector<std::string>  models;  // alternatives of a routing backend
    uint32_t                  media = 0;  // payloads that were not judged
    bool                      is_object = false;
    bool                      has_members = false;
    bool                      has_provider = false;
    bool                      models_are_strings = true;
    bool                      has_token_ids = false;  // for a text
    bool                      has_copies = false;  // of any kind

    // The bytes of a piece; valid until the buffer grows.
    std::string_view text_of(const Piece& piece) const noexcept
    {
        return {buffer.data() + piece.start, piece.size};
    }

    // The first piece that ends after this place of the buffer, or
    // pieces.size().
    size_t piece_at(uint32_t at) const noexcept;

    // Whether a place is so near to a cut, and so far from what is new in its
    // window, that the cut may have made what was found there.
    bool is_near_cut(const Span& span) const noexcept;

    // Forgets the texts but keeps the memory, up to a bound.
    void clear();
};

// Appends a text and its piece, whose start and size are set.
void append_piece(std::string_view text, Piece piece, Collected* out);

}  // namespace gate::guard
