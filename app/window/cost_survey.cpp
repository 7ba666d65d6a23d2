#include "app/window/cost_survey.hpp"

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <stop_token>
#include <utility>

namespace orrery {
namespace {

// Small enough for the slowest loop, large enough that the fastest is not all overhead.
constexpr std::size_t bodies_of_direct = 1024, bodies_of_tree = 8192;
constexpr StepBudget budget{.most = 4};

} // namespace

void CostSurvey::begin(const Settings& settings) {
    findings_.start(
        [threads = settings.threads](const std::stop_token& stop) {
            std::vector<Finding> found;
            for (const SolverEntry& entry : solvers()) {
                if (entry.info.space != Space::host || !entry.unavailable().empty() ||
                    stop.stop_requested()) {
                    continue;
                }
                try {
                    const std::size_t count =
                        entry.info.is_direct ? bodies_of_direct : bodies_of_tree;
                    const System system = make_scene(find_scene("plummer"), count, 1);
                    Settings settings;
                    settings.algorithm = entry.info.id;
                    settings.threads = threads;
                    Simulation simulation(Workers::Priority::background);
                    simulation.load(system, settings);
                    if (const auto step = measured_step(simulation, budget, stop)) {
                        found.push_back({entry.info.id, count, step->shortest});
                    }
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
