#pragma once

#include "app/commands/command.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace orrery {

// The files that a command leaves behind. Each is written where the user wants it or, should that
// fail after all, where it can be: what took hours to compute is never thrown away. Where it went
// is said on standard error.
class ResultFiles {
public:
    using Write = std::function<void(const std::filesystem::path&)>; // throws failure

    // Calls `write` with the wanted name or else with a new one, "orrery-rescue-20261121-051942"
    // and `extension`, in the working folder or else in $TMPDIR. Where it was written; nullopt:
    // nowhere. Of a series there is one such file, which always holds its newest: what has no room
    // where it is wanted must not fill another disk.
    std::optional<std::filesystem::path> write(const std::filesystem::path& wanted,
                                               std::string_view extension, const Write& write);

    // A report goes to standard output instead. No name: it is not wanted.
    void write_report(const std::filesystem::path& wanted, std::string_view text);

    // Failed, if anything is not where it was wanted.
    ExitCode exit_code() const { return complete_ ? ExitCode::done : ExitCode::failed; }

private:
    bool complete_ = true;
    std::map<std::string, std::filesystem::path, std::less<>> rescued_; // by extension
};

} // namespace orrery
