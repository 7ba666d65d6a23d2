#pragma once

#include "sim/mesh/mesh_options.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The options of a tree, and then `cells` and `split`.
std::vector<SolverOption> treemesh_options(double leaf);

// The mesh that has the part of long range; and in units of twice the split, how far the tree's
// part reaches, and the radius of cells whose part on the mesh is a point's.
MeshChoice treemesh_choice(const SolverInfo& info, const ForceParameters& parameters,
                           std::size_t bodies);
double treemesh_reach(const SolverInfo& info, const ForceParameters& parameters);
double treemesh_small_cell(const SolverInfo& info, const ForceParameters& parameters);

double treemesh_promise(const SolverInfo& info, const ResolvedOptions& options,
                        Precision precision);

} // namespace orrery
