// Compiles the loops over bodies and nodes once for every instruction set and chooses the best that
// this processor has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/tree/tree_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/tree/tree_kernels.hpp"

#include "sim/base/per_precision.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/tree/simd_pair_walk_inl.hpp"
#include "sim/tree/simd_walk_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

template <class Real>
TreeKernels<Real> tree_kernels_here() {
    return {keys<Real>, estimate_acceleration<Real>, walk<Real>, walk_pairs<Real>, farthest<Real>};
}

PerPrecision<TreeKernels> all_tree_kernels() {
    return {tree_kernels_here<float>(), tree_kernels_here<double>()};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(all_tree_kernels);

template <class Real>
const TreeKernels<Real>& tree_kernels() {
    static const PerPrecision<TreeKernels> kernels = HWY_DYNAMIC_DISPATCH(all_tree_kernels)();
    return kernels.in<Real>();
}
template const TreeKernels<float>& tree_kernels();
template const TreeKernels<double>& tree_kernels();

} // namespace orrery

#endif // HWY_ONCE
