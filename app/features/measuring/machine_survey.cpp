// A survey of this machine: which GPUs there are, and what every algorithm of the CPU costs, so
// that the time of its steps can be told before one switches to it.
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

// It runs beside the simulation, which has all cores, and the window's drawing.
constexpr int max_attempts = 10;

struct Finding {
    std::string algorithm;
    std::size_t count;
    double milliseconds; // of one evaluation
};

// A step of each algorithm with bodies that are few enough for the slowest loop, and enough that
// the fastest is not all overhead. Takes some tens of milliseconds on a quiet machine. Nothing:
// stopped.
std::vector<Finding> survey(int threads, const std::stop_token& stop) {
    std::vector<Finding> found;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.space != Space::host || !entry.unavailable().empty()) {
            continue;
        }
        const std::size_t count = entry.info.is_direct ? 1024 : 8192;
        Settings settings;
        settings.algorithm = entry.info.id;
        settings.threads = threads;
        try {
            Simulation simulation(Workers::Priority::background);
            simulation.load(make_scene(find_scene("plummer"), count, 1), settings);
            std::optional<MeasuredStep> best;
            for (int attempt = 0; attempt < max_attempts && !(best && best->undisturbed);
                 ++attempt) {
                const auto step = measured_step(simulation, {.most = 4}, stop);
                if (!step) {
                    return {};
                }
                best = best && best->shortest < step->shortest ? best : step;
            }
            found.push_back({entry.info.id, count, best->shortest});
        } catch (const Error&) {
            continue; // nothing is said of it before it has run
        }
    }
    return found;
}

class MachineSurvey : public Feature {
public:
    void update(Frame& frame) override {
        look_for_gpus(frame.app);
        look_at_costs(frame.app);
    }

private:
    // The driver takes its time. Only once an algorithm in force runs on a GPU, since asking takes
    // some of their memory.
    void look_for_gpus(AppState& app) {
        const bool wanted = find_solver(app.status.settings.algorithm).info.space != Space::host;
        if (wanted && !std::exchange(gpus_asked_for_, true)) {
            gpus_.start(gpu_devices);
        }
        if (gpus_.finished()) {
            attempt(app, [&] { app.gpus = gpus_.take(); });
        }
    }

    void look_at_costs(AppState& app) {
        const bool wanted = app.status.loaded && app.status.steps > 0;
        if (wanted && !std::exchange(costs_asked_for_, true)) {
            costs_.start([threads = app.settings.threads](
                             const std::stop_token& stop) { return survey(threads, stop); },
                         Workers::Priority::background);
        }
        for (const Finding& cost : costs_.poll().value_or(std::vector<Finding>())) {
            app.history.costs().learn(cost.algorithm, cost.count, Precision::fp32,
                                      cost.milliseconds);
        }
    }

    bool gpus_asked_for_ = false, costs_asked_for_ = false;
    Job<std::vector<GpuDevice>> gpus_;
    Job<std::vector<Finding>> costs_;
};

} // namespace

extern const FeatureEntry machine_survey_feature = feature<MachineSurvey>();

} // namespace orrery
