#include "app/commands/run_length.hpp"

#include "sim/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orrery {
namespace {

// Times this close, in steps, are the same: sums of steps round.
constexpr double rounding = 1e-6;

} // namespace

RunLength RunLength::of_steps(std::uint64_t steps) {
    RunLength length;
    length.steps_ = steps;
    return length;
}

RunLength RunLength::until(double time, const Simulation& simulation) {
    if (time < simulation.time()) {
        throw bad_input(fmt::format("{} is before the system's time, {}", time, simulation.time()),
                        "--until", "");
    }
    RunLength length;
    length.end_ = time;
    length.start_ = simulation.time();
    return length;
}

bool RunLength::reached(const Simulation& simulation) const {
    if (!end_) {
        return simulation.steps() >= steps_;
    }
    return *end_ - simulation.time() <= rounding * simulation.time_step();
}

double RunLength::fraction(const Simulation& simulation) const {
    if (!end_) {
        return steps_ == 0 ? 1
                           : static_cast<double>(simulation.steps()) / static_cast<double>(steps_);
    }
    return *end_ == start_ ? 1 : (simulation.time() - start_) / (*end_ - start_);
}

Outcome RunLength::step(Simulation& simulation, std::stop_token stop) const {
    if (!end_) {
        return simulation.step(std::move(stop));
    }
    const double left = *end_ - simulation.time();
    if (left >= simulation.time_step() * (1 - rounding)) {
        return simulation.step(std::move(stop));
    }
    const Settings settings = simulation.settings();
    Settings shorter = settings;
    shorter.time_step = left;
    simulation.apply(shorter);
    const Outcome outcome = simulation.step(std::move(stop));
    simulation.apply(settings);
    return outcome;
}

} // namespace orrery
