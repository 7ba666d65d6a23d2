// Translations by rows, unrolled.
//
// Idea:    as gpu.rows, but the order is known to the compiler: binomials stay in registers from
//          one translation to the next, sums go by Horner's rule, and each block does several
//          translations, so that loads of the next ones are under way while these are summed.
// Source:  Cruz, Layton & Barba 2011, section 4.5 (unrolled, coalesced, overlapped).
// Cost:    10 p^2 + 68 p operations.
// Memory:  8 p bytes for each translation's result.

#include "sim/lessons/m2l/gpu_m2l_row.cuh"
#include "sim/machine/devices.hpp"

namespace orrery {
namespace gpu_m2l_unrolled {

constexpr unsigned at_once = 16; // translations of a block
constexpr unsigned rounds = 8;

template <int order>
__global__ void translate(TranslationView view) {
    __shared__ float2 multipoles[2][at_once][order];
    const auto n = static_cast<int>(threadIdx.x);
    const TranslationRow<order> row(n);
    const unsigned first = blockIdx.x * at_once * rounds + threadIdx.y;
    const unsigned last = view.translations() - 1;
    const auto load = [&](unsigned round) {
        const unsigned i = min(first + round * at_once, last);
        return view.multipoles[std::size_t{view.sources[i]} * order + n];
    };
    float2 next = load(0);
    for (unsigned round = 0; round < rounds; ++round) {
        multipoles[round % 2][threadIdx.y][n] = next;
        __syncthreads();
        if (round + 1 < rounds) {
            next = load(round + 1);
        }
        const unsigned i = first + round * at_once;
        if (i <= last) {
            const float2 w = inverse(view.distance[i]);
            float2 sum{0, 0};
            row.add(sum, row.power(w, n), w, multipoles[round % 2][threadIdx.y]);
            view.parts[std::size_t{i} * order + n] = sum;
        }
    }
}

void launch(DeviceQueue& queue, const TranslationView& view, int order) {
    constexpr unsigned of_block = at_once * rounds;
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.translations() + of_block - 1) / of_block, dim3(p, at_once)},
                     translate<p>, view);
    });
}

} // namespace gpu_m2l_unrolled

M2lVariant m2l_unrolled() {
    return {.id = "gpu.unrolled",
            .title = "By rows, unrolled",
            .idea = "The order known to the compiler, loads under way while others are summed",
            .operations = [](int p) { return 10.0 * p * p + 68.0 * p; },
            .make =
                [](const TranslationProblem& problem) {
                    return run_on_gpu(problem, gpu_m2l_unrolled::launch, Reduction::separate);
                },
            .unavailable = gpu_unavailable};
}

} // namespace orrery
