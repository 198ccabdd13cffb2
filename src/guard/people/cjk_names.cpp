#include "guard/people/cjk_names.hpp"

#include <algorithm>
#include <iterator>

#include "guard/people/name_cues.hpp"
#include "guard/people/name_table.hpp"
#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

#include "guard/people/cjk_surnames.inc"

// What stands right before a name, and what may be between them.
constexpr std::string_view cues[] = {
    "姓名", "名字", "患者", "病人", "客户", "联系人", "收件人", "收货人",
    "氏名", "名前", "名前は", "氏名は", "担当者", "宛名",
    "이름은", "이름", "성함은", "성함", "성명", "환자", "고객명", "담당자",
};

// The same with no break before the name.
constexpr std::string_view joined_cues[] = {
    "我叫", "他叫", "她叫", "名字叫", "名字是", "姓名是",
};

// Behind a name: in Chinese, where words go on behind it, and in Japanese.
constexpr std::string_view chinese_honorifics[] = {"先生", "女士", "小姐"};
constexpr std::string_view japanese_honorifics[] = {
    "様", "氏", "さん", "さま", "くん", "ちゃん",
};

// What follows a given name in Chinese and is seldom part of one.
constexpr std::string_view stops[] = {
    "是", "在", "的", "和", "与", "住", "今", "来", "有", "我", "你",
    "他", "她", "电", "也", "想", "要", "从", "不", "了", "先", "女", "小",
    "老", "医", "同", "様", "氏", "说", "說", "打", "给", "让", "请", "到",
};

// Ends of a Korean word behind a name.
constexpr std::string_view hangul_ends[] = {
    "씨", "님", "입니다", "이에요", "예요", "이라고", "라고", "은", "는",
    "이", "가", "을", "를", "의", "와", "과", "에게",
};

constexpr WordList han_surname_list(han_surnames);
constexpr WordList hangul_surname_list(hangul_surnames);

constexpr size_t han_bytes = 3;  // of one character of either script
constexpr size_t most_in_name = 4;
constexpr size_t most_of_surname = 3;
constexpr size_t korean_name = 3;

enum class Script : uint8_t { han, hangul };

bool is_of(Script script, char32_t c) noexcept
{
    return script == Script::hangul
        ? c >= 0xac00 && c <= 0xd7a3
        : (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf)
              || c == 0x3005;
}

// Characters of one script in a row.
struct Run {
    size_t  start = 0;
    size_t  end = 0;

    size_t count() const noexcept { return (end - start) / han_bytes; }
};

Run run_at(std::string_view text, size_t at, Script script) noexcept
{
    Run run{at, at};
    while (run.end + han_bytes <= text.size()
           && is_of(script, char_at(text, run.end).code))
    {
        run.end += han_bytes;
    }
    return run;
}

template <size_t size>
size_t prefix_of(std::string_view text, const std::string_view (&list)[size])
    noexcept
{
    for (std::string_view one : list) {
        if (text.substr(0, one.size()) == one) {
            return one.size();
        }
    }
    return 0;
}

template <size_t size>
size_t ending_of(std::string_view text, const std::string_view (&list)[size])
    noexcept
{
    for (std::string_view one : list) {
        if (text.size() >= one.size()
            && text.substr(text.size() - one.size()) == one)
        {
            return one.size();
        }
    }
    return 0;
}

// The bytes of the longest surname that `run` begins with; 0 if none does.
size_t surname_of(std::string_view run) noexcept
{
    size_t most = std::min(run.size() / han_bytes, most_of_surname);
    for (size_t n = most; n > 0; n--) {
        if (han_surname_list.has(run.substr(0, n * han_bytes))) {
            return n * han_bytes;
        }
    }
    return 0;
}

// Before spaces, colons and quotes that may stand between a cue and a name.
std::string_view before_gap(std::string_view text, size_t at) noexcept
{
    constexpr std::string_view gaps[] = {
        " ", ":", "：", "\"", "“", "「", "*", "\t",
    };
    std::string_view left = text.substr(0, at);
    for (int i = 0; i < 4; i++) {
        size_t size = ending_of(left, gaps);
        if (size == 0) {
            break;
        }
        left.remove_suffix(size);
    }
    return left;
}

bool has_cue_before(std::string_view text, size_t at) noexcept
{
    return ending_of(before_gap(text, at), cues) != 0
        || (may_have_strong_cue(text, at)
            && cue_before(text, at) >= Cue::strong);
}

// Both are asked at each character; the last one, or the first, says no to
// nearly all.
bool ends_joined_cue(std::string_view text) noexcept
{
    return ending_of(text, {"叫", "是"}) != 0
        && ending_of(text, joined_cues) != 0;
}

bool begins_honorific(std::string_view text) noexcept
{
    return prefix_of(text, {"先", "女", "小"}) != 0
        && prefix_of(text, chinese_honorifics) != 0;
}

class CjkNames {
public:
    CjkNames(std::string_view text, const ByteMap& map, Findings* out)
        : text_(text), map_(map), out_(out)
    {
    }

