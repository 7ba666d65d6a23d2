// Measurements beside a window that goes on drawing: of the machine's peaks, which are remembered,
// of how the cost of algorithms grows with the bodies, and of what they cost with those that are
// there.
#include "app/chart/charts.hpp"
#include "app/features/features.hpp"
#include "app/features/measuring/rested_job.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"
#include "sim/machine_memory/machine_memory.hpp"
#include "sim/probe/probe.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

namespace orrery {

namespace {

class Measurement : public Feature {
public:
    explicit Measurement(const FeatureContext& context)
        : remembers_(context.remembers), recalls_(context.remembers) {}

    void update(Frame& frame) override {
        if (!std::exchange(recalls_, false)) {
            return;
        }
        RememberedPeaks remembered = read_remembered_peaks();
        frame.app.peaks = std::move(remembered.peaks);
        if (!remembered.complaint.empty()) {
            frame.app.say(remembered.complaint);
        }
    }

    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (app.requests.take<MeasureMachine>()) {
            job_.start_or_stop(
                app, {true, 0, tr("waiting for the step to end")},
                [](Progress<MeasurementStatus>& progress, const std::stop_token& stop) {
                    const auto tell = [&](double fraction, std::string_view doing) {
                        progress.change([&](MeasurementStatus& told) {
                            told = {true, fraction, std::string(doing)};
                        });
                    };
                    tell(0, "");
                    return probe_machine({}, tell, stop);
                });
        }
        // Nothing: it was stopped.
        if (auto peaks = job_.poll(app, tr_noop("Not enough memory to measure the machine."));
            peaks && *peaks) {
            attempt(app, [&] { take(app, **peaks); });
        }
    }

    FrameDemand demand(const AppState&) const override { return background_if(job_.under_way()); }

private:
    void take(AppState& app, const MachinePeaks& peaks) const {
        if (!peaks.trusted()) {
            app.say(why_not_kept(peaks), true);
            return;
        }
        app.peaks = peaks;
        if (remembers_) {
            remember_peaks(peaks);
        }
    }

    const bool remembers_;
    bool recalls_; // what was remembered, in the first frame
    RestedJob<std::optional<MachinePeaks>, MeasurementStatus> job_;
};

// How the cost of every algorithm that runs here grows with the bodies: Plummer spheres of 1,024
// bodies, twice as many and so on, as far as a step takes less than two seconds, a fraction of a
// second each.

constexpr std::size_t fewest = 1024, most = std::size_t{1} << 20;
constexpr StepBudget budget{.milliseconds = 250, .least = 3, .most = 200}; // of each
constexpr double longest_step = 2000; // milliseconds; twice as many bodies as long as it is shorter

// How much longer a step takes at least with twice the bodies, before that was seen.
constexpr double usual_growth = 2;

// Whether a step of twice as many bodies is expected not to take too long.
bool goes_on(const ScalingLine& line) {
    if (line.points.empty()) {
        return true;
    }
    const double last = line.points.back().milliseconds;
    const double growth = line.points.size() == 1
                              ? usual_growth
                              : std::max(last / line.points.end()[-2].milliseconds, 1.0);
    return last * growth < longest_step;
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
    std::vector<ScalingLine> lines;
    for (const SolverEntry& entry : solvers()) {
        if (why_not(entry, settings).empty()) {
            lines.push_back({.algorithm = entry.info.id, .title = "", .points = {}});
        }
    }
    for (std::size_t bodies = fewest; bodies <= most && std::ranges::any_of(lines, goes_on);
         bodies *= 2) {
        const System system = make_scene(find_scene("plummer"), bodies, 1);
        for (ScalingLine& line : lines) {
            if (!goes_on(line)) {
                continue;
            }
            progress.change([&](ScalingStatus& told) {
                told.doing = tr_format("{}, {} bodies", tr(find_solver(line.algorithm).info.title),
                                       with_thousands(bodies));
            });
            settings.algorithm = line.algorithm;
            const double milliseconds = step_time(settings, system, stop);
            if (stop.stop_requested()) {
                return;
            }
            line.points.push_back({bodies, milliseconds});
            progress.change([&](ScalingStatus& told) {
                told.lines = lines;
                std::erase_if(told.lines, [](const auto& each) { return each.points.empty(); });
            });
        }
    }
}

class ScalingRun : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        if (app.status.loaded && app.requests.take<RunScaling>()) {
            start_or_stop(app);
        }
        job_.poll(app, tr_noop("Not enough memory for more bodies."));
    }

