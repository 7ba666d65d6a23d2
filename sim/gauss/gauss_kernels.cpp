// Compiles the inner loops once for every instruction set and chooses the best that this processor
// has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/gauss/gauss_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/base/per_precision.hpp"
#include "sim/gauss/gauss_kernels.hpp"

#include <cmath>
#include <limits>

#include "sim/gauss/simd_grid_inl.hpp"
#include "sim/gauss/simd_pairs_inl.hpp"
#include "sim/gauss/simd_tensor_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

template <class Real>
GaussKernels<Real> gauss_kernels_here() {
    return {.range_of = range_of<Real>,
            .add_pairs = add_pairs<Real>,
            .spread = spread<Real>,
            .gather = gather<Real>,
            .convolve_row = convolve_row<Real>,
            .convolve_columns = convolve_columns<Real>,
            .add_product = add_product<Real>,
            .contract = contract<Real>,
            .hermite_in_plane = hermite_in_plane<Real>,
            .turn = turn<Real>};
}

PerPrecision<GaussKernels> all_gauss_kernels() {
    return {gauss_kernels_here<float>(), gauss_kernels_here<double>()};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(all_gauss_kernels);

template <class Real>
const GaussKernels<Real>& gauss_kernels() {
    static const PerPrecision<GaussKernels> kernels = HWY_DYNAMIC_DISPATCH(all_gauss_kernels)();
    return kernels.in<Real>();
}
template const GaussKernels<float>& gauss_kernels();
template const GaussKernels<double>& gauss_kernels();

} // namespace orrery

#endif // HWY_ONCE
