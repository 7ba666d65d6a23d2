// Two bodies on an ellipse of eccentricity 1/2.
//
// Idea:   the one N-body problem with a formula for an answer, so every integrator is measured on
//         it. Starts at the apoapsis, where it moves slowest.
// Source: Kepler, Astronomia nova (1609); Murray & Dermott, Solar System Dynamics (1999), ch. 2.
// Units:  G = 1, both masses together 1, semi-major axis 1: period 2 pi, energy -m1 m2 / 2.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"

#include <numbers>

namespace orrery {
namespace {

System make(const SceneRequest&) {
    constexpr double light = 0.25, heavy = 0.75;
    const PhasePoint apart = orbit_point({.semi_major_axis = 1,
                                          .eccentricity = 0.5,
                                          .inclination = 0,
                                          .ascending_node = 0,
                                          .argument_of_periapsis = 0,
                                          .mean_anomaly = 180},
                                         light + heavy);
    System system =
        named_bodies({{"heavy", {-light * apart.position, -light * apart.velocity}, heavy},
                      {"light", {heavy * apart.position, heavy * apart.velocity}, light}});
    system.time_step = 2 * std::numbers::pi / 400;
    system.viewpoint = {.distance = 3, .azimuth = -90, .elevation = 50};
    return system;
}

} // namespace

extern const Scene kepler_scene{
    .id = "kepler",
    .title = "Kepler ellipse",
    .idea = "Two bodies on an ellipse: the test of every integrator",
    .source = "Murray & Dermott 1999, Solar System Dynamics, ch. 2",
    .standard_bodies = 2,
    .fixed_bodies = 2,
    .make = make,
    .random = false,
};

} // namespace orrery
