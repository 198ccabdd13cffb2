// A value or the Error that stands in its place.
//
// Refusals travel as values; exceptions only mean a bug or no memory. Reading
// the value of a failed result is a bug and throws std::bad_variant_access,
// which the nginx boundary turns into a 500.
#pragma once

#include "base/error.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace gate {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : held_(std::move(value)) {}
    Result(Error error) : held_(std::move(error)) {}

    explicit operator bool() const noexcept { return held_.index() == 0; }

    T& operator*() { return std::get<0>(held_); }
    const T& operator*() const { return std::get<0>(held_); }
    T* operator->() { return &std::get<0>(held_); }
    const T* operator->() const { return &std::get<0>(held_); }

    const Error& error() const { return std::get<1>(held_); }

private:
    std::variant<T, Error>  held_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const noexcept { return !error_; }
    const Error& error() const { return error_.value(); }

private:
    std::optional<Error>  error_;
};

}  // namespace gate
