#include "sim/structure/radial_shells.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr std::size_t shelled_at_once = 32'768;
constexpr std::size_t shell_count = 1024;
constexpr double widest_factor = 1e6; // between outer and inner

Vector3 from_centre(const Bodies<double>& bodies, const Centre& centre, std::size_t i) {
    return Vector3{bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]} -
           centre.position;
}

void add_shells(RadialShells& all, const RadialShells& part) {
    all.core_mass += part.core_mass;
    for (std::size_t k = 0; k < shell_count; ++k) {
        all.mass[k] += part.mass[k];
        all.bodies[k] += part.bodies[k];
        all.turning[k] = all.turning[k] + part.turning[k];
    }
}

} // namespace

RadialRange radial_range(const Bodies<double>& bodies, const Centre& centre, Workers& workers) {
    const auto range_part = [&](std::size_t begin, std::size_t end) { // squared
        RadialRange part{1e300, 0};
        for (std::size_t i = begin; i < end; ++i) {
            const Vector3 way = from_centre(bodies, centre, i);
            const double squared = dot(way, way);
            if (centre.body != i && squared > 0) {
                part = {std::min(part.inner, squared), std::max(part.outer, squared)};
            }
        }
        return part;
    };
    const RadialRange range = workers.sum_of_ranges(
        RadialRange{1e300, 0}, bodies.size(), shelled_at_once, range_part,
        [](RadialRange& all, const RadialRange& part) {
            all = {std::min(all.inner, part.inner), std::max(all.outer, part.outer)};
        });
    if (!(range.outer > 0) || !std::isfinite(range.outer)) {
        return {};
    }
    const double outer = std::sqrt(range.outer) * (1 + 1e-9);
    return {std::max(std::min(std::sqrt(range.inner), outer / 2), outer / widest_factor), outer};
}

double RadialShells::edge(double shell) const {
    return range.inner * std::pow(range.outer / range.inner, shell / static_cast<double>(size()));
}

double RadialShells::place(double radius) const {
    return radius > range.inner ? std::min(std::log(radius / range.inner) * shells_per_factor,
                                           static_cast<double>(size()))
                                : 0;
}

double RadialShells::mass_up_to(double at) const {
    if (mass.empty() || at <= 0) {
        return core_mass;
    }
    const auto shell = static_cast<std::size_t>(at);
    return shell >= size()
               ? outer_mass.back()
               : outer_mass[shell] - mass[shell] * (1 - (at - static_cast<double>(shell)));
}

double RadialShells::potential(double radius) const {
    const double at = place(radius); // once: its logarithm is what this costs
    const double inside = radius > 0 ? -mass_up_to(at) / radius : 0;
    if (mass.empty()) {
        return inside;
    }
    const auto shell = std::min(static_cast<std::size_t>(at), size() - 1);
    const double part = at - static_cast<double>(shell);
    return inside - (depth[shell] + part * (depth[shell + 1] - depth[shell]));
}

double RadialShells::radius_of_share(double share) const {
    if (!(shell_mass() > 0)) {
        return 0;
    }
    const double wanted = core_mass + share * shell_mass();
    const auto found = std::lower_bound(outer_mass.begin(), outer_mass.end(), wanted);
    const auto shell = std::min(static_cast<std::size_t>(found - outer_mass.begin()), size() - 1);
    const double beyond = outer_mass[shell] - wanted;
    const double part = mass[shell] > 0 ? 1 - beyond / mass[shell] : 1;
    return edge(static_cast<double>(shell) + part);
}

RadialShells radial_shells(const Bodies<double>& bodies, std::size_t first, std::size_t count,
                           const Centre& centre, const RadialRange& range, Workers& workers) {
    RadialShells shells{.range = range};
    if (!(range.inner > 0)) {
        return shells;
    }
    shells.shells_per_factor = shell_count / std::log(range.outer / range.inner);
    shells.mass.resize(shell_count);
    shells.bodies.resize(shell_count);
    shells.turning.resize(shell_count);
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        RadialShells part = shells;
        for (std::size_t i = first + begin; i < first + end; ++i) {
            const Vector3 way = from_centre(bodies, centre, i);
            const double radius = length(way);
            const double mass = bodies.mass[i];
            if (centre.body == i || !(radius >= range.inner * (1 - 1e-12))) {
                part.core_mass += mass;
                continue;
            }
            const auto place = static_cast<std::size_t>(shells.place(radius));
            const std::size_t shell = std::min(place, shell_count - 1);
            const Vector3 speed =
                Vector3{bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]} -
                centre.velocity;
            part.mass[shell] += mass;
            ++part.bodies[shell];
            part.turning[shell] = part.turning[shell] + mass / radius * cross(way, speed);
        }
        return part;
    };
    shells = workers.sum_of_ranges(shells, count, shelled_at_once, range_part, add_shells);
    double sum = shells.core_mass;
    for (const double mass : shells.mass) {
        shells.outer_mass.push_back(sum += mass);
    }
    // The depth of the potential of all shells further out, each taken at its middle.
    shells.depth.resize(shell_count + 1);
    for (std::size_t k = shell_count; k-- > 0;) {
        shells.depth[k] =
            shells.depth[k + 1] + shells.mass[k] / shells.edge(static_cast<double>(k) + 0.5);
    }
    return shells;
}

std::vector<RadialPoint> radial_profile(const RadialShells& shells) {
    constexpr double least_factor = 1.12; // of the ends of what is put together
    std::uint32_t all = 0;
    for (const std::uint32_t bodies : shells.bodies) {
        all += bodies;
    }
    const std::uint32_t fewest = std::max(all / 200, 12U);
    std::vector<RadialPoint> points;
    std::size_t begin = 0;
    std::uint32_t bodies = 0;
    double mass = 0;
    Vector3 turning;
    for (std::size_t k = 0; k < shells.size(); ++k) {
        if (bodies == 0 && shells.bodies[k] == 0) {
            begin = k + 1; // what lies empty before the first body is no shell
            continue;
        }
        bodies += shells.bodies[k];
        mass += shells.mass[k];
        turning = turning + shells.turning[k];
        const double from = shells.edge(static_cast<double>(begin));
        const double to = shells.edge(static_cast<double>(k + 1));
        if (bodies < fewest || to < least_factor * from) {
            continue;
        }
        const double volume = 4 * std::numbers::pi / 3 * (to * to * to - from * from * from);
        const double radius = std::sqrt(from * to);
        points.push_back({radius, mass / volume, mass > 0 ? length(turning) / mass : 0,
                          shells.mass_within(radius)});
        begin = k + 1;
        bodies = 0;
        mass = 0;
        turning = {};
    }
    return points;
}

} // namespace orrery
