// Which messages of a body are one turn of a talk: consecutive ones of the
// same role, which some APIs put together before a model reads them (fault
// E40).
//
// Messages without anything in them part no turn. The texts of one message
// that are in members of their own, as what a model has thought is, are taken
// for messages too.
#pragma once

#include "guard/blocks.hpp"
#include "guard/collected.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// How near to a seam a text is inspected joined, by a line feed and without.
constexpr size_t turn_reach = 1024;

class MessageTurns {
public:
    explicit MessageTurns(Collected* out) noexcept : out_(out) {}

    // A message begins and ends at this depth; one in another is no message.
    void begin(size_t depth);
    void end(size_t depth);
    // Its array ends.
    void finish();

    // Whether the open object is a message.
    bool is_open_at(size_t depth) const noexcept
    {
        return depth_ != 0 && depth == depth_;
    }
    bool is_open() const noexcept { return depth_ != 0; }

    void set_role(std::string_view role) { role_ = role; }
    // A text of the message; part of the last one or by itself.
    void add(uint32_t piece, bool is_part);

private:
    static constexpr uint32_t starts_unit = uint32_t{1} << 31;

    void join(size_t texts);
    void join_by(std::string_view separator, size_t texts);

    Collected*             out_;
    Blocks<uint32_t>       texts_;  // of the turn, then of the open message
    std::vector<uint32_t>  unit_;
    std::string            turn_role_;
    std::string            role_;
    size_t                 depth_ = 0;
    size_t                 first_text_ = 0;   // of the open message
    size_t                 first_piece_ = 0;
    size_t                 units_ = 0;        // of the turn
    size_t                 own_units_ = 0;    // of the open message
};

}  // namespace gate::guard
