#pragma once

#include "sim/lessons/m2l/gpu_m2l_frame.cuh"

namespace orrery {

// A row of a translation with its loop unrolled: what gpu.unrolled and gpu.fused share.
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

} // namespace orrery
