#include "app/features/race/race_run.hpp"

#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <map>
#include <thread>

namespace orrery {

RaceRun::~RaceRun() {
    dismiss(std::exchange(racers_, {}), std::move(gate_));
}

void RaceRun::look(AppState& app, const std::vector<StepReport>& own) {
    std::erase_if(leaving_, [](const Job<void>& each) { return each.finished(); });
    take_wishes(app);
    try {
        begin_if_settled(app);
        make_rivals_when_held(app);
        copy(app);
    } catch (const Error& error) {
        app.say(error.what(), true);
        end(app);
    }
    listen(app, own);
    end_if_over(app);
    go_when_all_are_there(app);
    if (app.race.under_way) {
        keep_times(app);
        send(app);
        remember_distances(app);
        app.race.racers = racer_figures(app, racers_, began_at_);
        remember_waits(app);
    }
    if (phase_ == Phase::running) {
        hold_in_frame(app, racers_, app.now - looked_at_);
    }
    looked_at_ = app.now;
}

void RaceRun::take_wishes(AppState& app) {
    if (app.requests.take<EndRace>()) {
        end(app);
    }
    if (const auto wanted = app.requests.take<StartRace>()) {
        end(app);
        rates_ = wanted->rates;
        try {
            wanted_ = read_race(wanted->words);
            phase_ = Phase::settling;
        } catch (const Error& error) {
            app.say(error.what(), true);
            return;
        }
        if (!wanted_.scene.empty()) {
            if (wanted_.scene == app.settings.source) { // as somebody wants to see it
                choose_source(app.settings, wanted_.scene);
            } else {
                choose_scene(app, wanted_.scene);
            }
            app.settings.bodies = wanted_.bodies != 0 ? wanted_.bodies : app.settings.bodies;
            app.settings.running = true;
        }
    }
    if (app.requests.take<ResetRace>() && phase_ == Phase::running) {
        begin_anew(app);
    }
    while (const auto step = app.requests.take_first<StepRivals>()) {
        for (const Racer& rival : rivals()) {
            rival.simulation->step_once(step->backwards);
        }
    }
}

// Not before the first algorithm is chosen, a scene is loaded, another race is over.
void RaceRun::begin_if_settled(AppState& app) {
    if (phase_ != Phase::settling) {
        return;
    }
    const SimulationStatus& status = app.status;
    if (status.error) {
        phase_ = Phase::none;
    } else if (status.loaded && !status.loading && status.settings == app.settings &&
               knows_gpus(app)) {
        begin(app);
    }
}

// Those of the machine, where a racer computes on one: looking for them takes its time.
bool RaceRun::knows_gpus(AppState& app) {
    const std::vector<Settings> racers = wanted_by_all(wanted_, app.settings);
    const bool asks = std::ranges::any_of(racers, [](const Settings& racer) {
        const SolverEntry& entry = find_solver(racer.algorithm);
        return entry.info.space != Space::host && entry.unavailable().empty();
    });
    if (!asks || !app.gpus.empty()) {
        return true;
    }
    if (!gpus_.under_way()) {
        gpus_.start(gpu_devices);
    }
    const bool found = gpus_.finished();
    if (found) {
        app.gpus = gpus_.take();
    }
    return found;
}

void RaceRun::begin(AppState& app) {
    phase_ = Phase::none;
    check_race(wanted_, app.settings, app.status.softening);
    base_ = app.settings;
    app.race = {};
    app.race.race = wanted_;
    app.race.under_way = app.race.holds = true;
    app.race.keeps_pace = app.status.count <= few_bodies && !differs_in_bodies(wanted_);
    app.race.equal_times = compares_results(wanted_) ||
                           (rates_.empty() && (differs_in_bodies(wanted_) || app.race.keeps_pace));
    app.race.usual_pace = base_.steps_per_second;
    app.race.shares = machine_shares(
        wanted_by_all(wanted_, base_), wanted_,
        base_.threads > 0 ? base_.threads
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
        static_cast<int>(app.gpus.size()));
    anew_ = differs_in_bodies(wanted_);
    layer_ = app.view.layer;
    app.view.layer = layer_ == Layer::panels ? Layer::stage : layer_;
    racers_.assign(wanted_.values.size(), {.loads_before = 0});
    racers_.front().simulation = {std::shared_ptr<void>(), &app.simulation}; // not its owner
    racers_.front().loads_before = app.status.load_serial;
    phase_ = Phase::holding;
}

void RaceRun::make_rivals_when_held(AppState& app) {
    const SimulationStatus& status = app.status;
    if (phase_ != Phase::holding || status.stepping || status.loading ||
        status.settings != racer_settings(app.race, 0, app.settings)) {
        return;
    }
    if (!anew_) {
        start_.start([simulation = &app.simulation] {
            return std::make_shared<const System>(simulation->snapshot());
        });
        phase_ = Phase::copying;
        return;
    }
    // Else it has loaded other bodies already.
    if (racers_.front().loads_before == status.load_serial) {
        app.simulation.reset();
    }
    if (rivals().empty()) {
        make_rivals(app, nullptr);
    } else {
        for (Racer& rival : std::span(racers_).subspan(1)) {
            rival.loads_before = rival.status.load_serial;
            rival.simulation->reset();
        }
    }
    phase_ = Phase::loading;
}

void RaceRun::copy(AppState& app) {
    if (phase_ == Phase::copying && start_.finished()) {
        const std::shared_ptr<const System> start = start_.take();
        begun_with_ = by_steps_ ? start : nullptr;
        racers_.front().loads_before.reset();
        make_rivals(app, start);
        phase_ = Phase::loading;
    }
}

Settings RaceRun::rival_settings(const AppState& app, std::size_t number) const {
    Settings settings = racer_settings(app.race, number, app.settings);
    settings.running = settings.running && !by_steps_;
    return settings;
}

void RaceRun::make_rivals(AppState& app, const std::shared_ptr<const System>& start) {
    // One after the other on a GPU that they share.
    std::map<int, std::shared_ptr<GpuTurns>> turns;
    turns[home_gpu(racer_settings(app.race, 0, app.settings))] = app.simulation.shared_turns();
    turns[-1] = nullptr; // each processor's own
    for (std::size_t k = 1; k < app.race.race.values.size(); ++k) {
        const Settings settings = rival_settings(app, k);
        std::shared_ptr<GpuTurns>& shared = turns[home_gpu(settings)];
        Racer& rival = racers_[k];
        rival.simulation = std::make_shared<SimulationThread>(shared);
        rival.sent = settings;
        if (home_gpu(settings) >= 0) {
            shared = rival.simulation->shared_turns();
        }
        if (start) {
            rival.simulation->begin_with(start, settings);
        } else {
            rival.simulation->set(settings);
        }
    }
}

// From the initial conditions, all together.
void RaceRun::begin_anew(AppState& app) {
    app.race.holds = true;
    anew_ = true;
    racers_.front().loads_before = app.status.load_serial;
    dismiss({}, nullptr);
    gate_.reset(); // and a new one, at which nobody has been yet
    phase_ = Phase::holding;
}

void RaceRun::go_when_all_are_there(AppState& app) {
    if (phase_ != Phase::loading) {
        return;
    }
    racers_.front().sent = racer_settings(app.race, 0, app.settings);
    const bool all = std::ranges::all_of(racers_, [](const Racer& racer) {
        const SimulationStatus& status = racer.status;
        return status.error ||
               (status.loaded && !status.loading && status.load_serial != racer.loads_before &&
                status.settings == racer.sent);
    });
    if (all) {
        go(app);
    }
}

void RaceRun::go(AppState& app) {
    phase_ = Phase::running;
    app.race.holds = false;
    began_at_ = app.status.time;
    racers_.front().loads_before = app.status.load_serial;
    for (Racer& racer : racers_) {
        racer.clock.restart();
        racer.due = 0;
    }
    begin_pictures(app);
    const bool all_loaded =
        std::ranges::all_of(racers_, [](const Racer& racer) { return racer.status.loaded; });
    if (all_loaded && !differs_in_bodies(app.race.race)) {
        for (const Racer& racer : racers_) {
            readers_.emplace_back([simulation = racer.simulation](const ReadRequest& request) {
                return simulation->read(request);
            });
        }
    }
    if (by_steps_ && rates_.empty() && !app.race.equal_times) {
        measure_rates(app);
    }
    app.race.rates = by_steps_ && !app.race.equal_times ? rates_ : std::vector<double>();
    begun_with_.reset();
}

// Somebody chose something else of what is raced, other bodies, or the first racer failed.
void RaceRun::end_if_over(AppState& app) {
    if (!app.race.under_way) {
        return;
    }
    const bool other_choice = !agree_on_race(app.settings, base_, app.race.race);
    const bool other_bodies =
        phase_ == Phase::running && app.status.load_serial != racers_.front().loads_before;
    if (other_choice || other_bodies || app.status.error) {
        if (other_choice || other_bodies) {
            app.race.replaced.reset(); // nobody wants that back
            app.announce("race", other_choice ? "The race is over: its settings were changed"
                                              : "The race is over: other bodies were loaded");
        }
        end(app);
    }
}

void RaceRun::end(AppState& app) {
    phase_ = Phase::none;
    if (!app.race.under_way) {
        return;
    }
    app.simulation.keep_time_with(nullptr, 0);
    const std::shared_ptr<const Timeline> replaced = app.race.replaced;
    app.race = {};
    // A tour's next step may have chosen others by now.
    if (differs_in_bodies(wanted_) && replaced && same_system(app.settings, base_)) {
        app.race.gives_back = true;
        app.simulation.restore(replaced, app.settings);
    }
    if (app.view.layer == Layer::stage) {
        app.view.layer = layer_;
    }
    dismiss(std::exchange(racers_, {}), std::move(gate_));
}

// Joins the racers' threads in the background: a step may take long to cancel.
void RaceRun::dismiss(std::vector<Racer> racers, std::shared_ptr<TimeGate> gate) {
    readers_.clear();
    leaving_.emplace_back().start([racers = std::move(racers), apart = std::move(apart_),
                                   start = std::move(start_), gate = std::move(gate)]() mutable {
        start = {};
        apart = {};
        racers.clear();
    });
}

void RaceRun::send(const AppState& app) {
    for (std::size_t k = 1; k < racers_.size() && racers_[k].simulation; ++k) {
        const Settings wanted = rival_settings(app, k);
        if (wanted != racers_[k].sent) {
            racers_[k].simulation->set(wanted);
            racers_[k].sent = wanted;
        }
    }
}

void RaceRun::keep_times(AppState& app) {
    const bool wanted = app.race.equal_times && !rivals().empty() && !by_steps_;
    if (wanted == (gate_ != nullptr)) {
        return;
    }
    gate_ = wanted ? std::make_shared<TimeGate>(racers_.size()) : nullptr;
    for (std::size_t k = 0; k < racers_.size() && racers_[k].simulation; ++k) {
        racers_[k].simulation->keep_time_with(gate_, k);
        if (gate_ && racers_[k].status.error) {
            gate_->leave(k);
        }
    }
}

} // namespace orrery
