// A spiral galaxy: exponential disk, bulge and dark halo, all of live bodies.
//
// Idea:        a disk that is barely stable (Toomre's Q = 1.2) swings the noise of its own bodies
//              up into spiral arms, again and again, while the galaxy as a whole keeps its shape.
// Source:      Toomre, ApJ 139 (1964) for Q; Hernquist, ApJS 86 (1993) for compound galaxies;
//              Toomre, "What amplifies the spirals?", in Structure and Evolution of Normal
//              Galaxies (1981).
// Equilibrium: see GalaxyModel.
// Units:       kpc, Myr, 10^10 solar masses. At two scale lengths (7 kpc) a turn takes 170 Myr.

#include "sim/scene.hpp"
#include "sim/scenes/galaxy_model.hpp"

namespace orrery {
namespace {

System make(std::size_t count, std::uint64_t seed) {
    System system;
    system.bodies = Bodies<double>(count);
    add_galaxy(system, GalaxyModel(), {}, 0, count, seed, "");
    set_galactic_units(system);
    rest_at_origin(system.bodies);
    system.viewpoint = {.distance = kiloparsecs(10), .azimuth = 30, .elevation = 55};
    return system;
}

} // namespace

extern const Scene disk_galaxy_scene{
    .id = "disk_galaxy",
    .title = "Spiral galaxy",
    .idea = "Disk, bulge and dark halo in equilibrium; spiral arms grow out of noise",
    .source = "Hernquist 1993, ApJS 86, 389",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