private:
    void start_or_stop(AppState& app) {
        app.view.show_chart = app.view.show_chart || !job_.under_way();
        Settings settings = app.settings;
        settings.running = settings.measure_energy = false;
        settings.count_interactions = settings.reversed = false;
        settings.time_step = settings.softening = settings.gravity = std::nullopt;
        settings.adaptive_step = false;
        job_.start_or_stop(
            app, {.under_way = true, .doing = tr("when the step has ended"), .lines = {}},
            [settings](Progress<ScalingStatus>& progress, const std::stop_token& stop) {
                lower_thread_priority();
                climb(settings, progress, stop);
            });
    }

    RestedJob<void, ScalingStatus> job_;
};

constexpr double seconds_each = 1.2;
constexpr double longest_step_milliseconds = 1500;

void save_chart(AppState& app, const std::string& format) {
    const std::filesystem::path file = new_picture_file("orrery-chart", "." + format);
    write_whole_file(file, chart_writer(file)({ladder_of(app), scaling_of(app)}));
    app.say(tr_format("Saved {}", file.string()));
}

// Runs the ladder: each algorithm that runs here for about a second, on the bodies that are there,
// and then the one before it again. Those whose step would take longer keep their estimate. Exports
// the chart, too.
class LadderRun : public Feature {
public:
    void act(Frame& frame) override {
        if (const auto wanted = frame.app.requests.take<ExportChart>()) {
            attempt(frame.app, [&] { save_chart(frame.app, wanted->format); });
        }
    }

    void update(Frame& frame) override {
        AppState& app = frame.app;
        if (app.requests.take<RunLadder>()) {
            algorithms_.empty() ? begin(app) : end(app);
        }
        if (!algorithms_.empty() && app.settings.algorithm != algorithms_.front()) {
            algorithms_.clear(); // another one was chosen
        }
        if (algorithms_.empty()) {
            return;
        }
        const double seconds = app.now - since_;
        const bool has_run = app.history.costs().of(algorithms_.front()).is_measured();
        if ((has_run && seconds >= seconds_each) || seconds > 4 * seconds_each) {
            algorithms_.pop_front();
            take_next(app);
        }
    }

private:
    void begin(AppState& app) {
        chosen_ = app.settings.algorithm;
        for (const SolverEntry& entry : solvers()) {
            const StepCost cost = app.history.costs().of(entry.info.id);
            if (is_charted(app, entry.info.id) && why_not(entry, app).empty() &&
                cost.milliseconds < longest_step_milliseconds) {
                algorithms_.emplace_back(entry.info.id);
            }
        }
        app.view.show_chart = true;
        app.settings.running = true;
        take_next(app);
    }

    void end(AppState& app) {
        algorithms_.clear();
        take_next(app);
    }

    // Nothing that one would undo: at the end it is as before.
    void take_next(AppState& app) {
        app.settings.algorithm = algorithms_.empty() ? chosen_ : algorithms_.front();
        app.undo.rebase(app.settings, app.view);
        since_ = app.now;
    }

    std::deque<std::string> algorithms_; // that runs, and those to come
    std::string chosen_;                 // before
    double since_ = 0;
};

} // namespace

extern const FeatureEntry measurement_feature = feature<Measurement>();
extern const FeatureEntry scaling_run_feature = feature<ScalingRun>();
extern const FeatureEntry ladder_run_feature = feature<LadderRun>();

} // namespace orrery
