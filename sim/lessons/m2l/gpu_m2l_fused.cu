// Translations by rows, summed where they are made.
//
// Idea:    as gpu.unrolled, but a row of threads does all 27 translations to its cell, one after
//          the other, and keeps their sum in a register. No part is written or read again.
//          gpu.unfused differs in nothing else: it writes the register after each translation.
// Source:  Cruz, Layton & Barba 2011, section 4.6 and table 3 (fused against separate reduction).
// Cost:    10 p^2 + 68 p operations.
// Memory:  nothing beside the expansions; unfused, 8 p bytes for each translation's result.

#include "sim/lessons/m2l/gpu_m2l_row.cuh"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace gpu_m2l_fused {

constexpr unsigned at_once = 16; // cells of a block
// At least so many on a multiprocessor: asked for so that both ways to reduce get the same number
// of registers, and with them of warps.
template <int order>
constexpr unsigned blocks_at_once = order == 8    ? 12
                                    : order == 12 ? 7
                                                  : 5;

template <int order, Reduction reduction>
__global__ void __launch_bounds__(order* at_once, blocks_at_once<order>)
    translate(TranslationView view) {
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
        if constexpr (reduction == Reduction::separate) {
            if (wanted == cell) {
                view.parts[std::size_t{first + j} * order + n] = sum;
            }
            sum = {0, 0};
        }
    }
    if (reduction == Reduction::fused && wanted == cell) {
        view.locals[std::size_t{cell} * order + n] = sum;
    }
}

template <Reduction reduction>
void launch(DeviceQueue& queue, const TranslationView& view, int order) {
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.cells + at_once - 1) / at_once, dim3(p, at_once)},
                     translate<p, reduction>, view);
    });
}

template <Reduction reduction>
std::unique_ptr<M2lRun> make(const TranslationProblem& problem) {
    return run_on_gpu(problem, launch<reduction>, reduction);
}

double operations(int p) {
    return 10.0 * p * p + 68.0 * p;
}

} // namespace gpu_m2l_fused

M2lVariant m2l_unfused() {
    return {.id = "gpu.unfused",
            .title = "By rows, not fused",
            .idea = "The same with every translation written, and a sum of its own: to compare",
            .operations = gpu_m2l_fused::operations,
            .make = gpu_m2l_fused::make<Reduction::separate>,
            .unavailable = gpu_unavailable};
}

M2lVariant m2l_fused() {
    return {.id = "gpu.fused",
            .title = "By rows, fused",
            .idea = "The sum over a cell's sources stays in a register",
            .operations = gpu_m2l_fused::operations,
            .make = gpu_m2l_fused::make<Reduction::fused>,
            .unavailable = gpu_unavailable};
}

} // namespace orrery
