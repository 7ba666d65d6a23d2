#pragma once

#include "sim/base/vector3.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace orrery {

class Random;

struct PhasePoint {
    Vector3 position;
    Vector3 velocity;
};

PhasePoint phase_point(const Bodies<double>& bodies, std::size_t i);
void place(Bodies<double>& bodies, std::size_t i, const PhasePoint& point, double mass);

// Brings the centre of mass of bodies [first, first + count) to rest at the origin, to rounding.
// Their total mass must be positive.
void rest_at_origin(Bodies<double>& bodies, std::size_t first, std::size_t count);
void rest_at_origin(Bodies<double>& bodies);

// Bodies of equal mass, 1 in all, with one name. Each is drawn from random numbers of its own;
// together they rest at the origin.
System equal_bodies(std::size_t count, std::uint64_t seed, const char* name,
                    const std::function<PhasePoint(Random&)>& draw);

// Names the next `count` bodies after those already named; no bodies, no name.
void name_next(Catalogue& catalogue, std::string name, std::size_t count);

// A body with a name of its own.
struct NamedBody {
    std::string name;
    PhasePoint point;
    double mass;
};

// Each of them is a component.
System named_bodies(const std::vector<NamedBody>& bodies);

// Bodies around a heavy one: `companions` by importance, as a scene of very few bodies keeps the
// first of them, and a swarm, whose bodies share a mass and are drawn from random numbers of their
// own. Heavy bodies are labelled.
struct Swarm {
    std::string companions, bodies; // the names of the components
    double mass;
    PhasePoint (*draw)(Random&);
    // Others, such a share of it each, which are its last ones.
    struct Part {
        std::string name;
        double share;
        PhasePoint (*draw)(Random&);
    };
    std::vector<Part> parts = {};
};
System swarm_around(const NamedBody& centre, const std::vector<NamedBody>& companions,
                    const Swarm& swarm, std::size_t count, std::uint64_t seed);

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
