#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/force_request.hpp"
#include "sim/machine/workers.hpp"
#include "sim/mesh/mesh_options.hpp"

#include <array>
#include <cstddef>
#include <limits>

namespace orrery {

// The box that some bodies are in, edges along the axes; empty before the first of them.
struct MeshBounds {
    Vector3 low{1, 1, 1};
    Vector3 high{-1, -1, -1};
    bool finite = true; // all positions and masses are; others are not in the box

    bool empty() const { return low.x > high.x; }
    double extent() const; // the longest edge; 0 where it is empty
    bool contains(const MeshBounds& other) const;
    void extend(const MeshBounds& other);
};

// Parallel; the same whatever the number of threads. `with_masses`: they have to be finite as well.
template <class Real>
MeshBounds mesh_bounds(const BodiesView<Real>& bodies, bool with_masses, Workers& workers);

// A mesh in space. In a periodic box its points fill the box. In open space they fill a cube around
// the bodies, and as many again on each axis are empty: in a mesh that repeats itself, images are
// then so far away that what they do can be taken out of Green's function (green_function.hpp).
struct MeshSpace {
    bool periodic = false;
    std::array<std::size_t, 3> cells{};  // points along each axis, padding included
    std::array<std::size_t, 3> filled{}; // those that bodies are spread over
    std::array<double, 3> spacing{};     // lengths from point to point
    Vector3 origin;                      // of point 0

    double widest() const; // the largest spacing
    double points() const; // in all
    bool operator==(const MeshSpace&) const = default;
};

// Cells along the edges of a box, `cells` of them along its longest and nearly as wide along the
// others.
MeshSpace periodic_mesh(const PeriodicBox& box, std::size_t cells);

// The cube that holds `bounds`, which have an extent. Its side is rounded up to one of eight in an
// octave, so that Green's function lives as long as the bodies move little. What a body is spread
// over, and what the gradient at those points needs, is inside.
MeshSpace open_mesh(const MeshBounds& bounds, const MeshChoice& choice);

// The softening from which on a solver keeps its promise for `count` sources, when they and its
// targets are in `bounds`; 0 for algorithms that are no meshes: they keep it with any.
double least_promised_softening(const SolverInfo& info, const ForceParameters& parameters,
                                const MeshBounds& bounds, std::size_t count);

// Throws bad_input where so many bytes for a mesh are not free: the system would promise them, and
// end the program later.
void require_memory_for_mesh(double bytes);

} // namespace orrery
