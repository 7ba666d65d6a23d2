// The Plummer sphere: the standard globular cluster of N-body work.
//
//   density  rho(r) = 3 / (4 pi) (1 + r^2)^(-5/2),   potential  phi(r) = -(1 + r^2)^(-1/2)
//
// Idea:        invert the cumulative mass M(r) = r^3 (1 + r^2)^(-3/2) for the radius; draw the
//              speed from the distribution function f ~ (-E)^(7/2) by rejection. q = v / v_escape
//              then has the density q^2 (1 - q^2)^(7/2), at most 0.0922.
// Source:      Aarseth, Hénon, Wielen, "A comparison of numerical methods for the study of star
//              cluster dynamics", A&A 37 (1974), appendix.
// Units:       G = M = a = 1. Energy -3 pi / 64, half-mass radius 1.305.
// Equilibrium: exact; isotropic. The outermost 0.1 % of the mass (r > 38.7) is left out.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr double mass_cut = 0.999;

double draw_radius(Random& random) {
    const double mass = mass_cut * random.uniform();
    const double root = portable::cube_root(mass);
    return 1 / std::sqrt(1 / (root * root) - 1);
}

double draw_speed(double radius, Random& random) {
    for (;;) {
        const double q = random.uniform();
        const double p = (1 - q) * (1 + q);
        if (0.1 * random.uniform() < q * q * p * p * p * std::sqrt(p)) {
            const double depth = 1 / std::sqrt(1 + radius * radius);
            return q * std::sqrt(2 * depth);
        }
    }
}

System make(const SceneRequest& wanted) {
    System system = equal_bodies(wanted, "stars", [](Random& random) -> PhasePoint {
        const double radius = draw_radius(random);
        const double speed = draw_speed(radius, random);
        const Vector3 position = radius * random.direction();
        return {position, speed * random.direction()};
    });
    system.time_step = 1.0 / 64;
    system.softening = 0.05;
    system.viewpoint = {.distance = 8};
    return system;
}

} // namespace

extern const Scene plummer_scene{
    .id = "plummer",
    .title = "Plummer sphere",
    .idea = "A star cluster in exact equilibrium: nothing should happen, and that is the test",
    .source = "Aarseth, Hénon, Wielen 1974, A&A 37, appendix",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
