// How a command ends that cannot do what it was asked for.
#pragma once

#include <stdexcept>
#include <string>

namespace gate::internctl {

// A failure that the operator can act on; `status` is the exit status.
struct Failure : std::runtime_error {
    Failure(int exit_status, const std::string& what)
        : std::runtime_error(what), status(exit_status)
    {
    }
    int  status;
};

[[noreturn]] inline void fail(const std::string& what)
{
    throw Failure(1, what);
}

[[noreturn]] inline void misuse(const std::string& what)
{
    throw Failure(2, what + "; \"internctl --help\" lists the words");
}

}  // namespace gate::internctl
