#include "guard/people/name_roles.hpp"

#include <iterator>

#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

constexpr std::string_view honorific_words[] = {
    "Mr", "Mrs", "Ms", "Miss", "Mister", "MR", "MRS", "MS", "Mx",
};

constexpr std::string_view title_words[] = {
    "Dr", "DR", "Prof", "Professor", "Doctor", "Sir", "Dame", "Rev",
    "Reverend", "Herr", "Frau", "Monsieur", "Madame", "Mme", "Mlle",
    "Señor", "Señora", "Sr", "Sra", "Signor", "Signora", "Don", "Doña",
    "Capt", "Captain", "Lt", "Sgt", "Sergeant", "Col", "Colonel", "Maj",
    "Gen", "Judge", "Justice", "Senator", "Sen", "Officer", "Detective",
    "Nurse", "Uncle", "Aunt", "Attorney", "Atty", "Mag", "Ing", "Fr",
};

constexpr std::string_view suffix_words[] = {
    "Jr", "Sr", "II", "III", "IV", "PhD", "MD", "DDS", "DVM", "Esq", "RN",
};

constexpr std::string_view particle_words[] = {
    "van", "der", "den", "de", "la", "del", "della", "di", "da", "do", "dos",
    "das", "du", "von", "zu", "bin", "ibn", "ben", "bint", "al", "el", "ter",
    "ten", "le", "af", "av", "y", "e", "i", "zum", "zur", "op", "'t",
};

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

// All of them in one table.
constexpr auto make_roles() noexcept
{
    WordMap<std::size(honorific_words) + std::size(title_words)
            + std::size(suffix_words) + std::size(particle_words)
            + std::size(owner_words) + std::size(place_head_words)> roles;
    roles.add(honorific_words, role_honorific);
    roles.add(title_words, role_title);
    roles.add(suffix_words, role_suffix);
    roles.add(particle_words, role_particle);
    roles.add(owner_words, role_owner);
    roles.add(place_head_words, role_place_head);
    return roles;
}

constexpr auto roles = make_roles();
constexpr WordHeads particle_heads(particle_words);

// First and last bytes.
constexpr LetterPairs make_title_letters() noexcept
{
    LetterPairs pairs;
    auto add = [&](const auto& words) {
        for (std::string_view word : words) {
            pairs.add(word[0], word[word.size() - 1]);
        }
    };
    add(honorific_words);
    add(title_words);
    add(suffix_words);
    return pairs;
}

constexpr LetterPairs title_letters = make_title_letters();

}  // namespace

uint8_t roles_of(std::string_view word) noexcept
{
    return roles.find(word);
}

bool is_title(std::string_view word) noexcept
{
    return title_letters.has(word.front(), word.back())
        && (roles.find(word)
            & (role_honorific | role_title | role_suffix)) != 0;
}

bool may_be_particle(std::string_view text, size_t at) noexcept
{
    return particle_heads.may_begin(text, at);
}

}  // namespace gate::guard
