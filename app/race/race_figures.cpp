#include "app/race/race_figures.hpp"

namespace orrery {
namespace {

// The one that is ahead of all others; none at equal times, or where two are.
void mark_leader(std::vector<RacerStatus>& racers, double began_at, bool backwards) {
    const auto way = [&](const RacerStatus& racer) {
        return backwards ? began_at - racer.time : racer.time - began_at;
    };
    RacerStatus* leader = nullptr;
    double second = 0;
    for (RacerStatus& racer : racers) {
        if (leader == nullptr || way(racer) > way(*leader)) {
            second = leader == nullptr ? 0 : way(*leader);
            leader = &racer;
        } else {
            second = std::max(second, way(racer));
        }
    }
    if (leader != nullptr) {
        leader->ahead = way(*leader) > second;
    }
}

} // namespace

std::size_t race_reference(const Race& race, const std::string& compared) {
    const auto found = std::find(race.values.begin(), race.values.end(), compared);
    return race.what == "algorithm" && found != race.values.end()
               ? static_cast<std::size_t>(found - race.values.begin())
               : 0;
}

std::vector<RacerStatus> racer_figures(const AppState& app, std::span<const Rival> rivals,
                                       std::span<const RacerClock> clocks,
                                       std::span<const RacerDistance> apart, double began_at) {
    const RaceStatus& race = app.race;
    const std::size_t reference = race_reference(race.race, app.view.reference);
    const double reference_milliseconds = clocks[reference].milliseconds();
    std::vector<RacerStatus> racers;
    for (std::size_t k = 0; k < race.race.values.size(); ++k) {
        const bool is_there = k == 0 || k <= rivals.size();
        const SimulationStatus* const status = k == 0     ? &app.status
                                               : is_there ? &rivals[k - 1].status
                                                          : nullptr;
        RacerStatus racer;
        racer.title = racer_title(race.race, k);
        racer.algorithm = racer_settings(race, k, app.settings).algorithm;
        if (status != nullptr) {
            racer.time = status->time;
            racer.trouble = status->error ? status->error->problem() : "";
            const std::optional<StepInFlight> step =
                k == 0 ? app.step_in_flight : rivals[k - 1].simulation->step_in_flight();
            racer.seconds_in_step = step ? step->seconds : 0;
        }
        racer.steps_per_second = clocks[k].steps_per_second(Clock::now());
        racer.milliseconds = clocks[k].milliseconds();
        if (racer.milliseconds > 0 && reference_milliseconds > 0) {
            racer.factor = reference_milliseconds / racer.milliseconds;
        }
        if (k < race.rates.size()) { // of a film
            racer.steps_per_second = race.rates[k];
            racer.milliseconds = 1000 / race.rates[k];
            racer.factor = race.rates[k] / race.rates[reference];
        }
        racer.apart = apart[k].value;
        racers.push_back(std::move(racer));
    }
    if (!race.equal_times && !race.holds) {
        mark_leader(racers, began_at, app.settings.reversed);
    }
    return racers;
}

} // namespace orrery
