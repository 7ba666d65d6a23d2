// Every algorithm, in the order in which a talk walks up the ladder: the table of contents. A new
// one is a file in a folder beside this one, and a line here like its neighbours. Each line
// declares what the algorithm's file defines, and adds it.

#include "sim/solvers/list_solvers.hpp"

namespace orrery {

void list_solvers(Registry<SolverEntry>& list) {
    // clang-format off
    extern SolverEntry aos_solver();             list.add(aos_solver());
    extern SolverEntry aos_tiled_solver();       list.add(aos_tiled_solver());
    extern SolverEntry soa_solver();             list.add(soa_solver());
    extern SolverEntry simd_solver();            list.add(simd_solver());
    extern SolverEntry simd_threads_solver();    list.add(simd_threads_solver());
    extern SolverEntry symmetric_solver();       list.add(symmetric_solver());
    extern SolverEntry tree_solver();            list.add(tree_solver());
    extern SolverEntry fmm_solver();             list.add(fmm_solver());
    extern SolverEntry mesh_solver();            list.add(mesh_solver());
    extern SolverEntry treemesh_solver();        list.add(treemesh_solver());
    // clang-format on
    list_cuda_solvers(list);
}

} // namespace orrery
