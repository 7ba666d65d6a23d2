#include "app/stage/scaling_run.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t fewest = 1024, most = std::size_t{1} << 20;
constexpr StepBudget budget{.milliseconds = 250, .least = 3, .most = 200}; // of each

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
    bool goes_on() const { return milliseconds * growth < longest_scaling_step; }
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

void add(std::vector<ScalingSeries>& all, const std::string& algorithm,
         const ScalingSeries::Point& point) {
    auto own = std::find_if(all.begin(), all.end(),
                            [&](const ScalingSeries& each) { return each.algorithm == algorithm; });
    if (own == all.end()) {
        own = all.insert(own, {algorithm, {}});
    }
    own->points.push_back(point);
}

} // namespace

double measure_scaling_step(const Settings& settings, const System& system,
                            const std::stop_token& stop) {
    Simulation simulation(Workers::Priority::background);
    simulation.load(system, settings);
    if (simulation.step(stop) == Outcome::cancelled) { // which evaluates twice, and warms up
        return 0;
    }
    const auto step = measured_step(simulation, budget, stop);
    return step ? step->shortest : 0;
}

void ScalingRun::climb(Settings settings, const std::stop_token& stop) {
    std::vector<Climber> all = climbers(settings);
    for (std::size_t bodies = fewest; bodies <= most && !all.empty(); bodies *= 2) {
        const System system = make_scene(find_scene("plummer"), bodies, 1);
        for (Climber& climber : all) {
            progress_.change([&](ScalingStatus& told) {
                told.doing =
                    tr_format("{}, {} bodies", tr(find_solver(climber.algorithm).info.title),
                              with_thousands(bodies));
            });
            settings.algorithm = climber.algorithm;
            const double milliseconds = measure_scaling_step(settings, system, stop);
            if (stop.stop_requested()) {
                return;
            }
            climber.came_to(milliseconds);
            progress_.change([&](ScalingStatus& told) {
                add(told.series, climber.algorithm, {bodies, milliseconds});
            });
        }
        std::erase_if(all, [](const Climber& climber) { return !climber.goes_on(); });
    }
}

void ScalingRun::begin(const AppState& app) {
    phase_ = Phase::measuring;
    progress_.change(
        [](ScalingStatus& told) { told = {.under_way = true, .doing = "", .series = {}}; });
    Settings settings = app.settings;
    settings.measure_energy = settings.count_interactions = settings.reversed = false;
    settings.time_step = settings.softening = settings.gravity = std::nullopt;
    settings.adaptive_step = false;
    job_.start([this, settings](const std::stop_token& stop) { climb(settings, stop); },
               Workers::Priority::background);
}

void ScalingRun::start_or_stop(AppState& app) {
    if (phase_ == Phase::idle) {
        resume_ = std::exchange(app.settings.running, false);
        app.view.show_chart = true;
        app.get<ScalingStatus>() = {
            .under_way = true, .doing = tr("when the step has ended"), .series = {}};
        phase_ = Phase::waiting;
    } else if (phase_ == Phase::waiting) {
        end(app);
    } else {
        job_.cancel();
    }
}

void ScalingRun::end(AppState& app) {
    phase_ = Phase::idle;
    app.get<ScalingStatus>().under_way = false;
    app.settings.running = app.settings.running || resume_;
}

void ScalingRun::update(Frame& frame) {
    AppState& app = frame.app;
    const SimulationStatus& status = app.status;
    if (status.loaded && app.requests.take<RunScaling>()) {
        start_or_stop(app);
    }
    if (phase_ == Phase::waiting && !status.stepping && !status.loading &&
        !status.settings.running) {
        begin(app);
    }
    if (phase_ != Phase::measuring) {
        return;
    }
    const bool finished = job_.finished();
    app.get<ScalingStatus>() = progress_.told();
    if (!finished) {
        return;
    }
    end(app);
    try {
        job_.take();
    } catch (const Error& error) {
        app.say(error.what(), true);
    } catch (const std::bad_alloc&) { // so many bodies do not fit, and that is all
    }
}

} // namespace orrery
