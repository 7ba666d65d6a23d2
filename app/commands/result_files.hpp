#pragma once

#include "app/commands/command.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

using Json = nlohmann::ordered_json;

struct StepTimings;

// Writes the text to a file, which appears whole or not at all, or to standard output, which is
// called "-". Throws failure, naming the file.
void write_text(const std::filesystem::path& file, std::string_view text);

// A document as its file holds it. Bytes of names that are no UTF-8 are replaced: JSON has no place
// for them.
std::string json_text(const Json& document);
// By name, the milliseconds of each of so many steps.
Json phases_json(const StepTimings& timings, double steps = 1);
Json if_known(const std::optional<double>& number); // else null
Json if_finite(double number);                      // likewise: JSON has no infinity

// Throws bad_input unless a file of this name, of about so many bytes, can be written now; an empty
// name is no file and fine. To be asked before hours of work.
void require_place(const std::filesystem::path& file, std::uintmax_t bytes = 0);
void require_one_on_standard_output(const std::string& output, const std::string& json);

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

// Writes a table of results and the report of how it was made, if one is wanted; `sentence`, with
// where the table went, is told unless standard output has one of them.
ExitCode write_results(const std::filesystem::path& table, const ResultFiles::Write& write,
                       const std::string& json, const Json& report, const std::string& sentence,
                       const Console& console);

} // namespace orrery
