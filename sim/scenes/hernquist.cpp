// The Hernquist sphere: an elliptical galaxy, a bulge, a dark halo; dense in the middle, far-flung
// outside.
//
//   density  rho(r) = 1 / (2 pi r (1 + r)^3),   potential  phi(r) = -1 / (1 + r)
//
// Idea:        the radius from the cumulative mass M(r) = r^2 / (1 + r)^2; the speed from the
//              isotropic distribution function, which is known in closed form, by rejection.
// Source:      Hernquist, "An analytical model for spherical galaxies and bulges", ApJ 356
//              (1990), eq. 2, 3 and 17.
// Units:       G = M = a = 1. Energy -1/12, half-mass radius 1 + sqrt 2.
// Equilibrium: exact; isotropic. The outermost 1 % of the mass (r > 198) is left out.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"
#include "sim/scenes/spherical_component.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr double mass_cut = 0.99;

double draw_radius(Random& random) {
    const double root = std::sqrt(mass_cut * random.uniform());
    return root / (1 - root);
}

// f(E) without its constant factor; E in (0, 1) is the binding energy per mass.
double distribution_function(double energy) {
    const double q = std::sqrt(energy);
    const double p2 = 1 - energy;
    const double p = std::sqrt(p2);
    const double q4 = energy * energy;
    return (3 * portable::arcsin(q) + q * p * (1 - 2 * energy) * (8 * q4 - 8 * energy - 3)) /
           (p2 * p2 * p);
}

IsotropicSpeeds isotropic_speeds() {
    std::vector<double> depths;
    for (double radius = 300; radius > 1e-7; radius *= 0.9) {
        depths.push_back(1 / (1 + radius));
    }
    return {std::move(depths), distribution_function};
}

System make(const SceneRequest& wanted) {
    const IsotropicSpeeds speeds = isotropic_speeds();
    System system = equal_bodies(wanted, "stars", [&](Random& random) -> PhasePoint {
        const double radius = draw_radius(random);
        const double speed = speeds.draw(1 / (1 + radius), random);
        const Vector3 position = radius * random.direction();
        return {position, speed * random.direction()};
    });
    system.time_step = 1.0 / 64;
    system.softening = 0.02;
    system.viewpoint = {.distance = 10};
    return system;
}

} // namespace

extern const Scene hernquist_scene{
    .id = "hernquist",
    .title = "Hernquist sphere",
    .idea = "A galaxy with a cusp: density spans many powers of ten, hard for any tree code",
    .source = "Hernquist 1990, ApJ 356, 359",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
