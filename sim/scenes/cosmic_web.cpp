// The cosmic web: ripples of the early universe, left to gravity.
//
// Idea:   bodies of a lattice are moved as the linear spectrum has it at redshift 49. What is
// denser
//         than the mean falls together while all expands: first walls, then filaments, then haloes
//         where those meet. A finer lattice shows the same structures, and smaller ones within
//         them.
// Source: 2LPT start: Crocce, Pueblas, Scoccimarro, MNRAS 373, 369 (2006); spectrum: Eisenstein &
//         Hu 1998; parameters: Planck 2018 results VI, arXiv:1807.06209.
// Units:  comoving Mpc, Gyr, 10^10 Msun; the box is 100 Mpc/h, large enough for a web of many
//         cells, and small enough for haloes of galaxies where a few million bodies fill it.
// State:  comoving positions in the box, momenta a^2 dx/dt; time is the universe's age.

#include "sim/cosmology/growth.hpp"
#include "sim/cosmology/lagrangian.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/state/shown_space.hpp"
#include "sim/unit_names.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace orrery {
namespace {

constexpr double first_redshift = 49;
// So many that the power spectrum of 128^3 bodies on a mesh is that of four times as many steps,
// within 1 % below half of the lattice's Nyquist wave number (80: 1.2 %).
constexpr int steps_until_today = 100;

// A lattice has a cube of bodies: the one next to `count` of those that some mesh leaves at rest
// (cells_for). Others would heat up before there is any structure.
std::size_t nearest_side(std::size_t count) {
    constexpr std::size_t most_that_fit = 512; // cells of the finest mesh
    const auto cube = [](std::size_t n) { return n * n * n; };
    const auto fits = [&](std::size_t n) {
        return n == 2 || n > most_that_fit || cells_for(0, cube(n), 1) % n == 0;
    };
    std::size_t above = 2;
    std::size_t below = 2;
    while (cube(above) < count || !fits(above)) {
        below = fits(above) ? above : below;
        ++above;
    }
    const bool nearer = count > cube(below) && count - cube(below) > cube(above) - count;
    return nearer ? above : below;
}

System make(const SceneRequest& wanted) {
    constexpr CosmologicalParameters planck;
    const std::size_t side = nearest_side(wanted.count);
    const std::size_t bodies = side * side * side;
    SceneDraft draft({bodies, wanted.seed, wanted.ranks});
    System& system = draft.system;
    system.units.length = "Mpc";
    system.units.time = "Gyr";
    system.units.mass = "10^10 Msun";
    system.units.gravity = gravity_in(system.units).value();

    constexpr double kilometres_in_mpc = 3.0856775814913673e19, seconds_in_gyr = 3.15576e16;
    const double hubble = 100 * planck.h * seconds_in_gyr / kilometres_in_mpc;
    const Cosmology cosmology{planck.omega_matter, hubble};
    const double edge = 100 / planck.h;
    const double a = 1 / (1 + first_redshift);
    const Growth then = growth(cosmology, a), today = growth(cosmology, 1);
    const double rate = cosmology.expansion_rate(a);

    Workers workers;
    // Of the whole lattice, on every rank. The spectrum is one of Mpc/h.
    const Displacements moves =
        displacements(LinearSpectrum(planck), edge * planck.h, side, wanted.seed, workers);
    const double unit = 1 / planck.h;
    const double first = unit * then.first / today.first;
    const double second = unit * then.second / (today.first * today.first);
    const double first_momentum = a * a * rate * then.first_rate * first;
    const double second_momentum = a * a * rate * then.second_rate * second;

    const double spacing = edge / static_cast<double>(side);
    const double density =
        planck.omega_matter * 3 * hubble * hubble / (8 * std::numbers::pi * system.units.gravity);
    const double mass = density * spacing * spacing * spacing;
    draft.place_each(draft.all(), mass, [&](std::size_t i) -> PhasePoint {
        const Vector3 q = {static_cast<double>(i / (side * side)) + 0.5,
                           static_cast<double>(i / side % side) + 0.5,
                           static_cast<double>(i % side) + 0.5};
        const Vector3 x = spacing * q + first * moves.first[i] + second * moves.second[i];
        return {{wrapped(x.x, edge), wrapped(x.y, edge), wrapped(x.z, edge)},
                first_momentum * moves.first[i] + second_momentum * moves.second[i]};
    });

    system.time = cosmology.time(a);
    system.cosmology = cosmology;
    system.box = {{edge, edge, edge}};
    name_next(system.catalogue, "matter", bodies);
    if (bodies != wanted.count) {
        system.catalogue.remarks.push_back(
            std::to_string(bodies) + " bodies instead of " + std::to_string(wanted.count) +
            ": a lattice has a cube of them, and a mesh that fits it");
    }
    // Steps are equal in ln a, from there to today.
    system.step_accuracy = portable::log(1 + first_redshift) / steps_until_today;
    system.time_step = system.step_accuracy / hubble;
    system.softening = spacing / 25;
    system.viewpoint = {.centre = {edge / 2, edge / 2, edge / 2}, .distance = 2.4 * edge};
    return std::move(system);
}

} // namespace

extern const Scene cosmic_web_scene{
    .id = "cosmic_web",
    .title = "Cosmic web",
    .idea = "Ripples of the early universe grow into filaments and haloes while space expands",
    .source = "Crocce, Pueblas, Scoccimarro 2006; Eisenstein & Hu 1998; Planck 2018",
    .standard_bodies = 32768,
    .make = make,
    .expands = true,
    .steps_per_second = 8, // twelve seconds from the first ripples to today
};

} // namespace orrery
