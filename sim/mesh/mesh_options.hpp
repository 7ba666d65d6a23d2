#pragma once

#include "sim/mesh/assignment.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// How the field's gradient is taken: by central differences of an order on the mesh, or by
// multiplication with i k.
enum class MeshGradient { order2, order4, order6, order8, spectral };

// The options of the particle-mesh methods, in this order: `scheme` (cic, tsc, pcs), `cells`
// (automatic, or the mesh points along a side of the box or of the cube around the bodies) and
// `gradient`.
enum class MeshOption : std::size_t { scheme, cells, gradient };
std::vector<SolverOption> mesh_options();

// The choice that follows for one evaluation.
struct MeshChoice {
    int points;        // of the assignment scheme, along an axis
    std::size_t cells; // along a side, without the zeros that open space is padded with
    MeshGradient gradient;
    double split = 0; // in cells: what a ShortRange with it leaves; 0: the whole law

    bool operator==(const MeshChoice&) const = default;
};
MeshChoice mesh_choice(const SolverInfo& info, const ForceParameters& parameters,
                       std::size_t bodies);

// The mesh points along a side with these options; 0: this method has no such mesh.
std::size_t mesh_cells(const SolverInfo& info, const OptionValues& options, std::size_t bodies);

inline constexpr std::size_t most_mesh_cells = 1024; // along a side

// The option `cells` by itself, and the cells that its choice means: of `automatic` the least that
// are no fewer than `wanted` in all.
SolverOption cells_option(const char* tooltip);
std::size_t cells_along(std::size_t choice, double wanted);
// The same with so many cells for each body, which `automatic` takes for a lattice's if there may
// be one of so many: a mesh that leaves it at rest.
std::size_t cells_for(std::size_t choice, std::size_t bodies, double cells_a_body);

// The coefficients of a central difference with unit spacing: f'(x) = sum_j c[j] (f(x + j + 1) -
// f(x - j - 1)), 1 to 4 of them. Spectral: none.
struct CentralDifference {
    int reach; // to each side, in cells
    double coefficients[4];
};
constexpr CentralDifference central_difference(MeshGradient gradient) {
    switch (gradient) {
    case MeshGradient::order2:
        return {1, {1.0 / 2}};
    case MeshGradient::order4:
        return {2, {2.0 / 3, -1.0 / 12}};
    case MeshGradient::order6:
        return {3, {3.0 / 4, -3.0 / 20, 1.0 / 60}};
    case MeshGradient::order8:
        return {4, {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280}};
    case MeshGradient::spectral:
        break;
    }
    return {0, {}};
}

// A mesh has no detail below its cells. It computes with the softening asked for, but holds its
// promise from this Plummer softening on, in cells: with less, close bodies pull less than the law
// says, as if the mesh softened them.
inline constexpr double mesh_least_softening = 4;

// SolverInfo::promise: the error promised of forces that are softened enough.
double mesh_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                    const PeriodicBox& box);

} // namespace orrery
