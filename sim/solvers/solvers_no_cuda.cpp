// A build without CUDA: the list of CUDA algorithms is empty.

#include "sim/solvers/list_solvers.hpp"

namespace orrery {

void list_cuda_solvers(Registry<SolverEntry>&) {}

} // namespace orrery
