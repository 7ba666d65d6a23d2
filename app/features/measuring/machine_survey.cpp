// What is found out of this machine beside the frames: which GPUs there are, and what every
// algorithm of the CPU costs, so that what a step will cost can be said before one switches to it.
#include "app/features/features.hpp"
#include "app/job.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// For the panels: the driver takes its time. Only once an algorithm in force runs on a GPU, since
// asking takes some of its memory.
class GpuSearch : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        const bool wanted = find_solver(app.status.settings.algorithm).info.space != Space::host;
        if (wanted && !std::exchange(begun_, true)) {
            found_.start(gpu_devices);
        }
        if (found_.finished()) {
            attempt(app, [&] { app.gpus = found_.take(); });
        }
    }

private:
    Job<std::vector<GpuDevice>> found_;
    bool begun_ = false;
};

struct Finding {
    std::string algorithm;
    std::size_t count;
    double milliseconds; // of one evaluation
};

// Of bodies that are few enough for the slowest loop, and so many that the fastest is not all
// overhead.
std::optional<Finding> measured_cost(const SolverInfo& info, int threads,
                                     const std::stop_token& stop) {
    const std::size_t count = info.is_direct ? 1024 : 8192;
    Settings settings;
    settings.algorithm = info.id;
    settings.threads = threads;
    Simulation simulation(Workers::Priority::background);
    simulation.load(make_scene(find_scene("plummer"), count, 1), settings);
    const auto step = measured_step(simulation, {.most = 4}, stop);
    return step ? std::optional(Finding{info.id, count, step->shortest}) : std::nullopt;
}

// Takes some tens of milliseconds.
class CostSurvey : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        if (!begun_ && app.status.loaded && app.status.steps > 0) {
            begun_ = true;
            begin(app.settings.threads);
        }
        if (const auto findings = findings_.poll()) {
            for (const Finding& finding : *findings) {
                app.history.costs().learn(finding.algorithm, finding.count, Precision::fp32,
                                          finding.milliseconds);
            }
        }
    }

private:
    void begin(int threads) {
        findings_.start(
            [threads](const std::stop_token& stop) {
                std::vector<Finding> found;
                for (const SolverEntry& entry : solvers()) {
                    if (entry.info.space != Space::host || !entry.unavailable().empty()) {
                        continue;
                    }
                    try {
                        const auto cost = measured_cost(entry.info, threads, stop);
                        if (!cost) {
                            return std::vector<Finding>();
                        }
                        found.push_back(*cost);
                    } catch (const Error&) {
                        continue; // nothing is said of it before it has run
                    }
                }
                return found;
            },
            Workers::Priority::background);
    }

    bool begun_ = false;
    Job<std::vector<Finding>> findings_;
};

} // namespace

FeatureEntry gpu_search_feature() {
    return feature<GpuSearch>();
}

FeatureEntry cost_survey_feature() {
    return feature<CostSurvey>();
}

} // namespace orrery
