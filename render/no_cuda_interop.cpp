// What a build without CUDA has instead of interop.

#include "render/cuda_interop.hpp"

namespace orrery {

OpenedInterop open_cuda_interop() {
    return NoInterop{"This build has no CUDA", "build Orrery where nvcc is installed"};
}

} // namespace orrery
