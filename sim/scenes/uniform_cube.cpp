// Bodies spread evenly through a cube, at rest.
//
// Idea:   the even load: every cell of a tree, every bin of a grid holds the same, so it shows an
//         algorithm's plain speed, where a cluster shows how it copes. Left to itself its corners
//         lag behind as it falls together, and draw a star of filaments.
// Source: the classic test set of fast multipole codes, e.g. Cheng, Greengard, Rokhlin, J.
//         Comput. Phys. 155 (1999), section 5.
// Units:  G = M = 1, side 2, centred.
// State:  at rest.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/random.hpp"

namespace orrery {
namespace {

System make(const SceneRequest& wanted) {
    System system = equal_bodies(wanted, "bodies", [](Random& random) -> PhasePoint {
        const double x = 2 * random.uniform() - 1;
        const double y = 2 * random.uniform() - 1;
        const double z = 2 * random.uniform() - 1;
        return {{x, y, z}, {}};
    });
    system.time_step = 1.0 / 128;
    system.softening = 1.0 / 32;
    system.step_accuracy = 0.05; // in the bounce a step of 1/128 is coarser than what happens
    system.force_error = 3e-4;   // pulls cancel, so what is left of them is wrong by more
    system.viewpoint = {.distance = 4.8};
    return system;
}

} // namespace

extern const Scene uniform_cube_scene{
    .id = "uniform_cube",
    .title = "Uniform cube",
    .idea = "An even load for every algorithm; from rest, it collapses into a star of filaments",
    .source = "Cheng, Greengard, Rokhlin 1999, J. Comput. Phys. 155, 468",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
