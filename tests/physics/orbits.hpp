#pragma once

#include "sim/bodies.hpp"
#include "sim/simulation.hpp"
#include "sim/vector3.hpp"

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
InitialConditions system_of(std::initializer_list<Body> bodies);

// Two bodies, of masses 1 and 0.001, one unit of semi-major axis apart, at their apocentre; their
// period is `kepler_period`.
InitialConditions kepler_orbit(double eccentricity);
extern const double kepler_period;

// Three equal bodies that chase each other along an eight: Chenciner & Montgomery, Annals of
// Mathematics 152, 881 (2000), with Simo's initial conditions.
InitialConditions figure_eight();
constexpr double figure_eight_period = 6.32591398;

// The direct sum in double precision with a fixed step.
Settings exact_settings(const std::string& integrator, double time_step);

// Takes `steps` steps and returns the largest |E - E(0)| / |E(0)| met after any of them.
double largest_energy_error(Simulation& simulation, std::size_t steps);

// The present position of a body.
Vector3 position(const InitialConditions& system, std::size_t body);
Vector3 velocity(const InitialConditions& system, std::size_t body);

// The largest distance between a body's places in two states of one system.
double largest_displacement(const InitialConditions& a, const InitialConditions& b);

} // namespace orrery
