#include "guard/injection/view.hpp"

#include <algorithm>

namespace gate::guard {

void SourceMap::start_run(size_t view, size_t source)
{
    linear_ = true;
    distance_ = source - view;
    pieces_.push_back({static_cast<uint32_t>(view),
                       static_cast<uint32_t>(source), 0});
}

void SourceMap::stands_for(size_t view, size_t source, size_t size)
{
    linear_ = false;
    pieces_.push_back({static_cast<uint32_t>(view),
                       static_cast<uint32_t>(source),
                       static_cast<uint32_t>(size)});
}

const SourceMap::Piece& SourceMap::piece_of(size_t view) const noexcept
{
    auto after = std::upper_bound(pieces_.begin(), pieces_.end(), view,
        [](size_t at, const Piece& piece) { return at < piece.view; });
    return *(after - 1);
}

Span SourceMap::source_of(size_t start, size_t end) const noexcept
{
    const Piece& first = piece_of(start);
    const Piece& last = piece_of(end - 1);
    Span span{first.source, last.source + last.size};

    if (first.size == 0) {
        span.start += static_cast<uint32_t>(start - first.view);
    }
    if (last.size == 0) {
        span.end += static_cast<uint32_t>(end - last.view);
    }
    return span;
}

}  // namespace gate::guard
