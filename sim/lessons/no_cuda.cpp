// Lessons on GPUs in a build without CUDA: none.

#include "sim/lessons/hermite/gpu_hermite_in_plane.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"
#include "sim/lessons/stencil/stencil_variant.hpp"
#include "sim/lessons/transpose/transpose_variant.hpp"

namespace orrery {

void list_m2l_variants_on_gpus(Registry<M2lVariant>& /*list*/) {}

void list_stencil_variants_on_gpus(Registry<StencilVariant>& /*list*/) {}

void list_transpose_variants_on_gpus(Registry<TransposeVariant>& /*list*/) {}

double gpu_hermite_in_plane(int, std::span<const float>, std::span<const float>,
                            std::span<const float>, int, std::span<float>) {
    return 0;
}

} // namespace orrery
