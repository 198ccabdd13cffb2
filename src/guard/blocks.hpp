// A list that grows without moving what it holds: it takes little more memory
// than its elements, and never twice that while it grows. Adding may throw
// std::bad_alloc.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace gate::guard {

template <class T>
class Blocks {
public:
    void push_back(const T& value)
    {
        if (size_ % block == 0 && size_ / block == blocks_.size()) {
            blocks_.emplace_back(new T[block]);
        }
        size_++;
        back() = value;
    }

    T& operator[](size_t i) noexcept { return blocks_[i / block][i % block]; }
    const T& operator[](size_t i) const noexcept
    {
        return blocks_[i / block][i % block];
    }
    T& back() noexcept { return (*this)[size_ - 1]; }

    size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

    // Forgets all but the first `size` elements; the memory is kept.
    void shrink(size_t size) noexcept { size_ = size; }

    // Forgets all; memory is kept for one block.
    void clear() noexcept
    {
        size_ = 0;
        if (blocks_.size() > 1) {
            blocks_.erase(blocks_.begin() + 1, blocks_.end());
        }
    }

private:
    static constexpr size_t block = 2048;  // elements

    std::vector<std::unique_ptr<T[]>>  blocks_;
    size_t                             size_ = 0;
};

}  // namespace gate::guard
