#include "tests/physics/orbits.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace orrery {

System system_of(std::initializer_list<Body> bodies) {
    System system;
    system.bodies = Bodies<double>(bodies.size());
    std::size_t i = 0;
    for (const Body& body : bodies) {
        system.bodies.mass[i] = body.mass;
        system.bodies.position.x[i] = body.position.x;
        system.bodies.position.y[i] = body.position.y;
        system.bodies.position.z[i] = body.position.z;
        system.bodies.velocity.x[i] = body.velocity.x;
        system.bodies.velocity.y[i] = body.velocity.y;
        system.bodies.velocity.z[i] = body.velocity.z;
        ++i;
    }
    system.catalogue.components = {{"bodies", 0, bodies.size()}};
    return system;
}

namespace {

constexpr double heavy = 1;
constexpr double light = 1e-3;

} // namespace

const double kepler_period = 2 * std::numbers::pi / std::sqrt(heavy + light);

System kepler_orbit(double eccentricity) {
    const double distance = 1 + eccentricity;
    const double speed = std::sqrt((heavy + light) * (1 - eccentricity) / distance);
    const double heavy_part = light / (heavy + light);
    const double light_part = heavy / (heavy + light);
    return system_of({{heavy, {-heavy_part * distance, 0, 0}, {0, -heavy_part * speed, 0}},
                      {light, {light_part * distance, 0, 0}, {0, light_part * speed, 0}}});
}

System figure_eight() {
    const Vector3 place{0.97000436, -0.24308753, 0};
    const Vector3 pace{-0.93240737, -0.86473146, 0};
    return system_of({{1, place, -0.5 * pace}, {1, -1.0 * place, -0.5 * pace}, {1, {}, pace}});
}

Settings exact_settings(const std::string& integrator, double time_step) {
    Settings settings;
    settings.algorithm = "cpu.aos";
    settings.integrator = integrator;
    settings.precision = Precision::fp64;
    settings.time_step = time_step;
    settings.threads = 1;
    return settings;
}

double largest_energy_error(Simulation& simulation, std::size_t steps) {
    if (simulation.evaluate() != Outcome::complete) {
        throw std::logic_error("nobody asked to cancel");
    }
    const double start = simulation.conserved().value().energy();
    double largest = 0;
    for (std::size_t i = 0; i < steps; ++i) {
        if (simulation.step() != Outcome::complete) {
            throw std::logic_error("nobody asked to cancel");
        }
        const double error = std::abs(simulation.conserved().value().energy() - start);
        largest = std::max(largest, error / std::abs(start));
    }
    return largest;
}

Vector3 position(const System& system, std::size_t body) {
    const auto& p = system.bodies.position;
    return {p.x[body], p.y[body], p.z[body]};
}

Vector3 velocity(const System& system, std::size_t body) {
    const auto& v = system.bodies.velocity;
    return {v.x[body], v.y[body], v.z[body]};
}

double largest_displacement(const System& a, const System& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        largest = std::max(largest, length(position(a, i) - position(b, i)));
    }
    return largest;
}

} // namespace orrery
