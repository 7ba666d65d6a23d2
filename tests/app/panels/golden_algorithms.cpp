// The algorithms that the golden pictures show, in place of sim/solvers/solvers.cpp: their colours
// and the cards of the deck are then the same whatever the program's own list has.

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
    // clang-format on
}

} // namespace orrery
