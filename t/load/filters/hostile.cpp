#include "hostile.hpp"

namespace gate::load {

std::string made(const HostileBody& body, size_t bytes,
    size_t times)
{
    std::string unit;
    for (char c : body.unit) {
        if (c != 'W') {
            unit += c;
            continue;
        }
        for (int i = 0; i < 10; i++) {
            unit += "override 1gn0r3 ";
        }
    }

    std::string out(body.before);
    for (size_t i = bytes / unit.size() * times; i > 0; i--) {
        out += unit;
    }
    return out.append(body.after);
}

}  // namespace gate::load
