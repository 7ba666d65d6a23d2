// What a build without CUDA has of the Gauss transform on GPUs.

#include "sim/gauss/gpu_hermite_in_plane.hpp"
#include "sim/gauss/list_gauss_methods.hpp"

namespace orrery {

void list_cuda_gauss_methods(Registry<GaussMethod>&) {}

double gpu_hermite_in_plane(int, std::span<const float>, std::span<const float>,
                            std::span<const float>, int, std::span<float>) {
    return 0;
}

} // namespace orrery
