// The operators on expansions of which a vector is done at a time, for the instruction set that
// HWY_TARGET names: included by one file for each (expansion_kernels_avx2.cpp ...), so that they
// are compiled side by side.

#include <hwy/highway.h>

#include "sim/solvers/fmm/expansion_tables.hpp"
#include "sim/solvers/fmm/expansion_targets.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

// clang-format off
#include "sim/solvers/fmm/simd_lanes_inl.hpp"
#include "sim/solvers/fmm/simd_derivatives_inl.hpp"
#include "sim/solvers/fmm/simd_m2l_inl.hpp"
#include "sim/solvers/fmm/simd_body_operators_inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// The orders that are chosen most are written out, where there are vectors to gain by it.
#if HWY_TARGET == HWY_SCALAR
template <class Real>
inline constexpr int last_written_out = any_order;
#else
template <class Real>
inline constexpr int last_written_out = std::is_same_v<Real, float> ? 6 : 8;
#endif
template <class Real>
constexpr int written_out(int order) {
    return order <= last_written_out<Real> ? order : any_order;
}

template <int known, class Real>
ExpansionKernels<Real> vector_operators() {
    return {p2m<Real>, nullptr, nullptr, m2l<known, Real>, nullptr, l2p<Real>, m2p<known, Real>};
}
template <class Real>
ExpansionKernels<Real> vector_operators(int order) {
    switch (order) {
    case 4:
        return vector_operators<written_out<Real>(4), Real>();
    case 5:
        return vector_operators<written_out<Real>(5), Real>();
    case 6:
        return vector_operators<written_out<Real>(6), Real>();
    case 7:
        return vector_operators<written_out<Real>(7), Real>();
    case 8:
        return vector_operators<written_out<Real>(8), Real>();
    default:
        return vector_operators<any_order, Real>();
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