    void find();

private:
    size_t look(size_t at);
    size_t try_spaced(const Run& first, Script script);
    size_t look_at_han(const Run& run);
    size_t look_at_hangul(const Run& run);
    size_t end_of_han_name(size_t start, size_t end) const noexcept;
    size_t start_of_called(size_t from, size_t end) const noexcept;
    size_t add(size_t start, size_t end);

    std::string_view view(const Run& run) const noexcept
    {
        return text_.substr(run.start, run.end - run.start);
    }

    std::string_view  text_;
    const ByteMap&    map_;
    Findings*         out_;
};

size_t CjkNames::add(size_t start, size_t end)
{
    out_->push_back({{static_cast<uint32_t>(start),
                      static_cast<uint32_t>(end)}, Slug::person_name});
    return end;
}

// "隆 中村", "朱 磊": nothing else of the script stands beside the two.
size_t CjkNames::try_spaced(const Run& first, Script script)
{
    if (first.count() >= most_in_name || text_.substr(first.end, 1) != " ") {
        return 0;
    }
    Run second = run_at(text_, first.end + 1, script);
    if (second.count() == 0 || second.count() >= most_in_name
        || (text_.substr(second.end, 1) == " "
            && run_at(text_, second.end + 1, script).count() != 0)
        || (first.start > han_bytes && text_[first.start - 1] == ' '
            && run_at(text_, first.start - 1 - han_bytes, script).count() != 0))
    {
        return 0;
    }
    bool has_surname = script == Script::hangul
        ? hangul_surname_list.has(view(first))
              || hangul_surname_list.has(view(second))
        : han_surname_list.has(view(first))
              || han_surname_list.has(view(second));
    return has_surname ? add(first.start, second.end) : 0;
}

// A surname and what may be the given name behind it.
size_t CjkNames::end_of_han_name(size_t start, size_t end) const noexcept
{
    size_t surname = surname_of(text_.substr(start, end - start));
    if (surname == 0) {
        return 0;
    }
    size_t at = start + surname;
    size_t most = std::min(end, at + 2 * han_bytes);
    while (at < most && prefix_of(text_.substr(at), stops) == 0) {
        at += han_bytes;
    }
    return at - start > han_bytes ? at : 0;
}

// "王小明", of which nothing before `from` is a part; `end` for another word.
size_t CjkNames::start_of_called(size_t from, size_t end) const noexcept
{
    size_t start = end;
    for (size_t n = 1; n <= 3 && from + n * han_bytes <= end; n++) {
        size_t at = end - n * han_bytes;
        if (surname_of(text_.substr(at, end - at)) != 0) {
            start = at;
        }
    }
    return start;
}

size_t CjkNames::look_at_han(const Run& run)
{
    if (size_t end = try_spaced(run, Script::han)) {
        return end;
    }
    size_t from = run.start;  // behind the last finding
    for (size_t at = run.start; at < run.end; at += han_bytes) {
        if (at == run.start || ends_joined_cue(text_.substr(from, at - from)))
        {
            size_t end = end_of_han_name(at, run.end);
            if (end != 0
                && (at != run.start || has_cue_before(text_, run.start)))
            {
                from = add(at, end);
                at = end - han_bytes;
            }
        } else if (begins_honorific(text_.substr(at))) {
            size_t start = start_of_called(from, at);
            if (start < at) {
                add(start, at);
            }
            from = at + han_bytes;
        }
    }
    std::string_view rest = text_.substr(from, run.end - from);
    size_t tail = ending_of(rest, japanese_honorifics);
    size_t name = rest.size() - tail;
    bool is_called = tail != 0
        || prefix_of(text_.substr(run.end), japanese_honorifics) != 0;
    if (is_called && from == run.start && name <= most_in_name * han_bytes
        && surname_of(rest.substr(0, name)) != 0)
    {
        add(run.start, run.start + name);
    }
    return run.end;
}

size_t CjkNames::look_at_hangul(const Run& run)
{
    if (size_t end = try_spaced(run, Script::hangul)) {
        return end;
    }
    std::string_view name = view(run);
    std::string_view behind = text_.substr(run.end);
    bool is_called = behind.substr(0, 4) == " 씨"
        || ending_of(name, {"씨"}) != 0;
    if (name.size() > korean_name * han_bytes) {
        name.remove_suffix(ending_of(name, hangul_ends));
    }
    bool fits = name.size() == korean_name * han_bytes
        && hangul_surname_list.has(name.substr(0, han_bytes))
        && (is_called || has_cue_before(text_, run.start));
    return fits ? add(run.start, run.start + name.size()) : run.end;
}

size_t CjkNames::look(size_t at)
{
    Char c = char_at(text_, at);
    if (is_of(Script::hangul, c.code)) {
        return look_at_hangul(run_at(text_, at, Script::hangul));
    }
    return is_of(Script::han, c.code)
        ? look_at_han(run_at(text_, at, Script::han)) : at + c.size;
}

void CjkNames::find()
{
    size_t at = map_.next(&ByteBlock::ideographs, 0);
    while (at < text_.size()) {
        at = map_.next(&ByteBlock::ideographs, look(at));
    }
}

}  // namespace

void find_cjk_names(std::string_view text, const ByteMap& map,
    Findings* out)
{
    CjkNames(text, map, out).find();
}

}  // namespace gate::guard
