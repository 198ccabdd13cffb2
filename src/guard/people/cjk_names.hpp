// Finds names of people in Chinese, Japanese and Korean writing.
//
// There are no capitals and often no spaces: a name begins with one of the
// surnames that most people have, and needs something beside it that says so:
// 姓名:, 我叫, 名前は, 이름:, "Patient:", 先生, さん, 씨. In a text of Latin
// letters two short words with a space between them, one of them a surname,
// are a name without more. Left to others: names in Latin letters.
#pragma once

#include <string_view>

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

namespace gate::guard {

// Takes and promises what find_person_names() does.
void find_cjk_names(std::string_view text, const ByteMap& map,
    Findings* out);

}  // namespace gate::guard
