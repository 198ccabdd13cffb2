#include "guard/people/name_traits.hpp"

#include "guard/people/name_table.hpp"
#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

// a word behind a name that makes it the name of something else
constexpr std::string_view owner_words[] = {
    "Inc", "LLC", "Ltd", "GmbH", "AG", "Corp", "Corporation", "Company", "Co",
    "Group", "Bank", "Holdings", "Partners", "Associates", "Technologies",
    "Systems", "Solutions", "Industries", "Enterprises", "Labs", "Street",
    "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Ln", "Drive", "Blvd",
    "Boulevard", "Court", "Square", "Place", "Way", "Park", "Bridge",
    "Tower", "University", "College", "School", "Institute", "Hospital",
    "Clinic", "Center", "Centre", "Museum", "Library", "Theatre", "Theater",
    "Stadium", "Airport", "Station", "Island", "Islands", "Lake", "River",
    "Mountain", "Falls", "Beach", "Bay", "Valley", "County", "City", "Award",
    "Prize", "Medal", "Cup", "Trophy", "Foundation", "Trust", "Fund",
    "Syndrome", "Disease", "Theorem", "Method", "Technique", "Tech", "Test",
    "Scale", "Hotel", "Inn", "Church", "Cathedral", "Framework", "Platform",
};

// a word before a name that makes it the name of a place
constexpr std::string_view place_head_words[] = {
    "San", "Santa", "Santo", "São", "Saint", "El", "Los", "Las", "Fort",
    "Port", "Mount", "Mt", "Lake", "New", "North", "South", "East", "West",
    "Upper", "Lower", "Villa", "Rua", "Rue", "Via", "Viale", "Calle",
    "Piazza", "Plaza", "Avenida", "Avenue", "Cape", "Isla", "Cite",
};

constexpr WordList owners(owner_words);
constexpr WordList place_heads(place_head_words);

}  // namespace

bool has(const NameWord& word, uint32_t flags) noexcept
{
    return (word.flags & flags) != 0;
}

bool is_ordinary(const NameWord& word) noexcept
{
    return has(word, flag_common_word)
        || (has(word, flag_word) && !has(word, flag_known_given));
}

bool is_given(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_given);
}

bool is_clear_given(const NameWord& word) noexcept
{
    return is_given(word) && !is_ordinary(word) && !has(word, flag_proper);
}

bool is_unknown(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && word.flags == 0 && !word.all_caps
        && word.end - word.start > 2;
}

bool is_surname(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_surname);
}

bool is_clear_surname(const NameWord& word) noexcept
{
    return is_surname(word) && !is_ordinary(word) && !has(word, flag_proper);
}

bool can_follow(const NameWord& word) noexcept
{
    if (word.kind != WordKind::name) {
        return false;
    }
    return has(word, flag_given | flag_surname) || is_unknown(word)
        || (has(word, flag_proper | flag_word)
            && !has(word, flag_common_word) && !word.all_caps);
}

bool is_owner_word(std::string_view word) noexcept
{
    return owners.has(word);
}

bool is_place_head(std::string_view word) noexcept
{
    return place_heads.has(word);
}

}  // namespace gate::guard
