#include "guard/people/name_skip.hpp"

#include "guard/people/name_cues.hpp"
#include "guard/people/name_roles.hpp"
#include "guard/people/name_table.hpp"

namespace gate::guard {

bool NameSkipper::is_particle(size_t at) const noexcept
{
    if (!may_be_particle(text_, at)) {
        return false;
    }
    size_t size = count_ascii_letters(text_, at);
    return (roles_of(text_.substr(at, size)) & role_particle) != 0;
}

// Whether a word that is no clear given name can be a name: as one of a run,
// or by what stands around it.
bool NameSkipper::may_be_cued(size_t at, size_t end, uint32_t flags)
    const noexcept
{
    char next = end + 1 < text_.size() && text_[end] == ' '
        ? text_[end + 1] : '.';
    if (next >= 'a' && next <= 'z') {
        if (flags != 0 && is_particle(end + 1)) {
            return true;
        }
    } else if ((next >= 'A' && next <= 'Z') || next == '\''
               || static_cast<unsigned char>(next) >= 0x80)
    {
        return true;
    }
    return acts_behind(text_, end)
        || (may_have_strong_cue(text_, at)
            && cue_before(text_, at) >= Cue::strong);
}

size_t NameSkipper::skip(size_t at, uint32_t* known) noexcept
{
    size_t size = count_ascii_letters(text_, at);
    size_t end = at + size;
    if (size == 16 || size == 0 || end >= text_.size()) {
        return 0;
    }
    if (!ends_plain_word(text_, end) || (size == 1 && text_[end] == '.')) {
        return 0;
    }
    if (size == 1) {
        remember(at, end, flag_word);
        return end;
    }
    uint32_t flags = look_up_ascii_word(text_, at, size);
    *known = flags;
    bool is_name = (flags & (flag_given | flag_surname)) != 0;
    if (((is_name || flags == 0)
         && (is_clear_given(flags) || may_be_cued(at, end, flags)))
        || is_title(text_.substr(at, size)))
    {
        return 0;
    }
    if (!is_name) {
        remember(at, end, flags);
    }
    return end;
}

}  // namespace gate::guard
