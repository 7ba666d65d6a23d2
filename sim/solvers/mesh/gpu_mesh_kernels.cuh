#pragma once

// The steps of a particle mesh on a GPU, each put into a queue.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/solvers/mesh/device_mesh.cuh"
#include "sim/solvers/mesh/mesh_planes.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// gpu_assignment.cu: spreads the bodies of parts [first, end) over points of the parts' own …
template <class Real>
void spread_bodies(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                   const DeviceMesh& mesh, int points, unsigned first, unsigned end,
                   typename WholeMass<Real>::Number* of_parts);
// … and adds those up for all points of some planes.
template <class Real>
void add_parts(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies, const DeviceMesh& mesh,
               int points, const MeshPlanes& planes,
               const typename WholeMass<Real>::Number* of_parts, Real* field);

// Rows of modes, of all planes of the first axis.
struct ModeRows {
    int first, count;
};
inline ModeRows all_rows(const DeviceMesh& mesh) {
    return {0, mesh.cells[1]};
}
// gpu_green.cu: from the spectrum of the masses to that of P (mesh_field.hpp) or, where `axis` is
// one, of its derivative along it. `green`: a GreenFunction's values; `wave`: the wave number of
// the first mode along the axis. `into` may be `masses`.
template <class Real>
void multiply_by_green(DeviceQueue& queue, const DeviceMesh& mesh, ModeRows rows, const Real* green,
                       const Real* masses, int axis, double wave, Real* into);
inline constexpr int no_axis = -1;

// What becomes of what bodies read of a mesh, which is in cells.
template <class Real>
struct MeshReadout {
    WantedTargets wanted;
    AccelerationsView<Real> result;
    Real pull, potential; // of a unit of the gradient and of P
    Real self_potential;  // P of a target's own unit mass, taken away
    Real lift;            // of P, taken away everywhere
};

// gpu_interpolation.cu: the pull on the bodies of parts [first, end) by differences of P, and their
// potential. `per_spacing`: the differences' unit, along each axis.
template <class Real>
void read_differences(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                      const DeviceMesh& mesh, int points, MeshGradient gradient,
                      const Real (&per_spacing)[3], unsigned first, unsigned end,
                      const Real* potential, const MeshReadout<Real>& readout);
// One component of the pull from a derivative along an axis, or the potential (no_axis).
template <class Real>
void read_component(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                    const DeviceMesh& mesh, int points, int axis, unsigned first, unsigned end,
                    const Real* field, const MeshReadout<Real>& readout);

} // namespace orrery
