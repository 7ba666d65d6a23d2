// A build without CUDA: the list of CUDA algorithms is empty.

#include "sim/solvers/cuda_solvers.hpp"

namespace orrery {

std::vector<SolverEntry> cuda_solvers() {
    return {};
}

} // namespace orrery
