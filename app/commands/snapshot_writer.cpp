#include "app/commands/snapshot_writer.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// No format takes much less: single precision for mass, position, velocity, softening, id.
constexpr std::uintmax_t bytes_per_body = 36;

// The format of a plan that asks for files.
const SnapshotFormat& checked_format(const SnapshotPlan& plan, std::size_t bodies) {
    const NumberedPath path(plan.output);
    const SnapshotFormat& format = format_to_write(plan.output, plan.format);
    require_place(path.at(0), bodies * bytes_per_body);
    return format;
}

} // namespace

void require_place(const SnapshotPlan& plan) {
    if (!plan.output.empty()) {
        static_cast<void>(checked_format(plan, 0));
    }
    if (plan.interval && !NumberedPath(plan.output).has_number()) {
        throw bad_input("--snapshot-every needs numbered files", "-o",
                        "give a pattern, like -o out-%05d.tipsy");
    }
}

SnapshotWriter::SnapshotWriter(const SnapshotPlan& plan, const Simulation& simulation,
                               ResultFiles& results, const Console& console)
    : path_(plan.output), interval_(plan.interval), next_(simulation.time()), results_(results) {
    require_place(plan);
    if (plan.output.empty()) {
        return;
    }
    format_ = &checked_format(plan, simulation.count());
    for (const std::string& lost :
         {lost_columns(*format_, *simulation.system()), lost_units(*format_, simulation.units())}) {
        if (!lost.empty()) {
            console.note(printable(lost));
        }
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
    if (format_ != nullptr && simulation.version() != last_written_) {
        write(simulation);
    }
}

void SnapshotWriter::write(const Simulation& simulation) {
    const auto place =
        results_.write(path_.at(count_++), format_->extension, [&](const auto& file) {
            write_snapshot(file, simulation.snapshot(), format_->id, simulation.settings());
        });
    if (place) {
        // What was rescued before is in that file no more.
        std::erase_if(files_, [&](const auto& written) { return written.file == *place; });
        files_.push_back({place->string(), simulation.time()});
        last_written_ = simulation.version();
    }
}

} // namespace orrery
