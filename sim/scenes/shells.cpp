// Nested shells of bodies, each turning about an axis of its own, thrown outwards and falling back.
//
// Idea:   nothing in nature, much to see: thin shells keep their shape while they expand, so
//         every fold that gravity makes in them stays visible. Thrown out slower than they would
//         need to escape, they turn round and pass through one another.
// Source: after the "shell" and "expand" configurations of NVIDIA's CUDA n-body sample; the
//         shells' axes, masses and speeds are ours.
// Units:  G = M = 1; the shells' radii 0.5, 1 and 1.5.
// State:  no equilibrium. Speeds in units of the circular speed sqrt(M(r) / r).

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <array>
#include <cmath>

namespace orrery {
namespace {

struct Shell {
    const char* name;
    double radius;
    double mass;
    double enclosed_mass; // its own half included
    Vector3 axis;         // of length 1
};

constexpr std::array<Shell, 3> shells{{
    {"inner shell", 0.5, 0.2, 0.1, {0, 0, 1}},
    {"middle shell", 1.0, 0.3, 0.35, {0.8, 0, 0.6}},
    {"outer shell", 1.5, 0.5, 0.75, {0, -0.8, 0.6}},
}};
constexpr double thickness = 0.02; // of the radius
constexpr double turning = 0.8;    // at the shell's equator
constexpr double expanding = 0.7;

PhasePoint draw_point(const Shell& shell, Random& random) {
    const Vector3 outwards = random.direction();
    const double radius = shell.radius * (1 + thickness * (2 * random.uniform() - 1));
    const double circular = std::sqrt(shell.enclosed_mass / shell.radius);
    return {radius * outwards,
            circular * (expanding * outwards + turning * cross(shell.axis, outwards))};
}

System make(const SceneRequest& wanted) {
    SceneDraft draft(wanted);
    System& system = draft.system;
    const std::size_t count = wanted.count;
    std::size_t next = 0;
    for (std::size_t s = 0; s < shells.size(); ++s) {
        const Shell& shell = shells[s];
        // Bodies 1 : 2 : 3, since the outer shells are larger.
        const std::size_t end = s + 1 == shells.size() ? count : count * (s + 1) * (s + 2) / 12;
        const std::size_t bodies = end - next;
        name_next(system.catalogue, shell.name, bodies);
        draft.draw_each({next, bodies}, shell.mass / static_cast<double>(bodies),
                        [&](Random& random) { return draw_point(shell, random); });
        next = end;
    }
    draft.rest_at_origin(draft.all());
    system.time_step = 1.0 / 128;
    system.softening = 1.0 / 32;
    system.viewpoint = {.distance = 5.6};
    return std::move(system);
}

} // namespace

extern const Scene shells_scene{
    .id = "shells",
    .title = "Shells",
    .idea = "Three spinning shells fly apart, turn back and fall through one another",
    .source = "after NVIDIA's CUDA n-body sample",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
