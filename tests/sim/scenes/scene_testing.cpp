#include "tests/sim/scenes/scene_testing.hpp"

#include "sim/scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <string>

namespace orrery::testing {

Energies energies(const System& system, double softening) {
    const Bodies<double>& bodies = system.bodies;
    Energies sum;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Vector3 here = position(bodies, i), speed = velocity(bodies, i);
        sum.kinetic += bodies.mass[i] * dot(speed, speed) / 2;
        for (std::size_t j = 0; j < i; ++j) {
            const Vector3 apart = position(bodies, j) - here;
            sum.potential -= system.units.gravity * bodies.mass[i] * bodies.mass[j] /
                             std::sqrt(dot(apart, apart) + softening * softening);
        }
    }
    return sum;
}

System made(std::string_view scene, std::size_t count, std::uint64_t seed) {
    return make_scene(find_scene(scene), count, seed);
}

Vector3 position(const Bodies<double>& bodies, std::size_t i) {
    return {bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]};
}

Vector3 velocity(const Bodies<double>& bodies, std::size_t i) {
    return {bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]};
}

const Component& component(const System& system, std::string_view name) {
    for (const Component& candidate : system.catalogue.components) {
        if (candidate.name == name) {
            return candidate;
        }
    }
    throw std::out_of_range("no component " + std::string(name));
}

std::size_t labelled(const System& system, std::string_view text) {
    for (const Label& label : system.catalogue.labels) {
        if (label.text == text) {
            return label.body;
        }
    }
    throw std::out_of_range("no label " + std::string(text));
}

std::vector<double> sorted_distances(const Bodies<double>& bodies, const Component& range,
                                     Distance distance) {
    std::vector<double> distances;
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
        const Vector3 p = position(bodies, i);
        distances.push_back(distance == Distance::from_axis ? std::hypot(p.x, p.y) : length(p));
    }
    std::sort(distances.begin(), distances.end());
    return distances;
}

double largest_gap(const std::vector<double>& sorted,
                   const std::function<double(double)>& expected_share_below) {
    double gap = 0;
    const auto count = static_cast<double>(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const double expected = expected_share_below(sorted[i]);
        gap = std::max({gap, std::abs(expected - static_cast<double>(i) / count),
                        std::abs(expected - static_cast<double>(i + 1) / count)});
    }
    return gap;
}

double gap_of_chance(std::size_t samples) {
    // Kolmogorov: P(sqrt(n) D > x) is close to 2 exp(-2 x^2).
    return std::sqrt(std::log(2e5) / 2 / static_cast<double>(samples));
}

std::uint64_t fingerprint(const Bodies<double>& bodies) {
    std::uint64_t hash = 14695981039346656037U;
    for (const HostArray<double>* numbers :
         {&bodies.position.x, &bodies.position.y, &bodies.position.z, &bodies.velocity.x,
          &bodies.velocity.y, &bodies.velocity.z, &bodies.mass}) {
        for (const double number : *numbers) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &number, sizeof bits);
            for (int byte = 0; byte < 8; ++byte) {
                hash = (hash ^ (bits >> (8 * byte) & 0xff)) * 1099511628211U;
            }
        }
    }
    return hash;
}

std::map<std::string, std::uint64_t> read_fingerprints(const std::filesystem::path& file) {
    std::map<std::string, std::uint64_t> fingerprints;
    std::ifstream in(file);
    std::string scene;
    for (std::uint64_t number = 0; in >> scene >> std::hex >> number;) {
        fingerprints[scene] = number;
    }
    return fingerprints;
}

void write_fingerprints(const std::filesystem::path& file,
                        const std::map<std::string, std::uint64_t>& fingerprints) {
    std::ofstream out(file);
    for (const auto& [scene, number] : fingerprints) {
        out << scene << " 0x" << std::hex << number << "\n";
    }
}

Ellipse ellipse(const Vector3& position, const Vector3& velocity, double gravity_times_mass) {
    const double distance = length(position);
    const Vector3 spin = cross(position, velocity);
    const double energy = dot(velocity, velocity) / 2 - gravity_times_mass / distance;
    const Vector3 towards_periapsis =
        (1 / gravity_times_mass) * cross(velocity, spin) - (1 / distance) * position;
    return {energy, -gravity_times_mass / (2 * energy), length(towards_periapsis),
            std::acos(spin.z / length(spin)) * 180 / std::numbers::pi};
}

} // namespace orrery::testing
