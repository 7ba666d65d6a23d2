// Compiles the loops over bodies and nodes once for every instruction set and chooses the best that
// this processor has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/tree/tree_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/tree/tree_kernels.hpp"

#include "sim/tree/group_walk.hpp"

#include <bit>
#include <cmath>

#include "sim/tree/simd_keys_inl.hpp"
#include "sim/tree/simd_walk_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

template <class Real>
TreeKernels<Real> kernels_here() {
    return {keys<Real>, estimate_acceleration<Real>, walk<Real>};
}

TreeKernels<float> kernels_float() {
    return kernels_here<float>();
}
TreeKernels<double> kernels_double() {
    return kernels_here<double>();
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(kernels_float);
HWY_EXPORT(kernels_double);

template <>
const TreeKernels<float>& tree_kernels() {
    static const TreeKernels<float> kernels = HWY_DYNAMIC_DISPATCH(kernels_float)();
    return kernels;
}
template <>
const TreeKernels<double>& tree_kernels() {
    static const TreeKernels<double> kernels = HWY_DYNAMIC_DISPATCH(kernels_double)();
    return kernels;
}

} // namespace orrery

#endif // HWY_ONCE
