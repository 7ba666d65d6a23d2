// The operators on expansions of which a vector is done at a time, for the instruction set that
// HWY_TARGET names. Included by expansion_operators.cpp.

#include <hwy/highway.h>

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/solvers/fmm/expansion_tables.hpp"

#include <algorithm>
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
constexpr int written_out(int order) {
    return HWY_TARGET == HWY_SCALAR ? any_order : order;
}

template <int known, class Real>
ExpansionKernels<Real> vector_operators() {
    return {p2m<Real>, nullptr, nullptr, m2l<known, Real>, nullptr, l2p<Real>, m2p<known, Real>};
}
template <class Real>
ExpansionKernels<Real> vector_operators(int order) {
    switch (order) {
    case 4:
        return vector_operators<written_out(4), Real>();
    case 5:
        return vector_operators<written_out(5), Real>();
    case 6:
        return vector_operators<written_out(6), Real>();
    default:
        return vector_operators<any_order, Real>();
    }
}
// Orders 7 and 8, where they are written out: the compiler takes as long for them as for all the
// others, so they have a file of their own.
template <class Real>
ExpansionKernels<Real> high_operators(int order) {
    return order == 7 ? vector_operators<7, Real>() : vector_operators<8, Real>();
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
