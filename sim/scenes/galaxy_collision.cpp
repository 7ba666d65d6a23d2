// Two spiral galaxies meet, throw out tidal tails and merge.
//
// Idea:   both come in a little faster than on a parabola: as a pair they are unbound, as galaxies
//         do meet. Where a disk turns the way the other galaxy passes, its near side is dragged
//         along and its far side left behind: a bridge and a tail. Friction of the halos then binds
//         the pair. So fast they part by 50 to 70 kpc and come back after a billion years, to
//         merge; on the parabola they are one after 0.75 billion.
// Source: Toomre & Toomre, "Galactic bridges and tails", ApJ 178 (1972); halos light enough for
//         long tails: Dubinski, Mihos & Hernquist, ApJ 462 (1996).
// Orbit:  in the plane z = 0, counter-clockwise. The halos overlap from the start, so the speed
//         comes from the true mutual energy of the extended galaxies, and the direction
//         from the angular momentum of the parabola of two points with the given pericentre.
// Units:  kpc, Myr, 10^10 solar masses.

#include "sim/scene.hpp"
#include "sim/scenes/galaxy_model.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// In the units of GalaxyModel.
constexpr double distance_at_start = 8;
constexpr double pericentre = 2.5;
constexpr double speed2_over_parabola = 1.12;

// The second galaxy relative to the first; both have the mass of the model.
PhasePoint relative_motion(const GalaxyModel& model) {
    const double reduced_mass = GalaxyModel::total_mass / 2;
    const double speed2 =
        speed2_over_parabola * -2 * model.mutual_energy(distance_at_start) / reduced_mass;
    const double spin2 = 2 * (2 * GalaxyModel::total_mass) * pericentre; // angular momentum squared
    const double across2 = spin2 / (distance_at_start * distance_at_start);
    return {{distance_at_start, 0, 0},
            {-std::sqrt(std::max(0.0, speed2 - across2)), std::sqrt(across2), 0}};
}

System make(const SceneRequest& wanted) {
    const GalaxyModel model;
    const PhasePoint apart = relative_motion(model);
    const GalaxyPose first{{-0.5 * apart.position, -0.5 * apart.velocity}, 15, 0};
    const GalaxyPose second{{0.5 * apart.position, 0.5 * apart.velocity}, 60, 60};

    SceneDraft draft(wanted);
    const std::size_t half = wanted.count / 2;
    add_galaxy(draft, model, first, {0, half}, "first ");
    add_galaxy(draft, model, second, {half, wanted.count - half}, "second ");
    set_galactic_units(draft);
    draft.rest_at_origin(draft.all());
    draft.system.viewpoint = {.distance = kiloparsecs(20), .azimuth = -75, .elevation = 50};
    return std::move(draft.system);
}

} // namespace

extern const Scene galaxy_collision_scene{
    .id = "galaxy_collision",
    .title = "Colliding galaxies",
    .idea = "Two spiral galaxies swing past each other, throw out tidal tails and merge",
    .source = "Toomre & Toomre 1972, ApJ 178, 623",
    .standard_bodies = 16384,
    .make = make,
    .steps_per_second = 5, // ten minutes until both are one
};

} // namespace orrery
