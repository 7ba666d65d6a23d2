// A system that expands in GADGET's words, and back: files have physical bodies beside a comoving
// header here (gadget_units.cpp), a run has comoving bodies and momenta (sim/coordinates.hpp).
//
//   lengths     r = a x, in the box
//   velocities  the peculiar ones: a dx/dt = p / a
//   h           H0 over 100 km/s/Mpc, by the sizes of the units
//
// A file of another program expands if it holds all matter of a flat universe in its box. What is a
// piece of it, as one galaxy or dark matter alone, would not feel the rest, and stays physical.

#include "sim/snapshots/gadget_header.hpp"

#include "sim/base/error.hpp"
#include "sim/state/shown_space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

// 100 km/s/Mpc in units of one over that time.
double hundred_kilometres(double seconds) {
    constexpr double megaparsec_in_kilometres = 3.0856775814913673e19;
    return 100 * seconds / megaparsec_in_kilometres;
}

void scale(HostArray<double>& numbers, double factor) {
    for (double& number : numbers) {
        number *= factor;
    }
}

void scale(VectorArray<double>& vectors, double factor) {
    scale(vectors.x, factor);
    scale(vectors.y, factor);
    scale(vectors.z, factor);
}

void scale_lengths(System& system, double factor) {
    scale(system.bodies.position, factor);
    system.softening *= factor;
    for (double& softening : system.catalogue.softenings) {
        softening *= factor;
    }
    for (double& length : system.box.lengths) {
        length *= factor;
    }
}

} // namespace

System physical_bodies(System system) {
    const std::optional<UnitSizes> units = sizes_of(system.units);
    if (!units) {
        throw failure(
            "GADGET tells the expansion in km/s/Mpc, and the sizes of this system's units "
            "are not known",
            "", "name them with --units, or write a session (.orrery) instead");
    }
    const Cosmology cosmology = *std::exchange(system.cosmology, std::nullopt);
    const double a = cosmology.scale_factor(system.time);
    SnapshotHeader header = system.catalogue.header.value_or(SnapshotHeader{});
    header.omega_matter = cosmology.omega_matter;
    header.omega_lambda = 1 - cosmology.omega_matter;
    header.hubble = cosmology.hubble / hundred_kilometres(units->time);
    header.comoving = true;
    header.time = header.scale_factor = a;
    header.redshift = 1 / a - 1;
    header.system_time = system.time;
    VectorArray<double>& x = system.bodies.position;
    const std::array axes = {&x.x, &x.y, &x.z};
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const double edge = system.box.lengths[axis];
        header.box_size[axis] = edge * header.hubble;
        for (double& place : *axes[axis]) {
            place = wrapped(place, edge);
        }
    }
    scale_lengths(system, a);
    scale(system.bodies.velocity, 1 / a);
    system.catalogue.header = header;
    return system;
}

namespace {

// Radiation and rounded parameters are let pass, a missing kind of matter is not.
bool holds_all_matter(const System& system, const Cosmology& cosmology) {
    constexpr double tolerance = 0.01;
    const SnapshotHeader& header = *system.catalogue.header;
    const double curvature = 1 - header.omega_matter - header.omega_lambda;
    const auto& edges = system.box.lengths; // physical ones
    const double volume = edges[0] * edges[1] * edges[2] / std::pow(header.scale_factor, 3);
    const double critical_density =
        3 * cosmology.hubble * cosmology.hubble / (8 * std::numbers::pi * system.units.gravity);
    const double mean = cosmology.omega_matter * critical_density * volume;
    const auto& masses = system.bodies.mass;
    const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
    return std::abs(curvature) < tolerance && std::abs(mass / mean - 1) < tolerance;
}

} // namespace

void make_comoving(System& system, bool is_told) {
    constexpr double step_in_log_a = 0.05;
    const SnapshotHeader& header = *system.catalogue.header;
    const std::optional<UnitSizes> units = sizes_of(system.units);
    if (!units || !system.box.is_periodic() || !header.comoving || !(header.omega_matter > 0) ||
        header.omega_matter > 1) {
        return;
    }
    const double a = header.scale_factor;
    const Cosmology cosmology{header.omega_matter,
                              header.little_h() * hundred_kilometres(units->time)};
    if (!is_told && !holds_all_matter(system, cosmology)) {
        system.catalogue.remarks.push_back(
            "space does not expand here: the bodies are not all matter of a flat universe; the box "
            "repeats for algorithms that can compute in one, and has open edges for others");
        return;
    }
    scale_lengths(system, 1 / a);
    scale(system.bodies.velocity, a);
    system.cosmology = cosmology;
    system.time = cosmology.time(a);
    system.step_accuracy = step_in_log_a;
    system.time_step = step_in_log_a / cosmology.hubble;
    system.viewpoint.centre[0] = system.box.lengths[0] / 2;
    system.viewpoint.centre[1] = system.box.lengths[1] / 2;
    system.viewpoint.centre[2] = system.box.lengths[2] / 2;
    system.viewpoint.distance = 2.2 * system.box.lengths[0];
    system.catalogue.header->system_time = system.time;
}

} // namespace orrery
