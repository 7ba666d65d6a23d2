#include "app/commands/run.hpp"

#include "app/commands/table.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

// Times this close, in steps, are the same: sums of steps round.
constexpr double rounding = 1e-6;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Not a number where there is nothing to be relative to.
double relative(double difference, double scale) {
    return scale > 0 ? difference / scale : not_a_number;
}

std::string figure(double value) {
    return std::isfinite(value) ? fmt::format("{:.6g}", value) : "–";
}

std::string error(double value) {
    return std::isfinite(value) ? fmt::format("{:.2e}", value) : "–";
}

// Not a number where the algorithm gives no potential.
double energy(const Conserved& state) {
    return state.has_potential ? state.energy() : not_a_number;
}

double virial_ratio(const Conserved& state) {
    return state.has_potential ? state.virial_ratio() : not_a_number;
}

nlohmann::ordered_json vector_json(const Vector3& v) {
    return {v.x, v.y, v.z};
}

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
    constexpr double most = 1e15; // nobody waits for so many
    const double steps = length.left(simulation) / simulation.largest_time_step();
    if (simulation.step_accuracy() == 0 && steps > most) {
        throw bad_input(fmt::format("t = {} is {:.3g} steps of {:g} away", time, steps,
                                    simulation.largest_time_step()),
                        flag, "give a longer step: --dt");
    }
    return length;
}

double RunLength::left(const Simulation& simulation) const {
    const double ahead = *end_ - simulation.time();
    return simulation.settings().reversed ? -ahead : ahead;
}

// A clock that has added up its steps is that much off, at most: no step makes up for it.
double RunLength::rounding_until_now(const Simulation& simulation) const {
    const double step = simulation.time_step();
    const double steps = std::abs(simulation.time() - start_) / step + 1;
    const double latest = std::max(std::abs(*end_), std::abs(start_));
    return std::min(rounding * step, steps * latest * std::numeric_limits<double>::epsilon());
}

bool RunLength::reached(const Simulation& simulation) const {
    if (!end_) {
        return simulation.steps() >= steps_;
    }
    return left(simulation) <= rounding_until_now(simulation);
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
    const bool fits = !end_ || left(simulation) >= usual - rounding_until_now(simulation);
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

double Conservation::energy_error(const Conserved& now) const {
    return relative(std::abs(energy(now) - energy(*initial_)), std::abs(energy(*initial_)));
}

void Conservation::add(const Conserved& now) {
    initial_ = initial_.value_or(now);
    latest_ = now;
    worst_energy_error_ = std::fmax(worst_energy_error_, energy_error(now)); // passes NaN over
}

double Conservation::momentum_error() const {
    return relative(length(latest_.momentum - initial_->momentum), latest_.momentum_scale);
}

double Conservation::angular_momentum_error() const {
    return relative(length(latest_.angular_momentum - initial_->angular_momentum),
                    length(initial_->angular_momentum));
}

std::string Conservation::text() const {
    if (!initial_) {
        return "nothing was measured\n";
    }
    Table table({"CONSERVED", ">START", ">END", ">ERROR"});
    const auto row = [&](const char* name, double start, double end, const std::string& drift) {
        table.add_row({name, figure(start), figure(end), drift});
    };
    row("energy", energy(*initial_), energy(latest_), error(energy_error(latest_)));
    table.add_row({"  at its worst", "", "", error(worst_energy_error_)});
    row("momentum", length(initial_->momentum), length(latest_.momentum), error(momentum_error()));
    row("angular momentum", length(initial_->angular_momentum), length(latest_.angular_momentum),
        error(angular_momentum_error()));
    row("-T/U (virial)", virial_ratio(*initial_), virial_ratio(latest_), "");
    return table.text();
}

nlohmann::ordered_json Conservation::json() const {
    using Json = nlohmann::ordered_json;
    if (!initial_) {
        return nullptr;
    }
    const auto vectors = [&](const Vector3 Conserved::*quantity, double error) {
        return Json{{"initial", vector_json((*initial_).*quantity)},
                    {"final", vector_json(latest_.*quantity)},
                    {"relative_error", error}};
    };
    return {
        {"energy",
         {{"initial", energy(*initial_)},
          {"final", energy(latest_)},
          {"relative_error", energy_error(latest_)},
          {"worst_relative_error", worst_energy_error_}}},
        {"momentum", vectors(&Conserved::momentum, momentum_error())},
        {"angular_momentum", vectors(&Conserved::angular_momentum, angular_momentum_error())},
        {"virial_ratio", {{"initial", virial_ratio(*initial_)}, {"final", virial_ratio(latest_)}}}};
}

} // namespace orrery
