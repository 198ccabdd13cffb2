// Finds a member name that an object holds twice.
//
// Names of the open objects lie on one stack, compared after unescaping. Small
// objects compare directly, large ones by a table whose hash has a seed that
// differs per process, so names chosen to collide cost nothing extra (fault
// J26). A name that lies in the text that is read is not copied.
//
// Memory: 16 bytes a name of an open object, and at most 16 more from the
// 17th on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::json {

class MemberNames {
public:
    // The longest text that names may come from.
    static constexpr size_t max_text = INT32_MAX;

    // Names that are views into `text` must stand there until close().
    explicit MemberNames(std::string_view text = {});

    void open();
    // False if the innermost open object has this name already.
    bool add(std::string_view name);
    void close();

private:
    struct Name {
        uint32_t  key;      // its hash, if the object has a table
        uint32_t  offset;
        uint32_t  size;
        uint32_t  is_copy;  // in copies_, not in text_
    };

    // where an object's names, copies and table begin
    struct Start {
        uint32_t  name;
        uint32_t  copy;
        uint32_t  slot;
    };

    bool add_to_large(std::string_view name);
    void push(std::string_view name, uint32_t key);
    std::string_view view(const Name& name) const noexcept;
    uint32_t hash(std::string_view name) const noexcept;
    bool is_in_table(uint32_t key, std::string_view name) const noexcept;
    void insert(size_t name) noexcept;
    void grow_table();

    uint64_t               seed_;
    std::string_view       text_;
    std::string            copies_;
    std::vector<Name>      names_;
    std::vector<uint32_t>  slots_;  // numbers of names from 1; 0 is empty
    std::vector<Start>     starts_;
};

}  // namespace gate::json
