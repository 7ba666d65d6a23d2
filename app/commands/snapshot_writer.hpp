#pragma once

#include "app/commands/numbered_path.hpp"
#include "sim/simulation.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What a run is to leave behind of its bodies.
struct SnapshotPlan {
    std::filesystem::path output;        // empty: nothing
    std::optional<double> interval = {}; // in the system's time; unset: the final state only
};

// Writes the final state or, with an interval, one file every so much time, the first and the last
// state included.
class SnapshotWriter {
public:
    SnapshotWriter(const SnapshotPlan& plan, const Simulation& simulation);

    void after_step(const Simulation& simulation);
    void finish(const Simulation& simulation);

    const std::vector<std::string>& files() const { return files_; }

private:
    void write(const Simulation& simulation);

    NumberedPath path_;
    bool wanted_;
    std::optional<double> interval_;
    double next_;
    std::optional<std::uint64_t> last_written_;
    std::vector<std::string> files_;
};

} // namespace orrery
