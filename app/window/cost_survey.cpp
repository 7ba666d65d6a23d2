#include "app/window/cost_survey.hpp"

#include "sim/base/error.hpp"
#include "sim/scene.hpp"

#include <algorithm>
#include <limits>
#include <stop_token>
#include <utility>

namespace orrery {
namespace {

// Small enough for the slowest loop, large enough that the fastest is not all overhead.
constexpr std::size_t bodies_of_direct = 1024, bodies_of_tree = 8192;

double evaluation_milliseconds(Solver& solver, const System& system, Workers& workers,
                               const std::stop_token& stop) {
    const Bodies<float> bodies = converted<float>(system.bodies);
    Accelerations<float> result(bodies.size());
    ForceParameters parameters;
    parameters.softening = system.softening;
    double shortest = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 4 && !stop.stop_requested(); ++repetition) {
        StepTimings timings;
        Execution execution{stop, workers, timings};
        const Clock::time_point start = Clock::now();
        const auto request = ForceRequest<float>::among(view(bodies), result.view(), parameters);
        if (solve(solver, request, execution) == Outcome::complete) {
            shortest = std::min(shortest, milliseconds_since(start));
        }
    }
    return shortest;
}

} // namespace

void CostSurvey::begin(const Settings& settings) {
    findings_.start(
        [threads = settings.threads](const std::stop_token& stop) {
            std::vector<Finding> found;
            Workers workers(threads, Workers::Priority::background);
            for (const SolverEntry& entry : solvers()) {
                if (entry.info.space != Space::host || !entry.unavailable().empty() ||
                    stop.stop_requested()) {
                    continue;
                }
                try {
                    const std::size_t count =
                        entry.info.is_direct ? bodies_of_direct : bodies_of_tree;
                    const System system = make_scene(find_scene("plummer"), count, 1);
                    const auto solver = entry.make();
                    found.push_back({entry.info.id, count,
                                     evaluation_milliseconds(*solver, system, workers, stop)});
                } catch (const Error&) {
                    continue; // nothing is said of it before it has run
                }
            }
            return stop.stop_requested() ? std::vector<Finding>{} : found;
        },
        Workers::Priority::background);
}

void CostSurvey::update(Frame& frame) {
    AppState& app = frame.app;
    if (!begun_ && app.status.loaded && app.status.steps > 0) {
        begun_ = true;
        begin(app.settings);
    }
    if (const auto findings = findings_.poll()) {
        for (const Finding& finding : *findings) {
            app.history.costs().learn(finding.algorithm, finding.count, Precision::fp32,
                                      finding.milliseconds);
        }
    }
}

} // namespace orrery
