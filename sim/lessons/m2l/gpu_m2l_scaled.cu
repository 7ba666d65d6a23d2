// Translations as one real matrix between powers of the distance.
//
// Idea:    with m'_k = d^-k m_k,
//
//              l_n = (-1)^n d^-(n+1) sum over k of C(n+k, k) m'_k,
//
//          and the matrix in the middle is real and the same for all translations: two fused
//          multiply-adds an entry instead of four or more, with a constant that is part of the
//          instruction. A thread has a whole translation in registers, so there is nothing to
//          share or to wait for; each warp does every third source of 32 cells, and the three
//          sums meet in shared memory.
// Source:  ours; the factors are those of Greengard & Rokhlin, J. Comput. Phys. 73 (1987), lemma
//          2.4.
// Cost:    4 p^2 + 28 p + 8 operations.
// Memory:  nothing beside the expansions.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

namespace orrery {
namespace gpu_m2l_scaled {

constexpr unsigned cells_of_block = 32;
constexpr unsigned shares = 3; // of a cell's sources

// Adds one translation to a cell's sums.
template <int order>
__device__ void add_translation(float2 (&sums)[order], const float2* multipoles, float2 w) {
    constexpr Pascal<order> pascal;
    float2 scaled[order];
    const auto* const pairs = reinterpret_cast<const float4*>(multipoles);
#pragma unroll
    for (int k = 0; k < order; k += 2) {
        const float4 two = pairs[k / 2];
        scaled[k] = make_float2(two.x, two.y);
        scaled[k + 1] = make_float2(two.z, two.w);
    }
    float2 power = w;
#pragma unroll
    for (int k = 1; k < order; ++k) {
        scaled[k] = product(scaled[k], power);
        power = product(power, w);
    }
    const float2 minus_w{-w.x, -w.y};
    float2 outer = w;
#pragma unroll
    for (int n = 0; n < order; ++n) {
        float2 middle{0, 0};
#pragma unroll
        for (int k = 0; k < order; ++k) {
            middle.x += pascal.entry[n][k] * scaled[k].x;
            middle.y += pascal.entry[n][k] * scaled[k].y;
        }
        add_product(sums[n], middle, outer);
        outer = product(outer, minus_w);
    }
}

template <int order>
__global__ void __launch_bounds__(cells_of_block* shares) translate(TranslationView view) {
    // One more in a row than there is, so that a warp's 32 rows begin in different banks.
    __shared__ float2 shared[shares - 1][order][cells_of_block + 1];
    const unsigned lane = threadIdx.x, share = threadIdx.y;
    const unsigned wanted = blockIdx.x * cells_of_block + lane;
    const unsigned cell = min(wanted, view.cells - 1);
    float2 sums[order] = {};
#pragma unroll 1
    for (unsigned j = share; j < view.sources_of_cell; j += shares) {
        const unsigned i = cell * view.sources_of_cell + j;
        add_translation<order>(sums, view.multipoles + std::size_t{view.sources[i]} * order,
                               inverse(view.distance[i]));
    }
    if (share != 0) {
#pragma unroll
        for (int n = 0; n < order; ++n) {
            shared[share - 1][n][lane] = sums[n];
        }
    }
    __syncthreads();
    if (share != 0 || wanted != cell) {
        return;
    }
#pragma unroll
    for (int n = 0; n < order; ++n) {
        float2 sum = sums[n];
        for (unsigned other = 0; other < shares - 1; ++other) {
            sum.x += shared[other][n][lane].x;
            sum.y += shared[other][n][lane].y;
        }
        view.locals[std::size_t{cell} * order + n] = sum;
    }
}

} // namespace gpu_m2l_scaled

void launch_m2l_scaled(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_scaled;
    with_m2l_order(order, [&]<int p>() {
        queue.launch(
            "m2l",
            {(view.cells + cells_of_block - 1) / cells_of_block, dim3(cells_of_block, shares)},
            translate<p>, view);
    });
}

} // namespace orrery
