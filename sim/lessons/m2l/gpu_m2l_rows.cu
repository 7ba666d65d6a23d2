// Translations by rows: many threads for one.
//
// Idea:    thread n computes l_n. Its sum is one register, and the multipoles, which all rows need,
//          are in shared memory.
// Source:  Cruz, Layton & Barba 2011, section 4.4.
// Cost:    21 p^2 operations: each row makes its own powers of d.
// Memory:  8 p bytes for each translation's result.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace gpu_m2l_rows {

constexpr unsigned at_once = 16; // translations of a block

template <int order>
__global__ void translate(TranslationView view) {
    __shared__ float2 multipoles[at_once][order];
    const unsigned i = blockIdx.x * at_once + threadIdx.y;
    const bool inside = i < view.translations();
    const int n = static_cast<int>(threadIdx.x);
    if (inside) {
        multipoles[threadIdx.y][n] = view.multipoles[std::size_t{view.sources[i]} * order + n];
    }
    __syncthreads();
    if (!inside) {
        return;
    }
    const float2 w = inverse(view.distance[i]);
    float2 power = w; // (-1)^n d^-(n+1), then times d^-k
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
        const float2 next = product(power, w);
        power = {-next.x, -next.y};
    }
    float2 sum{0, 0};
    float binomial = 1;
#pragma unroll 1
    for (int k = 0; k < order; ++k) {
        add_product(sum, {binomial * power.x, binomial * power.y}, multipoles[threadIdx.y][k]);
        power = product(power, w);
        binomial *= static_cast<float>(n + k + 1) / static_cast<float>(k + 1);
    }
    view.parts[std::size_t{i} * order + n] = sum;
}

void launch(DeviceQueue& queue, const TranslationView& view, int order) {
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.translations() + at_once - 1) / at_once, dim3(p, at_once)},
                     translate<p>, view);
    });
}

} // namespace gpu_m2l_rows

M2lVariant m2l_rows() {
    return {.id = "gpu.rows",
            .title = "By rows",
            .idea = "One thread a coefficient; the multipoles are in shared memory",
            .operations = [](int p) { return 21.0 * p * p; },
            .make =
                [](const TranslationProblem& problem) {
                    return run_on_gpu(problem, gpu_m2l_rows::launch, Reduction::separate);
                },
            .unavailable = gpu_unavailable};
}

} // namespace orrery
