#pragma once

#include "sim/base/vector3.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Measurements for the tests of scenes: plain loops in double precision, independent of the code
// under test.
namespace orrery::testing {

struct Energies {
    double kinetic = 0, potential = 0;
    double total() const { return kinetic + potential; }
    double virial_ratio() const { return -kinetic / potential; }
};

// With the system's own G, and the given softening.
Energies energies(const System& system, double softening);

System made(std::string_view scene, std::size_t count, std::uint64_t seed = 1);

Vector3 position(const Bodies<double>& bodies, std::size_t i);
Vector3 velocity(const Bodies<double>& bodies, std::size_t i);

const Component& component(const System& system, std::string_view name);
std::size_t labelled(const System& system, std::string_view text);

// The distances of the range's bodies from the z axis or from the origin; ascending.
enum class Distance { from_axis, from_origin };
std::vector<double> sorted_distances(const Bodies<double>& bodies, const Component& range,
                                     Distance distance = Distance::from_origin);

// The Kolmogorov-Smirnov statistic: the largest gap between the values' cumulative distribution and
// the expected one. `sorted` ascending.
double largest_gap(const std::vector<double>& sorted,
                   const std::function<double(double)>& expected_share_below);

// The gap that all but one of a hundred thousand samples of this size stay under.
double gap_of_chance(std::size_t samples);

// FNV-1a over the bits of every number.
std::uint64_t fingerprint(const Bodies<double>& bodies);

// A file of fingerprints: a scene's id and its number in hexadecimal, one a line.
std::map<std::string, std::uint64_t> read_fingerprints(const std::filesystem::path& file);
void write_fingerprints(const std::filesystem::path& file,
                        const std::map<std::string, std::uint64_t>& fingerprints);

// The ellipse through a state, gravity_times_mass = G (M + m).
struct Ellipse {
    double energy; // per mass
    double semi_major_axis, eccentricity;
    double inclination; // degrees
};
Ellipse ellipse(const Vector3& position, const Vector3& velocity, double gravity_times_mass);

} // namespace orrery::testing
