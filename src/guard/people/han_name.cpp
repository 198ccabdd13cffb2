#include "guard/people/han_name.hpp"

#include <algorithm>

#include "guard/people/name_cues.hpp"
#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

using cjk::char_size;
using cjk::ending_of;
using cjk::prefix_of;
using cjk::Run;

#include "guard/people/han_surnames.inc"

// What stands before a name, with a sign or a space between them.
constexpr std::string_view chinese_cues[] = {
    "姓名", "名字", "患者", "病人", "客户", "联系人", "收件人", "收货人",
};
constexpr std::string_view japanese_cues[] = {
    "氏名", "名前", "名前は", "氏名は", "担当者", "宛名",
};

// The same with nothing between them.
constexpr std::string_view joined_cues[] = {
    "我叫", "他叫", "她叫", "名字叫", "名字是", "姓名是",
};

// Labels of what a person wrote, not of who it is.
constexpr std::string_view labels_of_texts[] = {
    "user", "User", "USER", "assistant", "Assistant", "subject", "Subject",
    "re", "Re", "RE",
};

// Behind a name: in Chinese, where words go on behind it, and in Japanese.
constexpr std::string_view chinese_honorifics[] = {"先生", "女士", "小姐"};
constexpr std::string_view japanese_honorifics[] = {
    "様", "氏", "さん", "さま", "くん", "ちゃん",
};

// Surnames of one character that a Japanese honorific may stand behind.
constexpr std::string_view short_surnames[] = {"林", "森", "原", "堀", "関"};

// No given name begins with these; none has the others in its second place,
// the last ones but at the end of a run.
constexpr std::string_view first_stops[] = {
    "是", "在", "的", "了", "我", "你", "他", "她", "说", "說", "很",
    "先", "女",
};
constexpr std::string_view stops[] = {
    "是", "在", "的", "了", "我", "你", "他", "她", "说", "說", "很", "因",
    "手", "男", "女", "岁", "性", "职", "毕", "与", "住", "今", "电", "也",
    "想", "要", "从", "不", "先", "老", "医", "同", "様", "氏", "打", "给",
    "让", "请", "到", "，",
};
constexpr std::string_view soft_stops[] = {"和", "来", "有", "小"};

// Words that begin with a surname.
constexpr std::string_view other_words[] = {
    "高血", "高级", "高度", "高龄", "高烧", "高热", "高手", "高校", "任何",
    "任意", "任务", "任天", "方案", "方法", "方便", "方面", "马上", "周末",
    "周报", "周年", "万一", "白色", "白血", "原則", "原作", "王国", "王様",
    "王子", "王女", "何为", "何时", "石油", "江南", "向来", "东京", "東京",
    "森林", "原因", "南口", "于是",
};

// Words that end in one, before 先生 or 女士.
constexpr std::string_view other_ends[] = {
    "关于", "对于", "至于", "由于", "任何", "官方", "对方", "地方", "最高",
};

constexpr WordList surnames(han_surnames);

constexpr size_t most_of_surname = 3;
constexpr size_t most_in_japanese = 5;

// The bytes of the longest surname that `run` begins with; 0 if none does.
size_t surname_of(std::string_view run) noexcept
{
    size_t most = std::min(run.size() / char_size, most_of_surname);
    for (size_t n = most; n > 0; n--) {
        if (surnames.has(run.substr(0, n * char_size))) {
            return n * char_size;
        }
    }
    return 0;
}

bool is_kana(std::string_view text, size_t at) noexcept
{
    return at < text.size() && char_at(text, at).code >= 0x3041
        && char_at(text, at).code <= 0x30ff;
}

// The same at each character of a run: the last one, or the first, says no to
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

class HanNames {
public:
    HanNames(std::string_view text, const Run& run, Findings* out)
        : text_(text), run_(run), from_(run.start), out_(out)
    {
    }

    void find();

private:
    size_t end_of_name(size_t start, bool is_japanese) const noexcept;
    size_t end_of_first() const noexcept;
    size_t start_of_called(size_t end) const noexcept;
    void find_japanese();
    void add(size_t start, size_t end);

    std::string_view between(size_t start, size_t end) const noexcept
    {
        return text_.substr(start, end - start);
    }

    std::string_view  text_;
    Run               run_;
    size_t            from_;  // behind the last finding
    Findings*         out_;
};

void HanNames::add(size_t start, size_t end)
{
    out_->push_back({{static_cast<uint32_t>(start),
                      static_cast<uint32_t>(end)}, Slug::person_name});
    from_ = end;
}

