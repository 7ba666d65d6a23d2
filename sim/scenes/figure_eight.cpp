// Three equal bodies chasing one another along a figure of eight.
//
// Idea:   a periodic solution of the three-body problem, found by minimising the action, and
//         stable. All three pass each point of one curve, a third of a period apart.
// Source: Chenciner & Montgomery, "A remarkable periodic solution of the three-body problem in
//         the case of equal masses", Ann. Math. 152 (2000); starting values found by C. Simó.
// Units:  G = m = 1. Period 6.32591398.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"

namespace orrery {
namespace {

System make(const SceneRequest&) {
    const Vector3 end{0.97000435669734, -0.24308753153583, 0};
    const Vector3 middle_velocity{-0.93240737144104, -0.86473146092102, 0};

    System system = named_bodies({{"first", {end, -0.5 * middle_velocity}, 1},
                                  {"second", {-1 * end, -0.5 * middle_velocity}, 1},
                                  {"third", {{}, middle_velocity}, 1}});
    system.time_step = 6.32591398 / 632;
    system.viewpoint = {.distance = 3, .azimuth = -90, .elevation = 60};
    return system;
}

} // namespace

extern const Scene figure_eight_scene{
    .id = "figure_eight",
    .title = "Figure eight",
    .idea = "Three equal bodies chase one another along one closed curve",
    .source = "Chenciner & Montgomery 2000, Ann. Math. 152, 881",
    .standard_bodies = 3,
    .fixed_bodies = 3,
    .make = make,
    .random = false,
};

} // namespace orrery
