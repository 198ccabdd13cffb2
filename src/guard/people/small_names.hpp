// Finds names of people in texts without capital letters, as chats are often
// typed: "my name is maria gonzalez".
//
// A well known given name with a surname behind it is one. Alone it needs a
// word beside it that says so: "hi maria", "maria said"; so does an unknown
// surname. Left to person_name.hpp: all that a capital begins.
#pragma once

#include <string_view>

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

namespace gate::guard {

// Appends what is found in those of the texts whose capitals, if they have
// any, begin a sentence or are an "I"; in ascending order. Takes and promises
// what find_person_names() does. A look-up for about every third word of such
// a text, a few bytes of any other.
void find_small_names(std::string_view text, const ByteMap& map,
    Findings* out);

}  // namespace gate::guard
