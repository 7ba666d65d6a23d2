// Races in films: racers take the steps that a clock of the film's gives them, so that a slow one
// is as slow in each copy of it.
#include "app/features/race/race_run.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr StepBudget budget{.milliseconds = 500}; // of each racer
constexpr double most_rate = 240;                 // of the quickest: more steps a second are a blur
constexpr double usual_pace = 60;                 // steps a second where they cannot be measured

// How fast a racer would go by itself, from its median step.
double measured_rate(const Settings& settings, const std::shared_ptr<const System>& start) {
    try {
        Simulation simulation;
        simulation.load(start ? *start : load_source(settings), settings);
        const double milliseconds = measured_step(simulation, budget, {})->median;
        return milliseconds > 0 ? 1000 / milliseconds : usual_pace;
    } catch (const Error&) { // the race tells
        return usual_pace;
    }
}

// Three digits: what is written into a tour is what was filmed.
double rounded(double rate) {
    const double unit = std::pow(10, std::floor(std::log10(rate)) - 2);
    return std::round(rate / unit) * unit;
}

} // namespace

void RaceRun::measure_rates(AppState& app) {
    for (std::size_t k = 0; k < app.race.race.values.size(); ++k) {
        Settings settings = racer_settings(app.race, k, app.settings);
        settings.running = false;
        rates_.push_back(measured_rate(settings, begun_with_));
    }
    const double quickest = *std::ranges::max_element(rates_);
    std::string words;
    for (double& rate : rates_) {
        rate = rounded(rate * std::min(1.0, most_rate / quickest));
        words += fmt::format("{}{:g}", words.empty() ? "" : ", ", rate);
    }
    measured_ =
        fmt::format("race {}: measured here, rates = [{}]; in the tour's step they make the "
                    "film the same each time",
                    words_of(app.race.race), words);
}

bool RaceRun::step_rivals(AppState& app, double seconds, const std::stop_token& stop) {
    if (phase_ != Phase::running || !app.settings.running) {
        return true;
    }
    for (std::size_t k = 1; k < racers_.size(); ++k) {
        SimulationThread& rival = *racers_[k].simulation;
        const auto step = [&] {
            rival.step_once(app.settings.reversed);
            return rival.wait_until_idle(stop);
        };
        if (!app.race.equal_times) {
            const double pace = rival_settings(app, k).steps_per_second;
            double& due = racers_[k].due;
            const double rate = pace > 0 ? std::min(rates_[k], pace) : rates_[k];
            for (due += seconds * rate; due >= 1; due -= 1) {
                if (!step()) {
                    return false;
                }
            }
            continue;
        }
        // As far as the first one has come, but for rounding.
        const auto behind = [&] {
            const SimulationStatus status = rival.status();
            const double left = app.status.time - status.time;
            return !status.error && (app.settings.reversed ? -left : left) >
                                        1e-6 * std::max(std::abs(status.time_step), 1e-300);
        };
        while (behind()) {
            if (!step()) {
                return false;
            }
        }
    }
    const auto apart = distances_apart(readers_, app.status.count, began_at_, stop);
    for (std::size_t k = 0; k < apart.size(); ++k) {
        racers_[k].apart = apart[k];
    }
    return true;
}

} // namespace orrery
