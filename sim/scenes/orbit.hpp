#pragma once

#include "sim/scenes/placement.hpp"

namespace orrery {

// An ellipse and a place on it, as almanacs give them. Angles in degrees.
struct OrbitalElements {
    double semi_major_axis;
    double eccentricity;          // 0 … below 1
    double inclination;           // of the orbit's plane to z = 0
    double ascending_node;        // longitude, from the x axis
    double argument_of_periapsis; // from the node, along the orbit
    double mean_anomaly;          // 0 at the periapsis
};

// Position and velocity relative to the body circled. `gravity_times_mass` is G (M + m). Solves
// Kepler's equation by Newton's method. Murray & Dermott, Solar System Dynamics (1999), section
// 2.8.
PhasePoint orbit_point(const OrbitalElements& elements, double gravity_times_mass);

} // namespace orrery
