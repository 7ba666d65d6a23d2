// Measurements beside a window that goes on drawing: of the machine's peaks, which are remembered,
// of how the cost of algorithms grows with the bodies, and of what they cost with those that are
// there.
#include "app/chart/charts.hpp"
#include "app/choice/machine_memory.hpp"
#include "app/features/features.hpp"
#include "app/job.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"
#include "sim/probe/probe.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <utility>

namespace orrery {

namespace {

// A measurement that has the machine to itself, and tells how far it is: it begins when the step in
// flight has ended, the simulation rests meanwhile, and goes on afterwards if it ran before.
template <class Result, class Told>
class RestedJob {
public:
    using Work = std::function<Result(Progress<Told>& progress, const std::stop_token& stop)>;

    explicit RestedJob(Workers::Priority priority) : priority_(priority) {}

    // From the wish for it until its result is taken.
    bool under_way() const { return work_ != nullptr; }
    bool begun() const { return job_.under_way(); }
    Told told() const { return progress_.told(); }

    // Asks for it, or ends what is under way.
    void start_or_stop(AppState& app, Work work) {
        if (begun()) {
            job_.cancel();
        } else if (under_way()) {
            end(app);
        } else {
            resume_ = std::exchange(app.settings.running, false);
            work_ = std::move(work);
            progress_.change([](Told& told) { told = {}; });
        }
    }
    // Asked every frame: the result, once. What went wrong is said.
    auto poll(AppState& app, const char* no_memory) {
        const SimulationStatus& status = app.status;
        if (under_way() && !begun() && !status.stepping && !status.loading &&
            !status.settings.running) {
            job_.start([work = work_, &progress = progress_](
                           const std::stop_token& stop) { return work(progress, stop); },
                       priority_);
        }
        std::optional<typename Job<Result>::Result> result;
        if (job_.finished()) {
            end(app);
            attempt(
                app, [&] { result = job_.take(); }, no_memory);
        }
        return result;
    }

private:
    void end(AppState& app) {
        work_ = nullptr;
        app.settings.running = app.settings.running || resume_;
    }

    const Workers::Priority priority_;
    Work work_;
    bool resume_ = false;
    Progress<Told> progress_;
    Job<Result> job_; // last: uses the progress
};

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
                app, [](Progress<MeasurementStatus>& progress, const std::stop_token& stop) {
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
        app.get<MeasurementStatus>() =
            job_.begun()
                ? job_.told()
                : MeasurementStatus{job_.under_way(), 0, tr("waiting for the step to end")};
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
    RestedJob<std::optional<MachinePeaks>, MeasurementStatus> job_{Workers::Priority::normal};
};

// How the cost of every algorithm that runs here grows with the bodies: Plummer spheres of 1,024
// bodies, twice as many and so on, as far as a step takes less than two seconds, a fraction of a
// second each.

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
            under_way_ ? end(app) : begin(app);
        }
        if (under_way_ && app.settings.algorithm != own_) { // another one was chosen
            under_way_ = false;
        }
        const double seconds = app.now - since_;
        const bool has_run = under_way_ && app.history.costs().of(own_).is_measured();
        if (under_way_ && ((has_run && seconds >= seconds_each) || seconds > 4 * seconds_each)) {
            go_on(app);
        }
    }

private:
    void begin(AppState& app) {
        chosen_ = app.settings.algorithm;
        algorithms_.clear();
        for (const SolverEntry& entry : solvers()) {
            const StepCost cost = app.history.costs().of(entry.info.id);
            if (is_charted(app, entry.info.id) && why_not(entry, app.settings).empty() &&
                cost.milliseconds < longest_step_milliseconds) {
                algorithms_.emplace_back(entry.info.id);
            }
        }
        app.view.show_chart = true;
        app.settings.running = true;
        under_way_ = true;
        go_on(app);
    }

    void go_on(AppState& app) {
        if (algorithms_.empty()) {
            end(app);
            return;
        }
        own_ = algorithms_.front();
        algorithms_.pop_front();
        set(app, own_);
        since_ = app.now;
    }

    void end(AppState& app) {
        under_way_ = false;
        set(app, chosen_);
    }

    // Nothing that one would undo: at the end it is as before.
    static void set(AppState& app, const std::string& algorithm) {
        app.settings.algorithm = algorithm;
        app.undo.rebase(app.settings, app.view);
    }

    std::deque<std::string> algorithms_; // still to come
    std::string chosen_, own_;           // before; that was set last
    double since_ = 0;
    bool under_way_ = false;
};

} // namespace

FeatureEntry measurement_feature() {
    return feature<Measurement>();
}

FeatureEntry scaling_run_feature() {
    return feature<ScalingRun>();
}

FeatureEntry ladder_run_feature() {
    return feature<LadderRun>();
}

} // namespace orrery
