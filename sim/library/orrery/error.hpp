#pragma once

#include <stdexcept>
#include <string>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// Everything that this library throws, as one sentence: what happened, where, and what to do.
class Error : public std::runtime_error {
public:
    enum class Kind {
        input,  // a name, a number or a file that cannot be used: the caller can mend it
        failure // what should have worked did not: memory, a file, a GPU
    };

    Error(Kind kind, const std::string& sentence);
    Error(const Error&);
    Error& operator=(const Error&) = delete;
    ~Error() override;

    Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

} // namespace gnu::visibility("default")]]library
} // namespace orrery
