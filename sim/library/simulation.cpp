#include "sim/library/translated.hpp"
#include "sim/library/whole_system.hpp"

#include "sim/simulation/load_source.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/simulation/simulation.hpp"

#include <orrery/simulation.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace orrery::library {
namespace {

void set_named(orrery::Settings& settings, const std::string& name, const std::string& words) {
    if (const Property* const property = find_property(name)) {
        property->read(settings, words);
    } else {
        set_option(settings, name, words);
    }
}

// The algorithm before its options.
orrery::Settings settings_named(const Settings& values) {
    orrery::Settings settings;
    for (const bool options : {false, true}) {
        for (const auto& [name, words] : values) {
            if (options == (find_property(name) == nullptr)) {
                set_named(settings, name, words);
            }
        }
    }
    return settings;
}

std::array<double, 3> array_of(const Vector3& vector) {
    return {vector.x, vector.y, vector.z};
}

} // namespace

struct Simulation::Engine {
    orrery::Simulation simulation;
};

Simulation::Simulation(const System& system, const Settings& settings)
    : engine_(std::make_unique<Engine>()) {
    translated([&] {
        const orrery::Settings asked = settings_named(settings);
        engine_->simulation.load(given_system(system.whole_->system, asked), asked);
    });
}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

bool Simulation::step(std::size_t count, const std::stop_token& stop) {
    return translated([&] {
        for (std::size_t taken = 0; taken < count; ++taken) {
            if (engine_->simulation.step(stop) == Outcome::cancelled) {
                return false;
            }
        }
        return true;
    });
}

bool Simulation::run_until(double time, const std::stop_token& stop) {
    return translated([&] {
        if (!std::isfinite(time)) {
            throw bad_input("is not a finite number", "time", "");
        }
        orrery::Simulation& simulation = engine_->simulation;
        const bool back = simulation.settings().reversed;
        while (back ? simulation.time() > time : simulation.time() < time) {
            if (simulation.step(stop) == Outcome::cancelled) {
                return false;
            }
        }
        return true;
    });
}

std::size_t Simulation::count() const {
    return engine_->simulation.count();
}

double Simulation::time() const {
    return engine_->simulation.time();
}

std::uint64_t Simulation::steps() const {
    return engine_->simulation.steps();
}

void Simulation::set(const std::string& name, const std::string& words) {
    translated([&] {
        orrery::Settings settings = engine_->simulation.settings();
        set_named(settings, name, words);
        require_same_bodies(engine_->simulation.settings(), settings, name);
        engine_->simulation.apply(settings);
    });
}

std::string Simulation::get(const std::string& name) const {
    return translated([&] {
        const orrery::Settings& settings = engine_->simulation.settings();
        if (const Property* const property = find_property(name)) {
            return property->words(settings);
        }
        const SolverInfo& info = engine_->simulation.solver_info();
        const SolverOption* const option = info.find_option(name);
        if (option == nullptr) {
            throw bad_input("is no setting, and no option of " + std::string(info.id), name, "");
        }
        return option->value_in(options_of(settings, settings.algorithm)).text();
    });
}

System Simulation::now() const {
    return translated([&] {
        auto whole = std::make_unique<System::Whole>(System::Whole{engine_->simulation.snapshot()});
        return System(std::move(whole));
    });
}

Conserved Simulation::conserved() {
    return translated([&] {
        engine_->simulation.evaluate();
        const std::optional<orrery::Conserved> known = engine_->simulation.conserved();
        if (!known) {
            throw failure("the energy is not known", "conserved", "Set measure_energy to on.");
        }
        return Conserved{known->kinetic_energy, known->has_potential ? known->potential_energy : 0,
                         array_of(known->momentum), array_of(known->angular_momentum),
                         array_of(known->centre_of_mass)};
    });
}

ForceError Simulation::force_error(std::size_t samples, std::uint64_t seed) {
    return translated([&] {
        const orrery::ForceError found =
            engine_->simulation.force_error(samples, seed).value_or(orrery::ForceError());
        return ForceError{found.samples, found.median, found.p99, found.maximum,
                          found.promise_factor * promised_error(engine_->simulation.settings(),
                                                                engine_->simulation.box())};
    });
}

void Simulation::save(const std::string& file) const {
    translated([&] {
        write_snapshot(file, engine_->simulation.snapshot(), {}, engine_->simulation.settings());
    });
}

} // namespace orrery::library
