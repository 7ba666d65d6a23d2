#include "app/commands/run_length.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

// Times this close, in steps, are the same: sums of steps round.
constexpr double rounding = 1e-6;

} // namespace

RunLength RunLength::until(double time, const Simulation& simulation, const char* flag) {
    RunLength length(0);
    length.end_ = time;
    length.start_ = simulation.time();
    if (length.left(simulation) < 0) {
        const bool back = simulation.settings().reversed;
        throw bad_input(fmt::format("{} is {} the system's time, {}", time,
                                    back ? "after" : "before", simulation.time()),
                        flag, back ? "--forwards goes there" : "--backwards goes there");
    }
    return length;
}

double RunLength::left(const Simulation& simulation) const {
    const double ahead = *end_ - simulation.time();
    return simulation.settings().reversed ? -ahead : ahead;
}

bool RunLength::reached(const Simulation& simulation) const {
    if (!end_) {
        return simulation.steps() >= steps_;
    }
    return left(simulation) <= rounding * simulation.time_step();
}

double RunLength::fraction(const Simulation& simulation) const {
    if (!end_) {
        return steps_ == 0 ? 1
                           : static_cast<double>(simulation.steps()) / static_cast<double>(steps_);
    }
    return *end_ == start_ ? 1 : (simulation.time() - start_) / (*end_ - start_);
}

double RunLength::next_step(const Simulation& simulation) const {
    const double usual = simulation.time_step();
    const bool fits = !end_ || left(simulation) >= usual * (1 - rounding);
    return fits ? usual : left(simulation);
}

Outcome RunLength::step(Simulation& simulation, std::stop_token stop) const {
    const double size = next_step(simulation);
    if (size == simulation.time_step()) {
        return simulation.step(std::move(stop));
    }
    const Settings settings = simulation.settings();
    Settings shorter = settings;
    shorter.time_step = size;
    simulation.apply(shorter);
    const Outcome outcome = simulation.step(std::move(stop));
    simulation.apply(settings);
    return outcome;
}

} // namespace orrery
