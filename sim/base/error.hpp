#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace orrery {

// The cause of a failure; decides the exit code (bad_input: 2, failed: 1).
enum class ErrorKind { bad_input, failed };

// A failure of the world (a file, a driver, memory, a typed number), as opposed to a bug, which
// asserts. Shown to the user as one sentence: what happened, where, and what to do about it.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, std::string what, std::string where, std::string hint);

    ErrorKind kind() const noexcept { return kind_; }
    const std::string& problem() const noexcept { return problem_; }
    const std::string& where() const noexcept { return where_; }
    const std::string& hint() const noexcept { return hint_; }

private:
    ErrorKind kind_;
    std::string problem_;
    std::string where_;
    std::string hint_;
};

// Bad input: a file's contents, a flag, a number.
Error bad_input(std::string what, std::string where, std::string hint);

// Something that should have worked did not: a file could not be written, a driver refused.
Error failure(std::string what, std::string where, std::string hint);

} // namespace orrery
