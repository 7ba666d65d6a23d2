#pragma once

#include "sim/base/vector3.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>

namespace orrery {

// A system of bodies written down one by one; G = 1, no softening.
struct Body {
    double mass;
    Vector3 position;
    Vector3 velocity;
};
System system_of(std::initializer_list<Body> bodies);

// Two bodies, of masses 1 and 0.001, one unit of semi-major axis apart, at their apocentre; their
// period is `kepler_period`.
System kepler_orbit(double eccentricity);
extern const double kepler_period;

// Three equal bodies that chase each other along an eight: Chenciner & Montgomery, Annals of
// Mathematics 152, 881 (2000), with Simo's initial conditions.
System figure_eight();
constexpr double figure_eight_period = 6.32591398;

// The direct sum in double precision with a fixed step.
Settings exact_settings(const std::string& integrator, double time_step);

// Takes `steps` steps and returns the largest |E - E(0)| / |E(0)| met after any of them.
double largest_energy_error(Simulation& simulation, std::size_t steps);

// The present position of a body.
Vector3 position(const System& system, std::size_t body);
Vector3 velocity(const System& system, std::size_t body);

// The largest distance between a body's places in two states of one system.
double largest_displacement(const System& a, const System& b);

} // namespace orrery
