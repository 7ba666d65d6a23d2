// Measures how the cost of every algorithm that runs here grows with the bodies: Plummer spheres of
// 1,024 bodies, twice as many and so on, as far as a step takes less than two seconds, a fraction
// of a second each.
#include "app/features/features.hpp"
#include "app/features/measuring/rested_job.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t fewest = 1024, most = std::size_t{1} << 20;
constexpr StepBudget budget{.milliseconds = 250, .least = 3, .most = 200}; // of each
constexpr double longest_step = 2000; // milliseconds; twice as many bodies as long as it is shorter

// How much longer a step takes at least with twice the bodies, before that was seen.
constexpr double usual_growth = 2;

// An algorithm on its way up.
struct Climber {
    std::string algorithm;
    double milliseconds = 0;
    double growth = usual_growth;

    void came_to(double taken) {
        growth = milliseconds > 0 ? std::max(taken / milliseconds, 1.0) : usual_growth;
        milliseconds = taken;
    }
    bool goes_on() const { return milliseconds * growth < longest_step; }
};

std::vector<Climber> climbers(const Settings& settings) {
    std::vector<Climber> all;
    for (const SolverEntry& entry : solvers()) {
        if (why_not(entry, settings).empty()) {
            all.push_back({entry.info.id});
        }
    }
    return all;
}

void add(std::vector<ScalingLine>& all, const std::string& algorithm,
         const ScalingLine::Point& point) {
    auto own = std::find_if(all.begin(), all.end(),
                            [&](const ScalingLine& each) { return each.algorithm == algorithm; });
    if (own == all.end()) {
        own = all.insert(own, {.algorithm = algorithm, .title = "", .points = {}});
    }
    own->points.push_back(point);
}

// Milliseconds: the shortest step that there is time for, since whatever else runs on the machine
// lengthens the others; 0: stopped.
double step_time(const Settings& settings, const System& system, const std::stop_token& stop) {
    Simulation simulation(Workers::Priority::background);
    simulation.load(system, settings);
    if (simulation.step(stop) == Outcome::cancelled) { // which evaluates twice, and warms up
        return 0;
    }
    const auto step = measured_step(simulation, budget, stop);
    return step ? step->shortest : 0;
}

void climb(Settings settings, Progress<ScalingStatus>& progress, const std::stop_token& stop) {
    std::vector<Climber> all = climbers(settings);
    for (std::size_t bodies = fewest; bodies <= most && !all.empty(); bodies *= 2) {
        const System system = make_scene(find_scene("plummer"), bodies, 1);
        for (Climber& climber : all) {
            progress.change([&](ScalingStatus& told) {
                told.doing =
                    tr_format("{}, {} bodies", tr(find_solver(climber.algorithm).info.title),
                              with_thousands(bodies));
            });
            settings.algorithm = climber.algorithm;
            const double milliseconds = step_time(settings, system, stop);
            if (stop.stop_requested()) {
                return;
            }
            climber.came_to(milliseconds);
            progress.change([&](ScalingStatus& told) {
                add(told.lines, climber.algorithm, {bodies, milliseconds});
            });
        }
        std::erase_if(all, [](const Climber& climber) { return !climber.goes_on(); });
    }
}

class ScalingRun : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        ScalingStatus& status = app.get<ScalingStatus>();
        if (app.status.loaded && app.requests.take<RunScaling>()) {
            start_or_stop(app);
        }
        if (job_.begun()) {
            status = job_.told();
        }
        job_.poll(app, tr_noop("Not enough memory for more bodies."));
        status.under_way = job_.under_way();
    }

private:
    void start_or_stop(AppState& app) {
        if (!job_.under_way()) {
            app.view.show_chart = true;
            app.get<ScalingStatus>() = {
                .under_way = true, .doing = tr("when the step has ended"), .lines = {}};
        }
        Settings settings = app.settings;
        settings.running = settings.measure_energy = false;
        settings.count_interactions = settings.reversed = false;
        settings.time_step = settings.softening = settings.gravity = std::nullopt;
        settings.adaptive_step = false;
        job_.start_or_stop(
            app, [settings](Progress<ScalingStatus>& progress, const std::stop_token& stop) {
                climb(settings, progress, stop);
            });
    }

    RestedJob<void, ScalingStatus> job_{Workers::Priority::background};
};

} // namespace

FeatureEntry scaling_run_feature() {
    return feature<ScalingRun>();
}

} // namespace orrery
