// A spiral galaxy: exponential disk, bulge and dark halo, all of live bodies.
//
// Idea:        a disk that is barely stable (Toomre's Q = 1.2) swings the noise of its own bodies
//              up into spiral arms, again and again, while the galaxy as a whole keeps its shape.
// Start:       as after such a swing: every star of the disk goes about its mean radius on an
//              epicycle (semi-axes a and 2 a Omega / kappa, a = 0.12 R), and where on it the star
//              is follows from its place, m (azimuth + ln R / tan pitch), m = 2. So orbits crowd
//              along two trailing arms from the first moment. The pattern turns at
//              Omega - kappa / 2, which differs less between radii than Omega: it lasts a turn or
//              two, while others grow.
// Source:      Toomre, ApJ 139 (1964) for Q; Hernquist, ApJS 86 (1993) for compound galaxies;
//              Kalnajs, Proc. Astron. Soc. Australia 2, 174 (1973) for kinematic spirals; Toomre,
//              "What amplifies the spirals?", in Structure and Evolution of Normal Galaxies (1981).
// Equilibrium: see GalaxyModel; the epicycles change it in second order.
// Units:       kpc, Myr, 10^10 solar masses. At two scale lengths (7 kpc) a turn takes 170 Myr.

#include "sim/scene.hpp"
#include "sim/scenes/galaxy_model.hpp"
#include "sim/scenes/portable_math.hpp"

#include <cmath>

namespace orrery {
namespace {

constexpr double epicycle = 0.12;    // of the radius
constexpr double tan_pitch = 0.36;   // of 20 degrees
constexpr double quiet_centre = 0.3; // scale lengths, where the bulge rules

double epicyclic_rate(const GalaxyModel& model, double radius) {
    constexpr double step = 0.1;
    const double slope =
        (model.circular_speed(radius + step) - model.circular_speed(radius - step)) / (2 * step);
    const double rate = model.circular_speed(radius) / radius;
    return std::sqrt(2 * rate * (rate + slope));
}

// Of a body of the disk, in the model's units: on its epicycle instead of at its middle.
PhasePoint swung(const PhasePoint& point, const GalaxyModel& model) {
    const double x = point.position.x, y = point.position.y;
    const double radius = std::sqrt(x * x + y * y);
    if (radius < quiet_centre || radius > GalaxyModel::disk_edge - quiet_centre) {
        return point;
    }
    const double begins = 1 - quiet_centre / radius;
    const double size = epicycle * radius * begins;
    // Twice the azimuth, then turned on along the arm.
    const portable::CosSin twice{(x * x - y * y) / (radius * radius),
                                 2 * x * y / (radius * radius)};
    constexpr double radians_a_turn = 6.283185307179586;
    const portable::CosSin arm =
        portable::circle(2 * portable::log(radius) / tan_pitch / radians_a_turn);
    const double cosine = twice.cosine * arm.cosine - twice.sine * arm.sine;
    const double sine = twice.sine * arm.cosine + twice.cosine * arm.sine;

    const double rate = epicyclic_rate(model, radius);
    const double ahead = 2 * model.circular_speed(radius) / radius / rate * size * sine; // along
    const double now = radius - size * cosine;
    const Vector3 outwards{x / radius, y / radius, 0}, along{-y / radius, x / radius, 0};
    const double speed_out = dot(point.velocity, outwards) + size * rate * sine;
    const double speed_along = dot(point.velocity, along) * radius / now; // its spin stays
    const double scale = std::sqrt(radius * radius + ahead * ahead);
    const Vector3 there =
        (radius / scale) * outwards + (ahead / scale) * along; // outwards, where it is now
    const Vector3 on{-there.y, there.x, 0};
    return {now * there + Vector3{0, 0, point.position.z},
            speed_out * there + speed_along * on + Vector3{0, 0, point.velocity.z}};
}

System make(const SceneRequest& wanted) {
    SceneDraft draft(wanted);
    const GalaxyModel model;
    add_galaxy(draft, model, {}, draft.all(), "");
    const Part disk{0, draft.system.catalogue.components.front().count};
    draft.move_each(disk, [&](const PhasePoint& point) { return swung(point, model); });
    draft.rest_at_origin(disk);
    set_galactic_units(draft);
    draft.rest_at_origin(draft.all());
    draft.system.viewpoint = {.distance = kiloparsecs(10), .azimuth = 30, .elevation = 55};
    return std::move(draft.system);
}

} // namespace

extern const Scene disk_galaxy_scene{
    .id = "disk_galaxy",
    .title = "Spiral galaxy",
    .idea = "Disk, bulge and dark halo: two arms from the start, and others that grow out of noise",
    .source = "Hernquist 1993, ApJS 86, 389; Kalnajs 1973, PASA 2, 174",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
