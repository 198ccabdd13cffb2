#include "guard/people/address_street.hpp"

#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

constexpr size_t cue_reach = 40;

constexpr std::string_view cue_ends[] = {
    "address with", "address:", "address is", "address? it is", "lives at",
    "live at", "living at", "lived at", "lives on", "live on", "located at",
    "residing at", "resides at", "reside at", "ship to", "ship it to",
    "deliver to", "delivered to", "deliver it to", "send it to",
    "sent to", "mail to", "mail it to", "new one to", "one to", "meet me at",
    "station is on", "side of", "corner of", "location:",
    "office is", "office at", "house at", "home at", "headquartered at",
    "parcel went to", "validate the following?", "here they are:",
    "street:", "residence:", "domicile:", "adresse:", "anschrift:",
    "dirección:", "indirizzo:", "visit us at", "pick up at", "based at",
};

constexpr EndingList cues(cue_ends);

// Before what may stand between a cue and an address.
size_t end_of_cue(std::string_view text, size_t at) noexcept
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '"'
                      || text[at - 1] == '>' || text[at - 1] == '\t'))
    {
        at--;
    }
    return at;
}

}  // namespace

bool has_address_cue(std::string_view text, size_t at) noexcept
{
    size_t end = end_of_cue(text, at);
    size_t from = end > cue_reach ? end - cue_reach : 0;
    return cues.end(text.substr(from, end - from), 0);
}

}  // namespace gate::guard