// Behind the surname at `start` and the given name behind it; 0 if none stands
// there. In Japanese the whole run is the name, in Chinese what it is followed
// by is the sign that it ends.
size_t HanNames::end_of_name(size_t start, bool is_japanese) const noexcept
{
    std::string_view rest = between(start, run_.end);
    size_t surname = surname_of(rest);
    if (surname == 0 || prefix_of(rest, other_words) != 0) {
        return 0;
    }
    if (is_japanese && rest.size() <= most_in_japanese * char_size) {
        return rest.size() > char_size ? run_.end : 0;
    }
    auto stops_at = [&](size_t at, const auto& list) {
        return at == run_.end || prefix_of(text_.substr(at), list) != 0;
    };
    size_t at = start + surname;
    if (!stops_at(at, first_stops)) {
        at += char_size;
        bool is_last = at + char_size == run_.end;
        if (!stops_at(at, stops) && (is_last || !stops_at(at, soft_stops))) {
            at += char_size;
        }
    }
    bool ends = stops_at(at, stops) || stops_at(at, soft_stops);
    return ends && at - start > char_size ? at : 0;
}

// The same for the front of the run, if something says that a name stands
// there.
size_t HanNames::end_of_first() const noexcept
{
    size_t end = end_of_name(run_.start, false);
    size_t japanese = end_of_name(run_.start, true);
    if (end == 0 && japanese == 0) {
        return 0;
    }
    cjk::Gap gap = cjk::gap_before(text_, run_.start);
    if (ending_of(gap.before, japanese_cues) != 0) {
        return japanese;
    }
    if (gap.before.size() < run_.start
        && ending_of(gap.before, chinese_cues) != 0)
    {
        return end;
    }
    bool is_cued = may_have_strong_cue(text_, run_.start)
        && cue_before(text_, run_.start) >= Cue::strong
        && ending_of(gap.before, labels_of_texts) == 0;
    return is_cued && !is_kana(text_, run_.end)
               && run_.count() <= most_in_japanese
               && std::max(end, japanese) == run_.end
        ? run_.end : 0;
}

// Where the name before an honorific at `end` begins; `end` if none does: the
// whole run up to there, else the shortest that begins with a surname.
size_t HanNames::start_of_called(size_t end) const noexcept
{
    std::string_view before = between(from_, end);
    size_t count = before.size() / char_size;
    if (ending_of(before, other_ends) != 0) {
        return end;
    }
    if (from_ == run_.start && (count == 2 || count == 3)
        && surname_of(before) != 0 && prefix_of(before, other_words) == 0)
    {
        return from_;
    }
    for (size_t n = 1; n <= std::min<size_t>(count, 3); n++) {
        size_t start = end - n * char_size;
        if (surname_of(between(start, end)) != 0) {
            return start;
        }
    }
    return end;
}

// "山田さん", "清水由紀様"
void HanNames::find_japanese()
{
    std::string_view whole = run_.of(text_);
    size_t tail = ending_of(whole, japanese_honorifics);
    bool is_called = tail != 0
        || prefix_of(text_.substr(run_.end), japanese_honorifics) != 0;
    std::string_view name = whole.substr(0, whole.size() - tail);
    if (!is_called || name.size() > most_in_japanese * char_size
        || prefix_of(name, other_words) != 0)
    {
        return;
    }
    bool fits = surname_of(name) > char_size
        || (name.size() == char_size && prefix_of(name, short_surnames) != 0);
    if (fits) {
        add(run_.start, run_.start + name.size());
    }
}

void HanNames::find()
{
    if (size_t end = end_of_first()) {
        add(run_.start, end);
    }
    size_t at = std::max(from_, run_.start + char_size);
    for (; at < run_.end; at += char_size) {
        if (ends_joined_cue(between(from_, at))) {
            if (size_t end = end_of_name(at, false)) {
                add(at, end);
                at = end - char_size;
            }
        } else if (begins_honorific(text_.substr(at))) {
            size_t start = start_of_called(at);
            if (start < at) {
                add(start, at);
            }
        }
    }
    if (from_ == run_.start) {
        find_japanese();
    }
}

}  // namespace

bool is_han_surname(std::string_view word) noexcept
{
    return surnames.has(word);
}

void find_han_names(std::string_view text, const cjk::Run& run, Findings* out)
{
    HanNames(text, run, out).find();
}

}  // namespace gate::guard
