// The interop of a build without CUDA: none.

#include "render/cuda_interop.hpp"

namespace orrery {

std::unique_ptr<CudaInterop> open_cuda_interop() {
    throw NoInterop{"This build has no CUDA", "build Orrery where nvcc is installed"};
}

} // namespace orrery
