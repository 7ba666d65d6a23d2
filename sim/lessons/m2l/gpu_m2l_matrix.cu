// Translations as a matrix that is stored: the first version that one writes.
//
// Idea:    one thread builds the p x p matrix of its translation and multiplies.
// Source:  Cruz, Layton & Barba 2011, section 4.2 ("kernel version 0").
// Cost:    18 p^2 + 6 p operations; and 8 p^2 bytes a thread, which no register file holds, so
//          they go to memory and back.
// Memory:  8 p bytes for each translation's result, and 8 p^2 a thread.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace gpu_m2l_matrix {

template <int order>
__global__ void translate(TranslationView view) {
    const unsigned i = blockIdx.x * translation_threads + threadIdx.x;
    if (i >= view.translations()) {
        return;
    }
    float2 matrix[order * order];
    const float2 w = inverse(view.distance[i]);
    float2 outer = w; // (-1)^n d^-(n+1)
#pragma unroll 1
    for (int n = 0; n < order; ++n) {
        float2 inner = outer;
        float binomial = 1;
#pragma unroll 1
        for (int k = 0; k < order; ++k) {
            matrix[n * order + k] = {binomial * inner.x, binomial * inner.y};
            inner = product(inner, w);
            binomial *= static_cast<float>(n + k + 1) / static_cast<float>(k + 1);
        }
        const float2 next = product(outer, w);
        outer = {-next.x, -next.y};
    }
    const float2* const m = view.multipoles + std::size_t{view.sources[i]} * order;
#pragma unroll 1
    for (int n = 0; n < order; ++n) {
        float2 sum{0, 0};
#pragma unroll 1
        for (int k = 0; k < order; ++k) {
            add_product(sum, matrix[n * order + k], m[k]);
        }
        view.parts[std::size_t{i} * order + n] = sum;
    }
}

void launch(DeviceQueue& queue, const TranslationView& view, int order) {
    with_m2l_order(order, [&]<int p>() { launch_translations(queue, view, translate<p>); });
}

} // namespace gpu_m2l_matrix

M2lVariant m2l_matrix() {
    return {.id = "gpu.matrix",
            .title = "Stored matrix",
            .idea = "One thread a translation, which builds its matrix and multiplies",
            .operations = [](int p) { return 18.0 * p * p + 6.0 * p; },
            .make =
                [](const TranslationProblem& problem) {
                    return run_on_gpu(problem, gpu_m2l_matrix::launch, Reduction::separate);
                },
            .unavailable = gpu_unavailable};
}

} // namespace orrery
