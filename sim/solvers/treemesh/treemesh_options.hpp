#pragma once

#include "sim/mesh/mesh_options.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The options of a tree, and then `cells` and `split`.
std::vector<SolverOption> treemesh_options(double leaf);

// The mesh that has the part of long range.
MeshChoice treemesh_choice(const SolverInfo& info, const ForceParameters& parameters,
                           std::size_t bodies);

double treemesh_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                        const PeriodicBox& box);

} // namespace orrery
