// Translations by rows, summed where they are made.
//
// Idea:    as gpu.unrolled, but a row of threads does all 27 translations to its cell, one after
//          the other, and keeps their sum in a register. No part is written or read again.
// Source:  Cruz, Layton & Barba 2011, section 4.6 and table 3 (fused against separate reduction).
// Cost:    10 p^2 + 68 p operations.
// Memory:  nothing beside the expansions.

#include "sim/m2l/gpu_m2l_row.cuh"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace gpu_m2l_fused {

constexpr unsigned at_once = 16; // cells of a block

template <int order>
__global__ void translate(TranslationView view) {
    __shared__ float2 multipoles[2][at_once][order];
    const auto n = static_cast<int>(threadIdx.x);
    const TranslationRow<order> row(n);
    const unsigned wanted = blockIdx.x * at_once + threadIdx.y;
    const unsigned cell = min(wanted, view.cells - 1);
    const unsigned first = cell * view.sources_of_cell;
    const auto load = [&](unsigned j) {
        return view.multipoles[std::size_t{view.sources[first + j]} * order + n];
    };
    float2 next = load(0);
    float2 sum{0, 0};
    for (unsigned j = 0; j < view.sources_of_cell; ++j) {
        multipoles[j % 2][threadIdx.y][n] = next;
        __syncthreads();
        if (j + 1 < view.sources_of_cell) {
            next = load(j + 1);
        }
        const float2 w = inverse(view.distance[first + j]);
        row.add(sum, row.power(w, n), w, multipoles[j % 2][threadIdx.y]);
    }
    if (wanted == cell) {
        view.locals[std::size_t{cell} * order + n] = sum;
    }
}

void launch(DeviceQueue& queue, const TranslationView& view, int order) {
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.cells + at_once - 1) / at_once, dim3(p, at_once)}, translate<p>,
                     view);
    });
}

} // namespace gpu_m2l_fused

M2lVariant m2l_fused() {
    return {.id = "gpu.fused",
            .title = "By rows, fused",
            .idea = "The sum over a cell's sources stays in a register",
            .operations = [](int p) { return 10.0 * p * p + 68.0 * p; },
            .make =
                [](const TranslationProblem& problem) {
                    return run_on_gpu(problem, gpu_m2l_fused::launch, Reduction::fused);
                },
            .unavailable = gpu_unavailable};
}

} // namespace orrery
