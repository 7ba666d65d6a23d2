// A system that expands in GADGET's words, and back: files have physical bodies beside a comoving
// header here (gadget_units.cpp), a run has comoving bodies and momenta (sim/coordinates.hpp).
//
//   lengths     r = a x, in the box
//   velocities  the peculiar ones: a dx/dt = p / a
//   h           H0 over 100 km/s/Mpc, by the sizes of the units

#include "sim/snapshots/gadget_header.hpp"

#include "sim/base/error.hpp"
#include "sim/state/shown_space.hpp"

#include <algorithm>
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

void make_comoving(System& system) {
    constexpr double step_in_log_a = 0.05;
    const SnapshotHeader& header = *system.catalogue.header;
    const std::optional<UnitSizes> units = sizes_of(system.units);
    if (!units || !system.box.is_periodic() || !header.comoving || !(header.omega_matter > 0) ||
        header.omega_matter > 1) {
        return; // physical, as files of other programs are
    }
    const double a = header.scale_factor;
    const Cosmology cosmology{header.omega_matter,
                              header.little_h() * hundred_kilometres(units->time)};
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
