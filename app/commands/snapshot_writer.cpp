#include "app/commands/snapshot_writer.hpp"

#include "app/commands/text_output.hpp"
#include "sim/error.hpp"
#include "sim/snapshot.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {

SnapshotWriter::SnapshotWriter(const SnapshotPlan& plan, const Simulation& simulation)
    : path_(plan.output), wanted_(!plan.output.empty()), interval_(plan.interval),
      next_(simulation.time()) {
    if (wanted_) {
        static_cast<void>(format_to_write(plan.output));
        require_folder(plan.output);
    }
    if (interval_ && !path_.has_number()) {
        throw bad_input("--snapshot-every needs numbered files", "-o",
                        "write a place for the number, like -o out-%05d.tipsy");
    }
}

void SnapshotWriter::after_step(const Simulation& simulation) {
    // Half a step of tolerance: the snapshot nearest to each multiple of the interval.
    if (interval_ && simulation.time() >= next_ - simulation.time_step() / 2) {
        write(simulation);
        next_ += *interval_ * std::max(1.0, std::ceil((simulation.time() - next_) / *interval_));
    }
}

void SnapshotWriter::finish(const Simulation& simulation) {
    if (wanted_ && simulation.version() != last_written_) {
        write(simulation);
    }
}

void SnapshotWriter::write(const Simulation& simulation) {
    const auto file = path_.at(files_.size());
    write_snapshot(file, simulation.snapshot());
    files_.push_back(file.string());
    last_written_ = simulation.version();
}

} // namespace orrery
