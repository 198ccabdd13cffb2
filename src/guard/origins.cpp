#include "guard/origins.hpp"

#include "json/escape.hpp"

#include <algorithm>
#include <optional>

namespace gate::guard {

namespace {

using Places = std::vector<Place>;

// In bytes for each byte that it stands for.
constexpr size_t longest_escape = 6;

bool starts_before(const Place& a, const Place& b) noexcept
{
    return a.span.start < b.span.start;
}

bool ends_before(const Place& a, const Place& b) noexcept
{
    return a.span.end < b.span.end;
}

// Follows ascending offsets of the buffer one step back.
class Steps {
public:
    Steps(const Collected& texts, std::string_view body) noexcept
        : texts_(texts), body_(body)
    {
    }

    // The piece that this byte of the buffer is in, or pieces.size().
    size_t piece_of(uint32_t at)
    {
        const auto& pieces = texts_.pieces;
        if (index_ < pieces.size() && pieces[index_].end() <= at) {
            index_++;
            if (index_ < pieces.size() && pieces[index_].end() <= at) {
                index_ = texts_.piece_at(at);
            }
            walk_.reset();
        }
        return index_;
    }

    // Where what starts, or ends, at this offset of the piece's text does so
    // in what the piece comes from.
    uint32_t start_of(size_t index, uint32_t offset)
    {
        const Piece& piece = texts_.pieces[index];
        switch (piece.kind()) {
        case Piece::Kind::number:
            return piece.source;
        case Piece::Kind::run:
            return in_run(piece, offset);
        default:
            break;
        }
        if (!is_walked(piece)) {
            return piece.source + offset;
        }
        return piece.source + static_cast<uint32_t>(
            walk(piece).start_of(offset));
    }

    uint32_t end_of(size_t index, uint32_t offset)
    {
        const Piece& piece = texts_.pieces[index];
        switch (piece.kind()) {
        case Piece::Kind::number:
            return number_end(piece);
        case Piece::Kind::run:
            return in_run(piece, offset - 1) + 1;
        default:
            break;
        }
        if (!is_walked(piece)) {
            return piece.source + offset;
        }
        return piece.source + static_cast<uint32_t>(
            walk(piece).end_of(offset));
    }

private:
    static bool is_walked(const Piece& piece) noexcept
    {
        return piece.has_escape || piece.kind() == Piece::Kind::unescaped;
    }

    json::EscapeWalk& walk(const Piece& piece)
    {
        if (!walk_) {
            std::string_view from = piece.is_of_body()
                                    ? body_ : std::string_view(texts_.buffer);
            walk_.emplace(from.substr(piece.source,
                                      longest_escape * piece.size));
        }
        return *walk_;
    }

    uint32_t number_end(const Piece& piece) const noexcept
    {
        size_t end = body_.find_first_not_of("0123456789+-.eE", piece.source);
        return static_cast<uint32_t>(std::min(end, body_.size()));
    }

    // The pieces of a run are apart by one text_break each.
    uint32_t in_run(const Piece& piece, uint32_t offset) const noexcept
    {
        const Run& run = texts_.runs[piece.source];
        uint32_t first = texts_.pieces[run.first].start;
        auto gap = static_cast<uint32_t>(text_break.size());
        uint32_t least = run.first;
        uint32_t most = run.last;

        while (least < most) {
            uint32_t middle = most - (most - least) / 2;
            uint32_t start = texts_.pieces[middle].start - first
                             - gap * (middle - run.first);
            if (start <= offset) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        return first + offset + gap * (least - run.first);
    }

    const Collected&                 texts_;
    std::string_view                 body_;
    size_t                           index_ = 0;
    std::optional<json::EscapeWalk>  walk_;  // of the piece at index_
};

// Cuts places at the borders of pieces, and of what runs are made of; what is
// in no piece goes.
Places cut(const Collected& texts, const Places& places)
{
    Places out;
    const auto& pieces = texts.pieces;

    out.reserve(places.size());
    for (const Place& place : places) {
        for (size_t i = texts.piece_at(place.span.start);
             i < pieces.size() && pieces[i].start < place.span.end; i++)
        {
            Place part = place;
            part.span.start = std::max(place.span.start, pieces[i].start + 0u);
            part.span.end = std::min(place.span.end, pieces[i].end());
            part.is_fixed = pieces[i].kind() == Piece::Kind::name
                            || pieces[i].kind() == Piece::Kind::payload;
            part.is_number = pieces[i].kind() == Piece::Kind::number;
            if (part.span.start < part.span.end) {
                out.push_back(part);
            }
        }
    }
    return out;
}

}  // namespace

void to_body(const Collected& texts, std::string_view body, Places* places)
{
    Places open = std::move(*places);

    places->clear();
    while (!open.empty()) {
        open = cut(texts, open);
        std::sort(open.begin(), open.end(), starts_before);
        Steps starts(texts, body);
        for (Place& place : open) {
            size_t index = starts.piece_of(place.span.start);
            place.span.start = starts.start_of(
                index, place.span.start - texts.pieces[index].start);
        }

        std::sort(open.begin(), open.end(), ends_before);
        Steps ends(texts, body);
        size_t kept = 0;
        for (Place& place : open) {
            size_t index = ends.piece_of(place.span.end - 1);
            place.span.end = ends.end_of(
                index, place.span.end - texts.pieces[index].start);
            if (texts.pieces[index].is_of_body()) {
                places->push_back(place);
            } else {
                open[kept++] = place;
            }
        }
        open.resize(kept);
    }
    std::sort(places->begin(), places->end(), starts_before);
}

}  // namespace gate::guard
