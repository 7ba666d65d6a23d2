#include "sim/simulation/simulation_status.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

constexpr std::size_t max_reports = 4096;

} // namespace

double VerifiedForces::promised_error() const {
    return orrery::promised_error(settings);
}

void SimulationBoard::show_load(const Simulation& simulation) {
    status.loading = false;
    status.loaded = true;
    status.suggested = simulation.suggested();
    status.time = simulation.time();
    status.steps = simulation.steps();
    status.edited_at.reset();
    forget_measurements();
    baselines_.clear();
    status.memory_bytes = simulation.memory_bytes();
    status.state_device = simulation.state_device();
    ++status.load_serial;
    show_bodies(simulation);
    units = simulation.units();
    viewpoint = simulation.viewpoint();
    reports.clear();
}

void SimulationBoard::forget_measurements() {
    status.initial.reset();
    status.latest.reset();
    status.verified.reset();
}

void SimulationBoard::forget_baselines() {
    baselines_.clear();
    status.initial.reset();
}

void SimulationBoard::put_baseline_aside() {
    std::erase_if(baselines_, [&](const Baseline& each) {
        const auto system = each.of.lock();
        return system == nullptr || system == shown_system;
    });
    if (shown_system != nullptr && status.initial) {
        baselines_.push_back({shown_system, status.initial, status.edited_at});
    }
}

// Bodies that were never measured begin with what is measured next.
void SimulationBoard::take_baseline_of(const std::shared_ptr<const System>& system) {
    forget_measurements();
    status.edited_at.reset();
    const auto known = std::find_if(baselines_.begin(), baselines_.end(),
                                    [&](const Baseline& each) { return each.of.lock() == system; });
    if (known != baselines_.end()) {
        status.initial = known->initial;
        status.edited_at = known->edited_at;
    }
}

void SimulationBoard::show_edit(const Simulation& simulation) {
    show_bodies(simulation);
    status.edited_at = simulation.time();
    status.memory_bytes = simulation.memory_bytes();
    reports.clear();
}

void SimulationBoard::show_bodies(const Simulation& simulation) {
    if (shown_system == simulation.system()) {
        return;
    }
    put_baseline_aside();
    take_baseline_of(simulation.system());
    shown_system = simulation.system();
    status.count = simulation.count();
    catalogue = simulation.catalogue();
    ++status.bodies_serial;
}

void SimulationBoard::show_settings(const Simulation& simulation, const Settings& settings) {
    status.settings = settings;
    status.time_step = simulation.time_step();
    status.step_accuracy = simulation.step_accuracy();
    status.softening = simulation.softening();
    status.state_device = simulation.state_device();
    status.move_milliseconds = simulation.move_milliseconds();
    status.error.reset();
    if (!simulation.loss().empty()) {
        status.time = simulation.time();
        status.steps = simulation.steps();
        status.notice = simulation.loss();
        ++status.notice_serial;
    }
}

void SimulationBoard::show_progress(const Simulation& simulation,
                                    const std::optional<Conserved>& conserved) {
    show_bodies(simulation); // a step that is taken again may bring others
    status.time = simulation.time();
    status.steps = simulation.steps();
    status.time_step = simulation.time_step();
    status.step_accuracy = simulation.step_accuracy();
    status.memory_bytes = simulation.memory_bytes();
    status.state_device = simulation.state_device();
    if (conserved) {
        if (!status.initial) {
            status.initial = conserved;
        }
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
