// Which texts of a body are parts of one text (fault G03).
//
// Parts are the strings of an array of "content" and the like, the "text" of
// the objects in any array, and "thinking" and the like in a message. The
// parts of one array are joined; in a message
// so are those of all arrays within each other, in the order in which they
// stand: in the results of tools, in arrays of arrays. A message is the
// outermost such array; the elements of "input" that are objects are messages
// themselves.
//
// A text is joined at most twice, with the parts of its own array and with
// those of its message. Linear; 8 bytes a part of a message that is open.
#pragma once

#include "guard/blocks.hpp"
#include "guard/dialect_words.hpp"
#include "json/sax.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gate::guard {

class MessageParts {
public:
    // Stands behind each joined text in what end() gives.
    static constexpr uint32_t end_of_text = UINT32_MAX;

    size_t depth() const noexcept { return depth_; }
    bool in_array() const noexcept
    {
        return depth_ != 0 && levels_[depth_ - 1].is_array;
    }
    // Of the member whose value the innermost open bracket is; arrays within
    // an array have its word.
    Word word() const noexcept
    {
        return depth_ != 0 ? levels_[depth_ - 1].word : Word::plain;
    }

    // An object or array that is the value of such a member opens or closes.
    void begin(Word word, bool is_array) noexcept;
    // The pieces of the texts that are to be joined now; valid until the next
    // call.
    const std::vector<uint32_t>& end();

    // Whether a string with such a word in the open object or array is a part.
    bool is_part(Word word) const noexcept;
    // One that is, and the number of its piece.
    void add(Word word, uint32_t piece);

    // Whether the innermost bracket is an array whose elements are messages.
    bool in_messages() const noexcept
    {
        return in_array() && (word() == Word::messages
                              || word() == Word::input);
    }

private:
    static constexpr uint32_t none = UINT32_MAX;

    struct Part {
        uint32_t  piece;
        uint32_t  next;  // of the same array
    };

    struct Level {
        Word      word;
        bool      is_array;
        uint8_t   message;  // depth inside the message's array; 0: in none
        uint32_t  first;    // of the parts that came since it opened
        uint32_t  own_first;
        uint32_t  own_last;
        uint32_t  own_count;
        uint32_t  most;     // of a message: parts in one of its arrays
    };

    void join_own(const Level& level);
    void join_all(const Level& level);

    Level                  levels_[json::max_depth + 1];
    size_t                 depth_ = 0;
    Blocks<Part>           parts_;  // of the arrays that are open
    std::vector<uint32_t>  joined_;
};

}  // namespace gate::guard
