#include "app/window/smooth_count.hpp"

#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace orrery {

namespace {

constexpr double smooth_milliseconds = 1000.0 / 60;
constexpr double seconds_allowed = 0.5;
constexpr std::size_t smallest = 1024, largest = 262'144;

// The shortest of some evaluations: what the machine can do when nothing comes in between.
double evaluation_milliseconds(const Scene& scene, std::size_t count, const Settings& settings,
                               Solver& solver, Workers& workers, const std::stop_token& stop) {
    const System system = make_scene(scene, count, settings.seed);
    const Bodies<float> bodies = converted<float>(system.bodies);
    Accelerations<float> result(bodies.size());
    ForceParameters parameters;
    parameters.gravity = system.units.gravity;
    parameters.softening = system.softening;
    double shortest = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 3 && !stop.stop_requested(); ++repetition) {
        StepTimings timings;
        Execution execution{stop, workers, timings};
        const Clock::time_point start = Clock::now();
        const auto request = ForceRequest<float>::among(view(bodies), result.view(), parameters);
        if (solve(solver, request, execution) == Outcome::cancelled) {
            break;
        }
        double milliseconds = milliseconds_since(start);
        if (solver.info().space != Space::host) {
            // Without the copies, which a simulation does not make.
            milliseconds = 0;
            for (const StepTimings::Phase& phase : timings.phases) {
                milliseconds += phase.milliseconds;
            }
        }
        shortest = std::min(shortest, milliseconds);
    }
    return shortest;
}

} // namespace

std::size_t find_smooth_count(const Settings& settings, const std::stop_token& stop) {
    const Scene& scene = find_scene(settings.source);
    const std::unique_ptr<Solver> solver =
        find_solver(settings.algorithm).make_with(settings.sharing);
    Workers workers(settings.threads, Workers::Priority::background);

    // Doubled until a step is no longer short; the last two tell how the cost grows, as N^2 for
    // direct sums and nearly as N for trees.
    const Clock::time_point start = Clock::now();
    std::size_t count = smallest;
    double milliseconds = evaluation_milliseconds(scene, count, settings, *solver, workers, stop);
    double exponent = 2;
    while (milliseconds < smooth_milliseconds / 2 && count < largest && !stop.stop_requested() &&
           milliseconds_since(start) < 1000 * seconds_allowed / 2) {
        const double before = milliseconds;
        count *= 2;
        milliseconds = evaluation_milliseconds(scene, count, settings, *solver, workers, stop);
        exponent = std::clamp(std::log2(milliseconds / before), 1.0, 2.0);
    }
    const double smooth =
        static_cast<double>(count) * std::pow(smooth_milliseconds / milliseconds, 1 / exponent);
    const auto whole =
        static_cast<std::size_t>(std::clamp(smooth, double{smallest}, double{largest}));
    return whole / smallest * smallest;
}

SmoothCountSearch::SmoothCountSearch(const Settings& settings) {
    std::promise<std::size_t> promise;
    result_ = promise.get_future();
    thread_ =
        std::jthread([settings, promise = std::move(promise)](const std::stop_token& stop) mutable {
            lower_thread_priority();
            try {
                promise.set_value(find_smooth_count(settings, stop));
            } catch (const Error&) {
                promise.set_value(0);
            }
        });
}

std::optional<std::size_t> SmoothCountSearch::take_result() {
    if (!result_.valid() ||
        result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    return result_.get();
}

} // namespace orrery
