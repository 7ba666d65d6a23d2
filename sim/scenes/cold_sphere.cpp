// A uniform ball of bodies at rest: it falls together, bounces and settles.
//
// Idea:   every shell of a uniform ball reaches the centre at the same moment, the free-fall time
//         t = pi/2 sqrt(R^3 / (2 G M)) = 1.11; only the graininess of N bodies stops it. The deep
//         bounce is the hardest test of energy conservation with a fixed step.
// Source: van Albada, "Dissipationless galaxy formation and the R^(1/4) law", MNRAS 201 (1982);
//         the free-fall time: Binney & Tremaine, Galactic Dynamics (2008), section 2.2.
// Units:  G = M = R = 1.
// State:  at rest, T = 0; energy close to -3/5.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

namespace orrery {
namespace {

System make(const SceneRequest& wanted) {
    System system = equal_bodies(wanted, "bodies", [](Random& random) -> PhasePoint {
        const double radius = portable::cube_root(random.uniform());
        return {radius * random.direction(), {}};
    });
    system.time_step = 1.0 / 128;
    system.softening = 1.0 / 32;
    system.step_accuracy = 0.025; // in the bounce a step of 1/128 is coarser than what happens
    system.viewpoint = {.distance = 3};
    return system;
}

} // namespace

extern const Scene cold_sphere_scene{
    .id = "cold_sphere",
    .title = "Cold collapse",
    .idea = "A ball at rest collapses, bounces and settles into a glowing core",
    .source = "van Albada 1982, MNRAS 201, 939",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
