// Bodies of application/x-www-form-urlencoded, read as JSON.
//
// The fields are decoded into an array of objects with one member each, so that
// their names and values are inspected like those of a body of JSON, and what
// is replaced there is written back: encoded, and without a change to any other
// byte of the form.
#pragma once

#include "guard/redactor.hpp"
#include "json/prescan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

class FormBody {
public:
    // The flaw of a form whose fields are not strict UTF-8 without NUL. A '%'
    // that begins no escape stands for itself. Takes up to 30 bytes of memory
    // for each of the form. Throws only std::bad_alloc.
    std::optional<json::Flaw> read(std::string_view form);

    // Strict JSON; valid until the next read().
    std::string_view json() const noexcept { return json_; }

    // The form that was read, with these places of json() replaced.
    std::string write(std::string_view form,
        const std::vector<Replaced>& places) const;

    // Gives back what a large form took.
    void forget();

private:
    void put(std::string_view bytes, size_t source);
    std::optional<json::Flaw> put_text(std::string_view form, size_t start,
        size_t end);

    std::string            json_;
    std::vector<uint32_t>  sources_;  // of each byte of json_, in the form
    std::string            text_;     // of one field
};

}  // namespace gate::guard
