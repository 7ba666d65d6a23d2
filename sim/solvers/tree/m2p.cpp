// Compiles the pull of cells once for every instruction set and chooses the best that this
// processor has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/tree/m2p.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/tree/m2p.hpp"

#include "sim/base/per_precision.hpp"

#include <bit>
#include <cmath>

// In this order: each uses those before it.
// clang-format off
#include "sim/solvers/direct/simd_root_inl.hpp"
#include "sim/solvers/direct/simd_pair_inl.hpp"
#include "sim/solvers/tree/simd_m2p_inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

PerPrecision<M2P> m2p_kernels() {
    return {m2p<float>, m2p<double>};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(m2p_kernels);

template <class Real>
M2P<Real> m2p_kernel() {
    static const PerPrecision<M2P> kernels = HWY_DYNAMIC_DISPATCH(m2p_kernels)();
    return kernels.in<Real>();
}
template M2P<float> m2p_kernel();
template M2P<double> m2p_kernel();

} // namespace orrery

#endif // HWY_ONCE
