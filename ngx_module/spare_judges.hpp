// The judges that threads use, kept from one body to the next: a new one takes
// 400 us to fit itself to the injection rules. For the event loop alone.
#pragma once

#include "guard/body_judge.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace gate {

class SpareJudges {
public:
    using Judge = std::unique_ptr<guard::BodyJudge>;

    // Throws std::bad_alloc.
    Judge take()
    {
        return count_ == 0 ? std::make_unique<guard::BodyJudge>()
                           : std::move(judges_[--count_]);
    }

    // One that has forgotten its last body. Frees it when there are enough.
    void give_back(Judge judge) noexcept
    {
        if (judge != nullptr && count_ < judges_.size()) {
            judges_[count_++] = std::move(judge);
        }
    }

private:
    // about 40 KB each; more threads than this share few cores
    std::array<Judge, 8>  judges_;
    size_t                count_ = 0;
};

}  // namespace gate
