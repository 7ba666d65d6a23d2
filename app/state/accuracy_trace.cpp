#include "app/state/accuracy_trace.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t most_points = 400;

// The settings that an error of the forces depends on.
Settings of_forces(const Settings& settings) {
    Settings few;
    few.source = settings.source;
    few.bodies = settings.bodies;
    few.seed = settings.seed;
    few.gravity = settings.gravity;
    few.algorithm = settings.algorithm;
    few.solver_options[settings.algorithm] = options_of(settings, settings.algorithm);
    few.precision = settings.precision;
    few.sharing = settings.sharing;
    few.softening = settings.softening;
    few.devices = settings.devices;
    return few;
}

std::string options_words(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    std::string words = settings.precision == Precision::fp64 ? "fp64" : "fp32";
    const OptionValues values = options_of(settings, settings.algorithm);
    for (const SolverOption& option : info.options) {
        if (info.in_effect(option, values)) {
            words += ", " + std::string(tr(option.title)) + " " + option.value_in(values).text();
        }
    }
    return words;
}

} // namespace

bool AccuracyTrace::observe(const SimulationStatus& status, const History& history, bool wanted) {
    if (!status.loaded) {
        return false;
    }
    Settings forces = of_forces(status.settings);
    if (forces_ != forces || bodies_ != status.all_bodies()) {
        forces_ = std::move(forces);
        bodies_ = status.all_bodies();
        asked_ = false;
        return false;
    }
    const StepCost cost = history.costs().of(status.settings.algorithm);
    if (cost.known != StepCost::Known::measured) {
        return false;
    }
    if (status.verified && !status.verifying && of_forces(status.verified->settings) == forces_) {
        add_point(status, cost.milliseconds);
        return false;
    }
    return (tracing || wanted) && !status.verifying && !std::exchange(asked_, true);
}

void AccuracyTrace::add_point(const SimulationStatus& status, double milliseconds) {
    constexpr double least_error = 1e-16; // a logarithmic axis has no nought
    const std::string work =
        status.settings.source + ", " + counted(status.all_bodies(), "body", "bodies");
    if (works_.empty() || works_.back() != work) {
        works_.push_back(work);
    }
    AccuracyPoint point{.algorithm = status.settings.algorithm,
                        .options = options_words(status.settings),
                        .work = works_.size() - 1,
                        .milliseconds = milliseconds,
                        .error = std::max(status.verified->error.p99, least_error)};
    const auto same = std::ranges::find_if(points_, [&](const AccuracyPoint& other) {
        return other.algorithm == point.algorithm && other.options == point.options &&
               other.work == point.work;
    });
    if (same != points_.end()) {
        *same = std::move(point);
        return;
    }
    points_.push_back(std::move(point));
    if (points_.size() > most_points) {
        points_.erase(points_.begin());
    }
}

void AccuracyTrace::clear() {
    points_.clear();
    works_.clear();
    asked_ = false;
}

} // namespace orrery
