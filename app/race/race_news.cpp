// What is heard and seen of the racers, frame by frame.
#include "app/race/race_run.hpp"

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
    paces_.front().clock.add(own);
    for (std::size_t k = 0; k < rivals_.size(); ++k) {
        Rival& rival = rivals_[k];
        rival.status = rival.simulation->status();
        paces_[k + 1].clock.add(rival.simulation->take_reports());
        if (std::exchange(rival.seen_error, rival.status.error_serial) !=
                rival.status.error_serial &&
            rival.status.error) {
            app.say(rival.status.error->what(), true);
            if (gate_) {
                gate_->leave(k + 1);
            }
        }
    }
}

// All views begin with the trails of the first, whose bodies they have, and from near by.
void RaceRun::begin_pictures(AppState& app) {
    RaceStatus& race = app.race;
    const bool others = differs_in_bodies(race.race);
    race.framing = {};
    race.pictures.assign(rivals_.size(), {});
    for (std::size_t k = 0; k < rivals_.size(); ++k) {
        const SimulationStatus& status = rivals_[k].status;
        Paths& paths = race.pictures[k].paths;
        if (!others) {
            paths = app.paths;
        } else if (status.loaded) {
            const SimulationThread& rival = *rivals_[k].simulation;
            paths.begin(rival.catalogue(), status.count, rival.units(), status.suggested.time_step);
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
    std::vector<std::optional<double>> newest(paces_.size());
    try {
        newest = apart_.poll().value_or(newest);
    } catch (const Error&) { // a GPU is lost: its simulation says so
        readers_.clear();
    }
    for (std::size_t k = 0; k < newest.size(); ++k) {
        RacerPace& pace = paces_[k];
        if (newest[k]) {
            pace.apart = newest[k];
            pace.apart_at = app.now;
        } else if (readers_.empty() || app.now - pace.apart_at > seconds_apart_holds) {
            pace.apart.reset();
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
        RacerPace& pace = paces_[k];
        const auto wait = gate_ ? gate_->wait_of(k) : std::nullopt;
        if (wait && Clock::now() - wait->since >= worth_a_word) {
            pace.waits_for = wait->for_whom;
            pace.waits_at = app.now;
        } else if (!gate_ || app.now - pace.waits_at > seconds_wait_holds) {
            pace.waits_for.reset();
        }
        app.race.racers[k].waits_for = pace.waits_for;
    }
}

} // namespace orrery
