// What is heard and seen of the racers, frame by frame.
#include "app/features/race/race_run.hpp"

#include "app/state/paths.hpp"
#include "sim/base/error.hpp"

#include <chrono>
#include <utility>

namespace orrery {
namespace {

// So long what was measured at equal times is shown when no new ones are met.
constexpr double seconds_apart_holds = 1.5;
constexpr double seconds_between_looks = 0.15;

// Shorter waits are those of racers in step with each other, and a longer one is followed by
// others of its kind.
constexpr std::chrono::milliseconds worth_a_word(300);
constexpr double seconds_wait_holds = 1.5;

} // namespace

void RaceRun::listen(AppState& app, const std::vector<StepReport>& own) {
    if (!app.race.under_way) {
        return;
    }
    racers_.front().status = app.status;
    racers_.front().clock.add(own);
    for (std::size_t k = 1; k < racers_.size() && racers_[k].simulation; ++k) {
        Racer& rival = racers_[k];
        rival.status = rival.simulation->status();
        rival.clock.add(rival.simulation->take_reports());
        if (std::exchange(rival.seen_error, rival.status.error_serial) !=
                rival.status.error_serial &&
            rival.status.error) {
            app.say(rival.status.error->what(), true);
            if (gate_) {
                gate_->leave(k);
            }
        }
    }
}

// All views begin with the trails of the first, whose bodies they have, and from near by.
void RaceRun::begin_pictures(AppState& app) {
    RaceStatus& race = app.race;
    const bool others = differs_in_bodies(race.race);
    race.framing = {};
    race.pictures.clear();
    for (const Racer& rival : rivals()) {
        const SimulationStatus& status = rival.status;
        Paths& paths = race.pictures.emplace_back().paths;
        if (!others) {
            paths = app.paths;
            paths.leap(); // what this racer has done since is not recorded yet
        } else if (status.loaded) {
            paths.begin(rival.simulation->catalogue(), status.count, rival.simulation->units(),
                        status.suggested.time_step);
        }
    }
    race.exact.clear();
    if (!others && app.status.count == 2) {
        race.exact =
            exact_orbits(app.simulation.read({.position = true, .velocity = true, .mass = true}),
                         app.units.gravity);
    }
}

// Takes the newest distances; a missing one keeps its last value for a while. Films measure them
// when the racers have stepped.
void RaceRun::remember_distances(const AppState& app) {
    if (by_steps_) {
        return;
    }
    std::vector<std::optional<double>> newest(racers_.size());
    try {
        newest = apart_.poll().value_or(newest);
    } catch (const Error&) { // a GPU is lost: its simulation says so
        readers_.clear();
    }
    for (std::size_t k = 0; k < newest.size(); ++k) {
        Racer& racer = racers_[k];
        if (newest[k]) {
            racer.apart = newest[k];
            racer.apart_at = app.now;
        } else if (readers_.empty() || app.now - racer.apart_at > seconds_apart_holds) {
            racer.apart.reset();
        }
    }
    if (!readers_.empty() && !apart_.under_way() &&
        app.now - apart_looked_at_ >= seconds_between_looks) {
        apart_looked_at_ = app.now;
        apart_.start([readers = readers_, count = app.status.count,
                      began_at = began_at_](const std::stop_token& stop) {
            return distances_apart(readers, count, began_at, stop);
        });
    }
}

void RaceRun::remember_waits(AppState& app) {
    for (std::size_t k = 0; k < app.race.racers.size(); ++k) {
        Racer& racer = racers_[k];
        const auto wait = gate_ ? gate_->wait_of(k) : std::nullopt;
        if (wait && Clock::now() - wait->since >= worth_a_word) {
            racer.waits_for = wait->for_whom;
            racer.waits_at = app.now;
        } else if (!gate_ || app.now - racer.waits_at > seconds_wait_holds) {
            racer.waits_for.reset();
        }
        app.race.racers[k].waits_for = racer.waits_for;
    }
}

} // namespace orrery
