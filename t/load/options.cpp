#include "options.hpp"

#include <cstdlib>

namespace gate::load {

bool Options::parse(int argc, char** argv, std::string* wrong)
{
    for (int i = 0; i < argc; i += 2) {
        std::string name = argv[i];
        if (name.rfind("--", 0) != 0 || i + 1 == argc) {
            *wrong = name;
            return false;
        }
        values_[name.substr(2)] = argv[i + 1];
    }
    return true;
}

int64_t Options::number(const char* name, int64_t fallback) const
{
    auto found = values_.find(name);
    if (found == values_.end()) {
        return fallback;
    }
    return std::strtoll(found->second.c_str(), nullptr, 10);
}

std::string Options::text(const char* name, const char* fallback) const
{
    auto found = values_.find(name);
    return found == values_.end() ? fallback : found->second;
}

}  // namespace gate::load
