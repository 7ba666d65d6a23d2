#pragma once

#include "app/race/racer_clock.hpp"
#include "app/state/app_state.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// A simulation that runs beside the window's own, and what it last said of itself.
struct Rival {
    std::shared_ptr<SimulationThread> simulation;
    SimulationStatus status = {};
    Settings sent = {};
    std::uint64_t loads_before = 0; // what it is to begin with is there when there are more
    std::uint64_t seen_error = 0;
};

// How far a racer is from the first, as last measured.
struct RacerDistance {
    std::optional<double> value = {};
    double at = 0; // seconds since the window opened
};

// Whom a racer waits for, as long as it does so again and again.
struct RacerWait {
    std::optional<std::size_t> for_whom = {};
    double at = 0; // as above
};

// What the views say of the racers, the window's own simulation first. `began_at`: the simulated
// time of their start.
std::vector<RacerStatus> racer_figures(const AppState& app, std::span<const Rival> rivals,
                                       std::span<const RacerClock> clocks,
                                       std::span<const RacerDistance> apart, double began_at);

// The racer that factors are against: the one of the algorithm that costs are compared with, or the
// first.
std::size_t race_reference(const Race& race, const std::string& compared);

} // namespace orrery
