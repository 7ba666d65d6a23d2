#include "app/stage/scaling_run.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t fewest = 1024, most = std::size_t{1} << 20;
constexpr double milliseconds_each = 250;
constexpr int min_steps = 3, max_steps = 200;

// Few of long steps: nobody wants to wait.
bool wants_another(int steps, double milliseconds) {
    return steps < max_steps && (milliseconds < milliseconds_each ||
                                 (steps < min_steps && milliseconds < 4 * milliseconds_each));
}

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

} // namespace

double measure_scaling_step(const Settings& settings, const System& system,
                            const std::stop_token& stop) {
    Simulation simulation(Workers::Priority::background);
    simulation.load(system, settings);
    if (simulation.step(stop) == Outcome::cancelled) { // which evaluates twice, and warms up
        return 0;
    }
    double shortest = std::numeric_limits<double>::infinity();
    double sum = 0;
    for (int steps = 0; wants_another(steps, sum); ++steps) {
        if (simulation.step(stop) == Outcome::cancelled) {
            return 0;
        }
        sum += simulation.timings().total_milliseconds;
        shortest = std::min(shortest, simulation.timings().total_milliseconds);
    }
    return shortest;
}

// What is to be told of an algorithm before and after it was measured.
struct ScalingRun::Shared {
    std::mutex mutex;
    ScalingStatus status;
    std::string measured; // now, with so many bodies
    std::size_t bodies_of_it = 0;
    std::string problem;
    bool finished = false;

    void tell(const std::string& algorithm, std::size_t bodies) {
        const std::lock_guard lock(mutex);
        measured = algorithm;
        bodies_of_it = bodies;
    }

    void add(const std::string& algorithm, std::size_t bodies, double milliseconds) {
        const std::lock_guard lock(mutex);
        auto& series = status.series;
        auto own = std::find_if(series.begin(), series.end(), [&](const ScalingSeries& each) {
            return each.algorithm == algorithm;
        });
        if (own == series.end()) {
            own = series.insert(own, {algorithm, {}});
        }
        own->points.push_back({bodies, milliseconds});
    }

    void finish(std::string trouble) {
        const std::lock_guard lock(mutex);
        problem = std::move(trouble);
        finished = true;
    }
};

ScalingRun::ScalingRun() = default;
ScalingRun::~ScalingRun() = default;

void ScalingRun::climb(Settings settings, Shared& shared, const std::stop_token& stop) {
    std::vector<Climber> all = climbers(settings);
    for (std::size_t bodies = fewest; bodies <= most && !all.empty(); bodies *= 2) {
        const System system = make_scene(find_scene("plummer"), bodies, 1);
        for (Climber& climber : all) {
            shared.tell(climber.algorithm, bodies);
            settings.algorithm = climber.algorithm;
            const double milliseconds = measure_scaling_step(settings, system, stop);
            if (stop.stop_requested()) {
                return;
            }
            climber.came_to(milliseconds);
            shared.add(climber.algorithm, bodies, milliseconds);
        }
        std::erase_if(all, [](const Climber& climber) { return !climber.goes_on(); });
    }
}

void ScalingRun::begin(const AppState& app) {
    phase_ = Phase::measuring;
    shared_ = std::make_unique<Shared>();
    Settings settings = app.settings;
    settings.measure_energy = settings.count_interactions = settings.reversed = false;
    settings.time_step = settings.softening = settings.gravity = std::nullopt;
    settings.adaptive_step = false;
    thread_ = std::jthread([shared = shared_.get(), settings](const std::stop_token& stop) {
        lower_thread_priority();
        std::string problem;
        try {
            climb(settings, *shared, stop);
        } catch (const Error& error) {
            problem = error.what();
        } catch (const std::bad_alloc&) { // so many bodies do not fit, and that is all
        }
        shared->finish(std::move(problem));
    });
}

void ScalingRun::start_or_stop(AppState& app) {
    if (phase_ == Phase::idle) {
        resume_ = std::exchange(app.settings.running, false);
        app.view.show_chart = true;
        app.scaling = {.under_way = true, .doing = tr("when the step has ended"), .series = {}};
        phase_ = Phase::waiting;
    } else if (phase_ == Phase::waiting) {
        end(app);
    } else {
        thread_.request_stop();
    }
}

void ScalingRun::end(AppState& app) {
    phase_ = Phase::idle;
    app.scaling.under_way = false;
    app.settings.running = app.settings.running || resume_;
}

void ScalingRun::poll(AppState& app) {
    const SimulationStatus& status = app.status;
    if (status.loaded && std::exchange(app.pending.run_scaling, false)) {
        start_or_stop(app);
    }
    if (phase_ == Phase::waiting && !status.stepping && !status.loading &&
        !status.settings.running) {
        begin(app);
    }
    if (phase_ != Phase::measuring) {
        return;
    }
    bool finished = false;
    {
        const std::lock_guard lock(shared_->mutex);
        app.scaling = shared_->status;
        app.scaling.under_way = true;
        app.scaling.doing =
            shared_->measured.empty()
                ? ""
                : tr_format("{}, {} bodies", tr(find_solver(shared_->measured).info.title),
                            with_thousands(shared_->bodies_of_it));
        finished = shared_->finished;
    }
    if (finished) {
        thread_.join();
        end(app);
        if (!shared_->problem.empty()) {
            app.say(shared_->problem, true);
        }
    }
}

} // namespace orrery
