// The texts of one request body, as they are judged.
//
// Every string of the body is decoded into one buffer, text_break after each.
// A Piece remembers where a text came from, so that a redaction rewrites only
// the bytes it has to. Escapes inside a text, as JSON in a string has them, are
// decoded two levels deep: a piece whose parent is the one it was decoded from
// (fault G05), whatever the grammar around them.
// A text that holds payloads is several pieces, without what no filter is to
// see (payload.hpp).
// Texts that are parts of one stand in the buffer again, joined, as copies of
// their pieces (message_parts.hpp, fault G03).
#pragma once

#include "guard/finding.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

struct Piece {
    enum class Kind : uint8_t {
        value,
        name,    // of a member: it can be judged, not rewritten
        number,
        copy,    // of the piece `parent`, in a joined text
        payload, // a text out of a payload: not rewritten either; raw_start
                 // and raw_end are those of what the payload stands in
    };

    static constexpr uint32_t no_parent = UINT32_MAX;

    uint32_t  start;  // its text in the buffer
    uint32_t  end;
    uint32_t  parent;  // whose text holds it; no_parent: the body
    uint32_t  raw_start;  // between the quotes, in the body or the parent
    uint32_t  raw_end;
    Kind      kind;
    uint8_t   level;  // strings it stands in; 0: plain text
    bool      has_escape;
};

// A string of the body that the policy asks for by its place.
struct Named {
    std::string  text;
    bool         is_present = false;
    bool         is_string = false;
};

struct Collected {
    std::string               buffer;
    std::vector<Piece>        pieces;  // ascending in the buffer
    Named                     model;
    std::vector<std::string>  models;  // alternatives of a routing backend
    uint32_t                  media = 0;  // payloads that were not judged
    bool                      is_object = false;
    bool                      has_members = false;
    bool                      has_provider = false;
    bool                      models_are_strings = true;
    bool                      has_token_ids = false;  // for a text

    // Forgets the texts but keeps the memory, up to a bound.
    void clear();
};

// Appends a text and its piece, whose start and end are set.
void append_piece(std::string_view text, Piece piece, Collected* out);

}  // namespace gate::guard
