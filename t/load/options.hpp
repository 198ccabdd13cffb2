// The command line of the load driver: `--name value` pairs, nothing else.
// Which names a sub-command takes is the business of driver.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace gate::load {

// The pairs after the sub-command. A name without a value, or a word that is
// no name, makes parse() fail and says which one it was.
class Options {
public:
    bool parse(int argc, char** argv, std::string* wrong);

    int64_t number(const char* name, int64_t fallback) const;
    std::string text(const char* name, const char* fallback) const;

private:
    std::map<std::string, std::string> values_;
};

}  // namespace gate::load
