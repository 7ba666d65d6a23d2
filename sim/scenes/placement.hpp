#pragma once

#include "sim/base/vector3.hpp"
#include "sim/domain/shares.hpp"
#include "sim/machine/workers.hpp"
#include "sim/scene.hpp"
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

// Brings the centre of mass of a scene that one rank has whole to rest at the origin, to rounding.
void rest_at_origin(Bodies<double>& bodies);

// A scene in the making, of which each of many ranks makes its share of the bodies, on all threads.
// Bodies are numbered as all are; of those that are asked for, a rank places the ones it makes.
class SceneDraft {
public:
    // So many bodies without mass, at rest at the origin.
    explicit SceneDraft(const SceneRequest& wanted);

    System system;

    Part all() const { return {0, wanted_.count}; }

    void place(std::size_t i, const PhasePoint& point, double mass);
    void place_each(const Part& bodies, double mass,
                    const std::function<PhasePoint(std::size_t)>& point);
    // Each from random numbers of its own.
    void draw_each(const Part& bodies, double mass, const std::function<PhasePoint(Random&)>& draw);
    void move_each(const Part& bodies, const std::function<PhasePoint(const PhasePoint&)>& move);

    // Brings their centre of mass to rest at the origin, to rounding, and the same bit for bit
    // among any number of ranks. Their total mass must be positive. Collective.
    void rest_at_origin(const Part& bodies);

private:
    // Calls work(i, k) for those of the bodies that are made here, as entry k.
    template <class Work>
    void for_each_here(const Part& bodies, const Work& work);

    SceneRequest wanted_;
    Part own_;
    Workers workers_;
};

// Bodies of equal mass, 1 in all, with one name. Each is drawn from random numbers of its own;
// together they rest at the origin.
System equal_bodies(const SceneRequest& wanted, const char* name,
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
                    const Swarm& swarm, const SceneRequest& wanted);

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
