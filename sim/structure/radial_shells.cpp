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

struct ShellSums {
    double core_mass = 0;
    std::vector<double> mass;
    std::vector<std::uint32_t> bodies;
    std::vector<Vector3> turning;
};

} // namespace

RadialRange radial_range(const Bodies<double>& bodies, const Centre& centre, Workers& workers) {
    std::vector<RadialRange> parts((bodies.size() + shelled_at_once - 1) / shelled_at_once);
    workers.for_ranges(bodies.size(), shelled_at_once, [&](std::size_t begin, std::size_t end) {
        RadialRange part{1e300, 0};
        for (std::size_t i = begin; i < end; ++i) {
            const Vector3 way = from_centre(bodies, centre, i);
            const double squared = dot(way, way);
            if (centre.body != i && squared > 0) {
                part.inner = std::min(part.inner, squared);
                part.outer = std::max(part.outer, squared);
            }
        }
        parts[begin / shelled_at_once] = part;
    });
    RadialRange range{1e300, 0};
    for (const RadialRange& part : parts) {
        range = {std::min(range.inner, part.inner), std::max(range.outer, part.outer)};
    }
    if (!(range.outer > 0) || !std::isfinite(range.outer)) {
        return {};
    }
    const double outer = std::sqrt(range.outer) * (1 + 1e-9);
    return {std::max(std::min(std::sqrt(range.inner), outer / 2), outer / widest_factor), outer};
}

double RadialShells::edge(double shell) const {
    return range.inner * std::pow(range.outer / range.inner, shell / static_cast<double>(size()));
}

double RadialShells::mass_within(double radius) const {
    if (mass.empty() || radius <= range.inner) {
        return core_mass;
    }
    const double place = std::log(radius / range.inner) / std::log(range.outer / range.inner) *
                         static_cast<double>(size());
    const auto shell = static_cast<std::size_t>(place);
    if (shell >= size()) {
        return outer_mass.back();
    }
    return outer_mass[shell] - mass[shell] * (1 - (place - static_cast<double>(shell)));
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
    std::vector<ShellSums> parts((count + shelled_at_once - 1) / shelled_at_once);
    const double scale = shell_count / std::log(range.outer / range.inner);
    workers.for_ranges(count, shelled_at_once, [&](std::size_t begin, std::size_t end) {
        ShellSums& part = parts[begin / shelled_at_once];
        part.mass.resize(shell_count);
        part.bodies.resize(shell_count);
        part.turning.resize(shell_count);
        for (std::size_t i = first + begin; i < first + end; ++i) {
            const Vector3 way = from_centre(bodies, centre, i);
            const double radius = length(way);
            const double mass = bodies.mass[i];
            if (centre.body == i || !(radius >= range.inner * (1 - 1e-12))) {
                part.core_mass += mass;
                continue;
            }
            const double place = std::max(std::log(radius / range.inner) * scale, 0.0);
            const std::size_t shell = std::min(static_cast<std::size_t>(place), shell_count - 1);
            const Vector3 speed =
                Vector3{bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]} -
                centre.velocity;
            part.mass[shell] += mass;
            ++part.bodies[shell];
            part.turning[shell] = part.turning[shell] + mass / radius * cross(way, speed);
        }
    });
    shells.mass.resize(shell_count);
    shells.bodies.resize(shell_count);
    shells.turning.resize(shell_count);
    for (const ShellSums& part : parts) {
        shells.core_mass += part.core_mass;
        for (std::size_t k = 0; k < shell_count; ++k) {
            shells.mass[k] += part.mass[k];
            shells.bodies[k] += part.bodies[k];
            shells.turning[k] = shells.turning[k] + part.turning[k];
        }
    }
    double sum = shells.core_mass;
    for (const double mass : shells.mass) {
        shells.outer_mass.push_back(sum += mass);
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

RadialPotential::RadialPotential(const RadialShells& shells)
    : range_(shells.range), core_mass_(shells.core_mass), shells_per_factor_(0),
      depth_(shells.size() + 1), within_(shells.size() + 1) {
    const std::size_t count = shells.size();
    if (count == 0) {
        return;
    }
    shells_per_factor_ = static_cast<double>(count) / std::log(range_.outer / range_.inner);
    // Of what lies further out, each shell by its middle.
    for (std::size_t k = count; k-- > 0;) {
        const double middle = shells.edge(static_cast<double>(k) + 0.5);
        depth_[k] = depth_[k + 1] + shells.mass[k] / middle;
    }
    for (std::size_t k = 0; k < count; ++k) {
        within_[k + 1] = within_[k] + shells.mass[k];
    }
}

double RadialPotential::at(double radius) const {
    const double core = radius > 0 ? -core_mass_ / radius : 0;
    if (within_.size() < 2) {
        return core;
    }
    const double place = radius > range_.inner
                             ? std::min(std::log(radius / range_.inner) * shells_per_factor_,
                                        static_cast<double>(within_.size() - 1))
                             : 0;
    const auto shell = std::min(static_cast<std::size_t>(place), within_.size() - 2);
    const double part = place - static_cast<double>(shell);
    const double within = within_[shell] + part * (within_[shell + 1] - within_[shell]);
    const double beyond = depth_[shell] + part * (depth_[shell + 1] - depth_[shell]);
    return core - beyond - (radius > 0 ? within / radius : 0);
}

} // namespace orrery
