// The CUDA algorithms, in the order in which a talk walks up the ladder. A new one is a file in a
// folder beside this one, and a line here like its neighbours.

#include "sim/solvers/list_solvers.hpp"

namespace orrery {

void list_cuda_solvers(Registry<SolverEntry>& list) {
    // clang-format off
    extern SolverEntry gpu_naive_solver();                 list.add(gpu_naive_solver());
    extern SolverEntry gpu_soa_solver();                   list.add(gpu_soa_solver());
    extern SolverEntry gpu_shared_solver();                list.add(gpu_shared_solver());
    extern SolverEntry gpu_const_solver();                 list.add(gpu_const_solver());
    extern SolverEntry gpu_shuffle_solver();               list.add(gpu_shuffle_solver());
    extern SolverEntry gpu_texture_solver();               list.add(gpu_texture_solver());
    extern SolverEntry gpu_atomic_solver();                list.add(gpu_atomic_solver());
    extern SolverEntry gpu_tiled32_solver();               list.add(gpu_tiled32_solver());
    extern SolverEntry gpu_register_solver();              list.add(gpu_register_solver());
    extern SolverEntry gpu_symmetric_solver();             list.add(gpu_symmetric_solver());
    extern SolverEntry gpu_tree_solver();                  list.add(gpu_tree_solver());
    extern SolverEntry gpu_fmm_solver();                   list.add(gpu_fmm_solver());
    extern SolverEntry gpu_mesh_solver();                  list.add(gpu_mesh_solver());
    extern SolverEntry gpu_treemesh_solver();              list.add(gpu_treemesh_solver());
    // clang-format on
}

} // namespace orrery
