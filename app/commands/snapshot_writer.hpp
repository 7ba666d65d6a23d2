#pragma once

#include "app/commands/console.hpp"
#include "app/commands/result_files.hpp"
#include "app/record/numbered_path.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshot.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What a run is to leave behind of its bodies.
struct SnapshotPlan {
    std::filesystem::path output;        // empty: nothing; "-": standard output
    std::string format = {};             // its id; empty: as the output's ending says
    std::optional<double> interval = {}; // in the system's time; unset: the final state only
};

// Throws bad_input unless such files can be written; to be asked before a large file is read.
void require_place(const SnapshotPlan& plan);

// Writes the final state or, with an interval, one file every so much time, the first and the last
// state included. A session gets the settings that run.
class SnapshotWriter {
public:
    struct Written {
        std::string file; // where it really is
        double time = 0;
    };

    // Throws bad_input where there is no room for the bodies. Notes what the format cannot hold.
    SnapshotWriter(const SnapshotPlan& plan, const Simulation& simulation, ResultFiles& results,
                   const Console& console);

    void after_step(const Simulation& simulation);
    void finish(const Simulation& simulation);

    const std::vector<Written>& files() const { return files_; }

private:
    void write(const Simulation& simulation);

    NumberedPath path_;
    const SnapshotFormat* format_ = nullptr; // none: nothing is wanted
    std::optional<double> interval_;
    double next_;
    ResultFiles& results_;
    std::size_t count_ = 0;
    std::optional<std::uint64_t> last_written_;
    std::vector<Written> files_;
};

} // namespace orrery
