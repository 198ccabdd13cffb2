// Finds a member name that an object holds twice.
//
// Names of the open objects lie on one stack, compared after unescaping. Small
// objects compare directly, large ones by a hash whose seed differs per
// process, so names chosen to collide cost nothing extra (fault J26).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::json {

class MemberNames {
public:
    MemberNames();

    void open();
    // False if the innermost open object has this name already. Large objects
    // say so at close() instead.
    bool add(std::string_view name);
    // False if a large object had a name twice.
    bool close();

private:
    struct Name {
        uint64_t  hash;
        uint32_t  offset;
        uint32_t  size;
    };

    std::string_view text(const Name& name) const;

    uint64_t               seed_;
    std::string            bytes_;
    std::vector<Name>      names_;
    std::vector<uint32_t>  starts_;  // first name of each open object
};

}  // namespace gate::json
