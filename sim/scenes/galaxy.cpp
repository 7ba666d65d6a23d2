#include "sim/scenes/galaxy_model.hpp"

#include "sim/scenes/portable_math.hpp"

#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr double disk_share = 0.6, bulge_share = 0.08;

constexpr double kiloparsecs_per_length = 3.5;
// G in kpc^3 / (10^10 Msun Myr^2): 4.30091e-6 kpc (km/s)^2 / Msun, and 1 km/s is 1.022712e-3
// kpc/Myr.
constexpr double galactic_gravity = 4.30091e-6 * 1e10 * 1.022712e-3 * 1.022712e-3;

Vector3 turned(const Vector3& v, const portable::CosSin& tilt, const portable::CosSin& node) {
    const double y = tilt.cosine * v.y - tilt.sine * v.z;
    const double z = tilt.sine * v.y + tilt.cosine * v.z;
    return {node.cosine * v.x - node.sine * y, node.sine * v.x + node.cosine * y, z};
}

} // namespace

void add_galaxy(SceneDraft& draft, const GalaxyModel& model, const GalaxyPose& pose,
                const Part& bodies, std::string_view prefix) {
    struct Kind {
        const char* name;
        std::size_t count;
        double mass;
        PhasePoint (GalaxyModel::*draw)(Random&) const;
    };
    const auto share = [&](double part) {
        return static_cast<std::size_t>(static_cast<double>(bodies.count) * part);
    };
    const std::size_t bulge = share(bulge_share);
    const std::size_t halo = share(1 - disk_share - bulge_share);
    const double disk_mass = GalaxyModel::disk_mass + (bulge == 0 ? GalaxyModel::bulge_mass : 0) +
                             (halo == 0 ? GalaxyModel::halo_mass : 0);
    const Kind kinds[] = {
        {"disk", bodies.count - bulge - halo, disk_mass, &GalaxyModel::draw_disk},
        {"bulge", bulge, GalaxyModel::bulge_mass, &GalaxyModel::draw_bulge},
        {"halo", halo, GalaxyModel::halo_mass, &GalaxyModel::draw_halo},
    };

    const portable::CosSin tilt = portable::circle_of_degrees(pose.inclination);
    const portable::CosSin node = portable::circle_of_degrees(pose.node);
    std::size_t first = bodies.first;
    for (const Kind& kind : kinds) {
        if (kind.count == 0) {
            continue;
        }
        const Part part{first, kind.count};
        draft.draw_each(
            part, kind.mass / static_cast<double>(kind.count), [&](Random& random) -> PhasePoint {
                const PhasePoint point = (model.*kind.draw)(random);
                return {turned(point.position, tilt, node), turned(point.velocity, tilt, node)};
            });
        // Each part by itself: a disk beside the middle of its halo would slosh about in it.
        draft.rest_at_origin(part);
        draft.move_each(part, [&](const PhasePoint& point) -> PhasePoint {
            return {point.position + pose.centre.position, point.velocity + pose.centre.velocity};
        });
        name_next(draft.system.catalogue, std::string(prefix) + kind.name, kind.count);
        first += kind.count;
    }
}

void set_galactic_units(SceneDraft& draft) {
    const double length = kiloparsecs_per_length;
    const double speed = std::sqrt(galactic_gravity * galaxy_mass_unit / length);
    draft.move_each(draft.all(), [&](const PhasePoint& point) -> PhasePoint {
        return {length * point.position, speed * point.velocity};
    });
    System& system = draft.system;
    for (double& mass : system.bodies.mass) {
        mass *= galaxy_mass_unit;
    }
    system.units = {
        .gravity = galactic_gravity, .length = "kpc", .time = "Myr", .mass = "10^10 Msun"};
    system.softening = length * GalaxyModel::softening;
    system.time_step = length / speed / 32;
}

double kiloparsecs(double model_length) {
    return kiloparsecs_per_length * model_length;
}

} // namespace orrery
