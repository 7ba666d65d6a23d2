#include "app/state/accuracy_trace.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

// Steps that a cost is told from; the first after a change may have begun before it.
constexpr std::size_t fewest_steps = 4;
constexpr std::size_t most_points = 400;

// What cost and error of a step depend on.
Settings relevant(const Settings& settings) {
    Settings few;
    few.source = settings.source;
    few.bodies = settings.bodies;
    few.seed = settings.seed;
    few.gravity = settings.gravity;
    few.algorithm = settings.algorithm;
    few.solver_options[settings.algorithm] = options_of(settings, settings.algorithm);
    few.integrator = settings.integrator;
    few.precision = settings.precision;
    few.sharing = settings.sharing;
    few.softening = settings.softening;
    few.threads = settings.threads;
    few.devices = settings.devices;
    return few;
}

// Errors do not depend on how steps are taken.
Settings of_forces(Settings settings) {
    settings = relevant(settings);
    settings.integrator.clear();
    settings.threads = 0;
    return settings;
}

std::vector<double> milliseconds_since(const History& history, const std::string& algorithm,
                                       double since) {
    std::vector<double> all;
    for (const StepSample& step : history.steps()) {
        if (step.at > since && step.algorithm == algorithm) {
            all.push_back(step.timings.total_milliseconds);
        }
    }
    if (!all.empty()) {
        all.erase(all.begin());
    }
    return all;
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
    Settings now = relevant(status.settings);
    if (since_settings_ != now || bodies_ != status.count) {
        since_settings_ = std::move(now);
        bodies_ = status.count;
        since_ = history.now();
        asked_ = false;
        return false;
    }
    const std::size_t steps = milliseconds_since(history, status.settings.algorithm, since_).size();
    if (steps < fewest_steps) {
        return false;
    }
    if (verified_now(status)) {
        add_point(status, history);
        return false;
    }
    return (tracing || wanted) && !status.verifying && !std::exchange(asked_, true);
}

bool AccuracyTrace::verified_now(const SimulationStatus& status) const {
    return status.verified && !status.verifying &&
           of_forces(status.verified->settings) == of_forces(status.settings);
}

void AccuracyTrace::add_point(const SimulationStatus& status, const History& history) {
    constexpr double least_error = 1e-16; // a logarithmic axis has no nought
    std::vector<double> times = milliseconds_since(history, status.settings.algorithm, since_);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    const std::string work =
        status.settings.source + ", " + counted(status.count, "body", "bodies");
    if (works_.empty() || works_.back() != work) {
        works_.push_back(work);
    }
    AccuracyPoint point{.algorithm = status.settings.algorithm,
                        .options = options_words(status.settings),
                        .work = works_.size() - 1,
                        .milliseconds = *middle,
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
