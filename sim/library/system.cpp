#include "sim/library/translated.hpp"
#include "sim/library/whole_system.hpp"

#include "sim/simulation/load_source.hpp"

#include <algorithm>
#include <utility>

namespace orrery::library {
namespace {

HostArray<double> taken(const std::vector<double>& from, std::size_t count, const char* name) {
    if (from.size() != count) {
        throw bad_input("has " + std::to_string(from.size()) + " entries, and there are " +
                            std::to_string(count) + " masses",
                        name, "Each body has one entry in each array.");
    }
    HostArray<double> to(count);
    std::copy(from.begin(), from.end(), to.begin());
    return to;
}

std::vector<double> given(const HostArray<double>& from) {
    return {from.begin(), from.end()};
}

} // namespace

System::System(const Bodies& bodies, const Law& law) : whole_(std::make_unique<Whole>()) {
    translated([&] {
        orrery::System& system = whole_->system;
        const std::size_t count = bodies.mass.size();
        system.bodies.position = {taken(bodies.x, count, "x"), taken(bodies.y, count, "y"),
                                  taken(bodies.z, count, "z")};
        system.bodies.velocity = {taken(bodies.vx, count, "vx"), taken(bodies.vy, count, "vy"),
                                  taken(bodies.vz, count, "vz")};
        system.bodies.mass = taken(bodies.mass, count, "mass");
        system.catalogue.title = "bodies of a program";
        system.catalogue.components = {{"bodies", 0, count}};
        system.time = law.time;
        system.units.gravity = law.gravity;
        system.softening = law.softening;
        system.time_step = law.time_step;
        require_sound(system);
    });
}

System::System(std::unique_ptr<Whole> whole) : whole_(std::move(whole)) {}
System::System(const System& other) : whole_(std::make_unique<Whole>(*other.whole_)) {}
System::System(System&&) noexcept = default;
System& System::operator=(System other) noexcept {
    whole_.swap(other.whole_);
    return *this;
}
System::~System() = default;

std::size_t System::count() const {
    return whole_->system.bodies.size();
}

Bodies System::bodies() const {
    const auto& [position, velocity, mass] = whole_->system.bodies;
    return {given(position.x), given(position.y), given(position.z), given(velocity.x),
            given(velocity.y), given(velocity.z), given(mass)};
}

Law System::law() const {
    const orrery::System& system = whole_->system;
    return {system.time, system.units.gravity, system.softening, system.time_step};
}

std::string System::title() const {
    return whole_->system.catalogue.title;
}

System load(const std::string& source, std::size_t bodies, std::uint64_t seed) {
    return translated([&] {
        orrery::Settings settings;
        settings.source = source;
        settings.bodies = bodies;
        settings.seed = seed;
        return System(std::make_unique<System::Whole>(System::Whole{load_source(settings)}));
    });
}

void save(const System& system, const std::string& file) {
    translated([&] { write_snapshot(file, system.whole_->system); });
}

} // namespace orrery::library
