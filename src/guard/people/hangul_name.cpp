#include "guard/people/hangul_name.hpp"

#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

using cjk::char_size;
using cjk::ending_of;
using cjk::Run;
using cjk::Script;

constexpr size_t name_size = 3 * char_size;

constexpr std::string_view all_surnames[] = {
    "김", "이", "박", "최", "정", "강", "조", "윤", "장", "임", "한", "오",
    "서", "신", "권", "황", "안", "송", "류", "유", "전", "홍", "고", "문",
    "양", "손", "배", "백", "허", "남", "심", "노", "하", "곽", "성", "차",
    "주", "우", "구", "민", "나", "진", "엄", "채", "원", "천", "방", "공",
};

// Those of them that are no word by themselves.
constexpr std::string_view clear_surnames[] = {
    "김", "박", "최", "정", "강", "조", "윤", "장", "임", "서", "신", "권",
    "황", "송", "류", "홍", "양", "배", "백", "허", "남", "심", "곽", "엄",
};

// Before a name: with a colon, or with a copula behind it.
constexpr std::string_view fields[] = {
    "이름", "성함", "성명", "환자", "고객명", "담당자",
};
constexpr std::string_view topics[] = {"이름은", "성함은"};
constexpr std::string_view copulas[] = {
    "입니다", "이에요", "예요", "이고", "이라고", "라고",
};

constexpr std::string_view honorifics[] = {"씨", "님"};
constexpr std::string_view particles[] = {
    "은", "는", "이", "가", "을", "를", "의", "와", "과", "에게", "께", "도",
};

// Words that end in 씨 or 님 besides, and what is no given name.
constexpr std::string_view other_words[] = {
    "날씨", "글씨", "솜씨", "마음씨", "말씨", "불씨", "자님", "원님", "사님",
};
constexpr std::string_view other_ends[] = {
    "을", "를", "로", "에", "히", "게", "자", "들",
};

constexpr WordList surnames(all_surnames);
constexpr WordList surnames_alone(clear_surnames);

bool is_name(std::string_view word) noexcept
{
    return word.size() == name_size && surnames.has(word.substr(0, char_size))
        && ending_of(word, other_ends) == 0;
}

std::string_view without(std::string_view word, size_t tail) noexcept
{
    return word.substr(0, word.size() - tail);
}

// " 씨" or " 님" as a word of its own, with or without a particle.
bool is_called_behind(std::string_view text, size_t end) noexcept
{
    if (text.substr(end, 1) != " ") {
        return false;
    }
    std::string_view word =
        cjk::run_at(text, end + 1, Script::hangul).of(text);
    size_t tail = word.size() > char_size ? ending_of(word, particles) : 0;
    std::string_view stem = without(word, tail);
    return stem.size() == char_size && ending_of(stem, honorifics) != 0;
}

}  // namespace

bool is_hangul_surname(std::string_view word) noexcept
{
    return surnames_alone.has(word);
}

size_t hangul_name_end(std::string_view text, const Run& run) noexcept
{
    std::string_view word = run.of(text);
    if (word.size() < name_size || word.size() > 2 * name_size
        || !surnames.has(word.substr(0, char_size)))
    {
        return 0;
    }
    size_t end = run.start + name_size;
    std::string_view name = word.substr(0, name_size);
    std::string_view tail = word.substr(name_size);
    if (!is_name(name)) {
        return 0;
    }
    if (tail.empty() && is_called_behind(text, run.end)) {
        return end;
    }
    std::string_view stem = without(word, ending_of(word, particles));
    bool is_called = (tail.substr(0, char_size) == "씨"
                      || tail.substr(0, char_size) == "님")
        && (tail.size() == char_size || stem.size() == name_size + char_size)
        && ending_of(word.substr(0, name_size + char_size), other_words) == 0;
    if (is_called) {
        return end;
    }
    bool is_copula = ending_of(word, copulas) == tail.size() && !tail.empty();
    if (!tail.empty() && !is_copula) {
        return 0;
    }
    cjk::Gap gap = cjk::gap_before(text, run.start);
    return (gap.has_colon && ending_of(gap.before, fields) != 0)
                   || (is_copula && ending_of(gap.before, topics) != 0)
        ? end : 0;
}

}  // namespace gate::guard
