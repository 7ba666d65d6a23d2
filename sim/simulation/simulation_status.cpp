#include "sim/simulation/simulation_status.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

constexpr std::size_t max_reports = 4096;

} // namespace

// All that changes from step to step, or with the settings.
void SimulationBoard::show_moment(const Simulation& simulation) {
    status.time = simulation.time();
    status.steps = simulation.steps();
    status.time_step = simulation.time_step();
    status.step_accuracy = simulation.step_accuracy();
    status.memory_bytes = simulation.memory_bytes();
    status.state_device = simulation.state_device();
    status.mpi_memory = simulation.mpi_memory();
    status.move_milliseconds = simulation.move_milliseconds();
}

void SimulationBoard::show_load(const Simulation& simulation) {
    status.loading = false;
    status.loaded = true;
    status.suggested = simulation.suggested();
    ++status.load_serial;
    show_bodies(simulation); // with their baseline, if they have been here before
    status.verified.reset();
    status.latest.reset();
    status.ranks.clear();
    show_moment(simulation);
    reports.clear();
}

void SimulationBoard::forget_baselines() {
    baselines_.clear();
    status.initial.reset();
}

// Puts the present baseline aside. Bodies that were never measured begin with what is measured
// next.
void SimulationBoard::take_baseline_of(const std::shared_ptr<const System>& system) {
    if (status.initial) {
        baselines_.push_back({shown_system, status.initial, status.edited_at});
    }
    status.initial.reset();
    status.edited_at.reset();
    std::erase_if(baselines_, [&](const Baseline& each) {
        const auto of = each.of.lock();
        if (of == system) {
            status.initial = each.initial;
            status.edited_at = each.edited_at;
        }
        return of == nullptr || of == system;
    });
}

void SimulationBoard::show_edit(const Simulation& simulation) {
    show_bodies(simulation);
    show_moment(simulation);
    status.edited_at = simulation.time();
    reports.clear();
}

void SimulationBoard::show_bodies(const Simulation& simulation) {
    if (shown_system == simulation.system()) {
        return;
    }
    take_baseline_of(simulation.system());
    status.latest.reset();
    status.verified.reset();
    shown_system = simulation.system();
    status.count = simulation.shown_count();
    status.simulated = simulation.count();
    ++status.bodies_serial;
}

void SimulationBoard::show_settings(const Simulation& simulation, const Settings& settings) {
    status.settings = settings;
    status.softening = simulation.softening();
    show_moment(simulation);
    status.error.reset();
    if (!simulation.loss().empty()) {
        status.notice = simulation.loss();
        ++status.notice_serial;
    }
}

void SimulationBoard::show_progress(const Simulation& simulation,
                                    const std::optional<Conserved>& conserved) {
    show_bodies(simulation); // a step that is taken again may bring others
    show_moment(simulation);
    if (conserved) {
        status.initial = status.initial ? status.initial : conserved;
        status.latest = conserved;
    }
}

void SimulationBoard::add(StepReport report) {
    if (reports.size() >= max_reports) {
        reports.erase(reports.begin(), reports.begin() + max_reports / 2);
    }
    reports.push_back(std::move(report));
}

void SimulationBoard::show_error(const Error& error, const Settings& settings) {
    status.settings = settings;
    status.stepping = false;
    status.error = error;
    ++status.error_serial;
}

} // namespace orrery
