// gpu.rows, gpu.unrolled and gpu.fused.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

namespace orrery {

// Translations by rows: many threads for one.
//
// Idea:    thread n computes l_n. Its sum is one register, and the multipoles, which all rows need,
//          are in shared memory.
// Source:  Cruz, Layton & Barba 2011, section 4.4.
// Cost:    21 p^2 operations: each row makes its own powers of d.
// Memory:  8 p bytes for each translation's result.

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

} // namespace gpu_m2l_rows

void launch_m2l_rows(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_rows;
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.translations() + at_once - 1) / at_once, dim3(p, at_once)},
                     translate<p>, view);
    });
}

// Translations by rows, unrolled; and summed where they are made.
//
// Idea:    as gpu.rows, but the order is known to the compiler: binomials stay in registers from
//          one translation to the next, and sums go by Horner's rule. A row of threads does all 27
//          translations to its cell, one after the other, so that loads of the next one are under
//          way while this one is summed. gpu.unrolled writes each of them, for a second kernel that
//          adds them up; gpu.fused differs in nothing else but that their sum stays in a register.
//          No part is written or read again.
// Source:  Cruz, Layton & Barba 2011, sections 4.5 (unrolled, coalesced, overlapped) and 4.6, and
//          table 3 (fused against separate reduction).
// Cost:    10 p^2 + 68 p operations.
// Memory:  fused, nothing beside the expansions; else 8 p bytes for each translation's result.

// A row of a translation.
template <int order>
class TranslationRow {
public:
    __device__ explicit TranslationRow(int n) {
        float binomial = 1;
#pragma unroll
        for (int k = 0; k < order; ++k) {
            binomials_[k] = n % 2 == 0 ? binomial : -binomial;
            binomial *= static_cast<float>(n + k + 1) / static_cast<float>(k + 1);
        }
    }

    // Adds l_n of one translation: `power` is d^-(n+1), w is 1 / d.
    __device__ void add(float2& sum, float2 power, float2 w, const float2* multipoles) const {
        float2 inner{0, 0}; // by Horner's rule, from the highest power of w
#pragma unroll
        for (int k = order - 1; k >= 0; --k) {
            inner = product(inner, w);
            inner.x += binomials_[k] * multipoles[k].x;
            inner.y += binomials_[k] * multipoles[k].y;
        }
        add_product(sum, inner, power);
    }

    // w^(n+1) by squaring.
    static __device__ float2 power(float2 w, int n) {
        float2 result{1, 0};
#pragma unroll
        for (int bit = 0; bit < 5; ++bit) {
            if (((n + 1) >> bit & 1) != 0) {
                result = product(result, w);
            }
            w = product(w, w);
        }
        return result;
    }

private:
    float binomials_[order]; // (-1)^n C(n+k, k)
};

namespace gpu_m2l_unrolled {

constexpr unsigned at_once = 16; // cells of a block
// The least number of blocks on a multiprocessor: asked for so that both ways to reduce get the
// same number of registers, and with them of warps.
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
void launch_both(DeviceQueue& queue, const TranslationView& view, int order) {
    with_m2l_order(order, [&]<int p>() {
        queue.launch("m2l", {(view.cells + at_once - 1) / at_once, dim3(p, at_once)},
                     translate<p, reduction>, view);
    });
}

} // namespace gpu_m2l_unrolled

void launch_m2l_fused(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_unrolled;
    launch_both<Reduction::fused>(queue, view, order);
}

void launch_m2l_unrolled(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_unrolled;
    launch_both<Reduction::separate>(queue, view, order);
}

} // namespace orrery
