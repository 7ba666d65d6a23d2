// What a hand adds to a system: a body, a galaxy, a ring.
#include "sim/simulation/added_bodies.hpp"

#include "sim/base/error.hpp"
#include "sim/scenes/galaxy.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace orrery {
namespace {

// A galaxy of no given mass has this share of what is there, and its disk ends at this share of
// the radius that holds half of the bodies.
constexpr double usual_mass_share = 0.25, usual_size_share = 0.5;
constexpr double disk_lengths = 4; // of the disk, that the eye takes for its end

Vector3 position_of(const Bodies<double>& bodies, std::size_t body) {
    return phase_point(bodies, body).position;
}

// How far from `centre` half of the bodies are.
double half_radius(const Bodies<double>& bodies, const Vector3& centre) {
    std::vector<double> distances(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        distances[i] = length(position_of(bodies, i) - centre);
    }
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    return *middle;
}

Vector3 centre_of_mass(const Bodies<double>& bodies) {
    Vector3 sum;
    double mass = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        sum = sum + bodies.mass[i] * position_of(bodies, i);
        mass += bodies.mass[i];
    }
    return mass > 0 ? (1 / mass) * sum : Vector3{};
}

double total_mass(const Bodies<double>& bodies) {
    return std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
}

std::string numbered(const Catalogue& catalogue, const std::string& name) {
    const auto taken = [&](const std::string& text) {
        return std::any_of(catalogue.labels.begin(), catalogue.labels.end(),
                           [&](const Label& label) { return label.text == text; });
    };
    int number = 1;
    while (taken(name + " " + std::to_string(number))) {
        ++number;
    }
    return name + " " + std::to_string(number);
}

struct GalaxySize {
    double mass = 1, length = 1; // of a unit of the model
};

GalaxySize size_of(const System& system, const AddedGalaxy& added) {
    GalaxySize size;
    if (system.units.length == "kpc" && system.units.mass == "10^10 Msun") {
        size = {galaxy_mass_unit, kiloparsecs(1)};
    } else if (system.bodies.size() > 1 && total_mass(system.bodies) > 0) {
        const Vector3 centre = centre_of_mass(system.bodies);
        size.mass = usual_mass_share * total_mass(system.bodies) / GalaxyModel::total_mass;
        size.length = usual_size_share * half_radius(system.bodies, centre) / disk_lengths;
    }
    if (added.mass) {
        size.mass = *added.mass / GalaxyModel::total_mass;
    }
    size.length = added.scale.value_or(size.length);
    if (!(size.mass > 0) || !(size.length > 0)) {
        throw bad_input("the galaxy would have no mass or no size", "add galaxy",
                        "give both: mass 1 scale 0.5");
    }
    return size;
}

// Of points on a circle in the plane z = 0, turned.
Vector3 tilted(const Vector3& v, double inclination, double node) {
    const portable::CosSin tilt = portable::circle_of_degrees(inclination);
    const portable::CosSin turn = portable::circle_of_degrees(node);
    const double y = tilt.cosine * v.y - tilt.sine * v.z;
    const double z = tilt.sine * v.y + tilt.cosine * v.z;
    return {turn.cosine * v.x - turn.sine * y, turn.sine * v.x + turn.cosine * y, z};
}

} // namespace

NewBodies new_bodies(const System& system, const AddedBody& added, const EditForces&) {
    NewBodies next{Bodies<double>(1), {}, {}};
    place(next.bodies, 0, {added.position, added.velocity}, added.mass);
    next.components.push_back({added.component, 0, 1});
    next.labels.push_back(
        {0, added.label.empty() ? numbered(system.catalogue, added.component) : added.label});
    return next;
}

NewBodies new_bodies(const System& system, const AddedGalaxy& added, const EditForces& forces) {
    constexpr std::size_t fewest = 16;
    if (added.bodies < fewest) {
        throw bad_input("a galaxy needs at least 16 bodies", "add galaxy", "add galaxy 2k");
    }
    const GalaxySize size = size_of(system, added);
    System galaxy;
    galaxy.bodies = Bodies<double>(added.bodies);
    const GalaxyPose pose{{}, added.inclination, added.node};
    add_galaxy(galaxy, GalaxyModel(), pose, 0, added.bodies, added.seed, "added ");
    const double speed = std::sqrt(forces.gravity * size.mass / size.length);
    for (std::size_t i = 0; i < added.bodies; ++i) {
        const PhasePoint point = phase_point(galaxy.bodies, i);
        place(galaxy.bodies, i,
              {added.position + size.length * point.position,
               added.velocity + speed * point.velocity},
              size.mass * galaxy.bodies.mass[i]);
    }
    return {std::move(galaxy.bodies), std::move(galaxy.catalogue.components), {}};
}

// As fast as the body alone would have it, softened as all forces are.
NewBodies new_bodies(const System& system, const AddedRing& added, const EditForces& forces) {
    const std::size_t centre =
        added.about ? *system.catalogue.numbers.find(*added.about, system.bodies.size())
                    : heaviest_body(system.bodies);
    const PhasePoint middle = phase_point(system.bodies, centre);
    const double mass = system.bodies.mass[centre];
    const double radius = added.radius.value_or(0.5 * half_radius(system.bodies, middle.position));
    if (added.bodies == 0 || !(radius > 0) || !(mass > 0)) {
        throw bad_input("a ring needs bodies, a radius and a mass to orbit", "add ring",
                        "add ring 200 radius 1 about the heaviest body");
    }
    const double softened = radius * radius + forces.softening * forces.softening;
    const double speed =
        std::sqrt(forces.gravity * mass * radius * radius / (softened * std::sqrt(softened)));
    NewBodies next{Bodies<double>(added.bodies), {{"tracers", 0, added.bodies}}, {}};
    for (std::size_t i = 0; i < added.bodies; ++i) {
        const auto [x, y] =
            portable::circle(static_cast<double>(i) / static_cast<double>(added.bodies));
        const Vector3 out = tilted({x, y, 0}, added.inclination, added.node);
        const Vector3 along = tilted({-y, x, 0}, added.inclination, added.node);
        place(next.bodies, i, {middle.position + radius * out, middle.velocity + speed * along}, 0);
    }
    return next;
}

} // namespace orrery
