// gpu.matrix and gpu.diagonals.

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

namespace orrery {

// Translations as a matrix that is stored: the first version that one writes.
//
// Idea:    one thread builds the p x p matrix of its translation and multiplies.
// Source:  Cruz, Layton & Barba 2011, section 4.2 ("kernel version 0").
// Cost:    18 p^2 + 6 p operations; and 8 p^2 bytes a thread, which no register file holds, so
//          they go to memory and back.
// Memory:  8 p bytes for each translation's result, and 8 p^2 a thread.

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

} // namespace gpu_m2l_matrix

void launch_m2l_matrix(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_matrix;
    with_m2l_order(order, [&]<int p>() { launch_translations(queue, view, translate<p>); });
}

// Translations without a matrix, along its diagonals.
//
// Idea:    all entries with the same n + k have the same power of d, so one thread goes along the
//          diagonals with one power at a time and a binomial that follows from the one before.
// Source:  Cruz, Layton & Barba 2011, section 4.3.
// Cost:    13 p^2 + 12 p operations. What is left to wait for are the sums, which are indexed by n
//          and so lie in memory, too.
// Memory:  8 p bytes for each translation's result, and 8 p a thread.

namespace gpu_m2l_diagonals {

template <int order>
__global__ void translate(TranslationView view) {
    const unsigned i = blockIdx.x * translation_threads + threadIdx.x;
    if (i >= view.translations()) {
        return;
    }
    const float2* const m = view.multipoles + std::size_t{view.sources[i]} * order;
    const float2 w = inverse(view.distance[i]);
    float2 sums[order] = {};
    float2 power = w; // d^-(t+1) of the diagonal n + k = t
    float corner = 1; // C(t, k) where the diagonal begins
#pragma unroll 1
    for (int t = 0; t < 2 * order - 1; ++t) {
        const int first = t < order ? 0 : t - order + 1;
        if (t >= order) { // from C(t-1, t-1-n) at its n to C(t, t-n) at the next one
            corner *= static_cast<float>(t) / static_cast<float>(first);
        }
        float binomial = corner;
#pragma unroll 1
        for (int n = first; n <= t && n < order; ++n) {
            const int k = t - n;
            const float signed_binomial = n % 2 == 0 ? binomial : -binomial;
            add_product(sums[n], {signed_binomial * power.x, signed_binomial * power.y}, m[k]);
            binomial *= static_cast<float>(k) / static_cast<float>(n + 1);
        }
        power = product(power, w);
    }
#pragma unroll 1
    for (int n = 0; n < order; ++n) {
        view.parts[std::size_t{i} * order + n] = sums[n];
    }
}

} // namespace gpu_m2l_diagonals

void launch_m2l_diagonals(DeviceQueue& queue, const TranslationView& view, int order) {
    using namespace gpu_m2l_diagonals;
    with_m2l_order(order, [&]<int p>() { launch_translations(queue, view, translate<p>); });
}

} // namespace orrery
