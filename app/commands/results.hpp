#pragma once

#include "app/commands/command.hpp"
#include "sim/system.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

using Json = nlohmann::ordered_json;

struct StepTimings;

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
// Throws bad_input where both are standard output, or one file.
void require_different_outputs(const std::string& output, const std::string& json);

// The files that a command leaves behind. Each is written where the user wants it or, should that
// fail after all, where it can be: what took hours to compute is never thrown away. Where it went
// is said on standard error.
class ResultFiles {
public:
    using Write = std::function<void(const std::filesystem::path&)>; // throws failure

    // `ranks`: those that write together, of which the first one says where and what was wrong.
    explicit ResultFiles(Communicator& ranks = one_process()) : ranks_(ranks) {}

    // Calls `write` with the wanted name or else with a new one, "orrery-rescue-20261121-051942"
    // and `extension`, in the working folder or else in $TMPDIR. Where it was written; nullopt:
    // nowhere. Of a series there is one such file, which always holds its newest: what has no room
    // where it is wanted must not fill another disk. Collective: `write` throws on all ranks alike.
    std::optional<std::filesystem::path> write(const std::filesystem::path& wanted,
                                               std::string_view extension, const Write& write);

    // A report goes to standard output instead. No name: it is not wanted.
    void write_report(const std::filesystem::path& wanted, std::string_view text);

    // Failed, if anything is not where it was wanted.
    ExitCode exit_code() const { return complete_ ? ExitCode::done : ExitCode::failed; }

private:
    bool writes() const { return ranks_.rank() == 0; }
    std::optional<std::filesystem::path> written_with_first(const std::filesystem::path& wanted,
                                                            const Write& write);

    Communicator& ranks_;
    bool complete_ = true;
    std::map<std::string, std::filesystem::path, std::less<>> rescued_; // by extension
};

// Writes a table of results and the report of how it was made, if one is wanted; `sentence`, with
// where the table went, is told unless standard output has one of them.
ExitCode write_results(const std::filesystem::path& table, const ResultFiles::Write& write,
                       const std::string& json, const Json& report, const std::string& sentence,
                       const Console& console);

// Points in rows along x, which follow each other along y, then z.
struct PointGrid {
    std::array<std::size_t, 3> count{1, 1, 1};
    std::array<double, 3> first{};   // point
    std::array<double, 3> spacing{}; // 0 along an axis of one point

    std::size_t size() const { return count[0] * count[1] * count[2]; }
    std::array<double, 3> point(std::size_t i) const;
};

// Numbers for every body of a system, in file order, or for every point of a grid.
struct ResultTable {
    struct Column {
        const char* names;              // in CSV: "ax,ay,az"
        const char* dataset;            // in HDF5
        std::span<const double> values; // row after row; none: not known
        std::size_t width = 1;
    };
    std::vector<Column> columns;
    std::optional<PointGrid> grid = {};                          // else of the bodies
    std::vector<std::pair<const char*, double>> attributes = {}; // in HDF5
};

// Bodies' ids in a file of results: those of their own file, else their index from 0.
std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count);

// As `.csv` with a first column `id`, or `x,y,z` of a grid, x fastest (17 digits, so that a double
// survives); or as `.h5` with a dataset /id and one for each column, of a grid as arrays of z, y
// and x, with the attributes first_point and spacing. A column that is not known is left empty, and
// its dataset out. Both say which units they are in: CSV in comments above its header, as snapshots
// do; HDF5 in the attributes gravity, time, and length_unit, time_unit, mass_unit where those have
// names.
void write_result(const std::filesystem::path& file, const ResultTable& table,
                  const System& system);
void write_hdf5_result(const std::filesystem::path& file, const ResultTable& table,
                       const System& system);

// Why this build writes no HDF5; empty where it does.
std::string_view hdf5_unavailable();

// Throws bad_input unless forces or densities, the noun, and the report of them can be written to
// such files; to be asked before hours of work.
void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun);

} // namespace orrery
