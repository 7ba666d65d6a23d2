// Compiles the operators on expansions once for every instruction set and chooses the best that
// this processor has. The compiler takes a minute and a half.

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/fmm/expansion_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/solvers/fmm/expansion_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

// The orders that are chosen most are written out.
template <class Real>
constexpr int written_out(int order) {
    return order <= (std::is_same_v<Real, float> ? 6 : 8) ? order : any_order;
}

// Those of which a vector is done at a time.
template <int known, class Real>
ExpansionKernels<Real> vector_operators() {
    return {p2m<Real>, nullptr, nullptr, m2l<known, Real>, nullptr, l2p<Real>, m2p<known, Real>};
}
template <class Real>
ExpansionKernels<Real> operators_for(int order) {
    switch (order) {
    case 4:
        return vector_operators<4, Real>();
    case 5:
        return vector_operators<5, Real>();
    case 6:
        return vector_operators<6, Real>();
    case 7:
        return vector_operators<written_out<Real>(7), Real>();
    case 8:
        return vector_operators<written_out<Real>(8), Real>();
    default:
        return vector_operators<any_order, Real>();
    }
}

ExpansionKernels<float> operators_float(int order) {
    return operators_for<float>(order);
}
ExpansionKernels<double> operators_double(int order) {
    return operators_for<double>(order);
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {
namespace {

template <class Real>
void m2m(const Real* child, const ExpansionUnits<Real>& units, Real* parent) {
    Real own[max_coefficients], power[max_coefficients], sum[max_coefficients];
    const auto count = static_cast<std::size_t>(coefficients(units.order));
    std::copy_n(child, count, own);
    std::fill_n(own + 1, 3, Real(0)); // the centre
    std::fill_n(sum, count, Real(0));
    const Real d[3] = {(parent[1] - child[1]) * units.per_length,
                       (parent[2] - child[2]) * units.per_length,
                       (parent[3] - child[3]) * units.per_length};
    powers_by_table(units.order, d, power);
    each_product(units.order, [&](std::size_t n, std::size_t k, std::size_t product) {
        sum[product] += own[n] * power[k];
    });
    parent[0] += sum[0];
    for (std::size_t i = 4; i < count; ++i) {
        parent[i] += sum[i];
    }
}

template <class Real>
void complete(const ExpansionUnits<Real>& units, Real* row) {
    if (units.harmonic()) {
        make_harmonic(units.order, row);
    }
}

template <class Real>
void l2l(const Real* parent, const ExpansionCentre<Real>& from, const ExpansionCentre<Real>& to,
         const ExpansionUnits<Real>& units, Real* child) {
    Real power[max_coefficients];
    const Real d[3] = {(to.x - from.x) * units.per_length, (to.y - from.y) * units.per_length,
                       (to.z - from.z) * units.per_length};
    powers_by_table(units.order, d, power);
    std::fill_n(child, coefficients(units.order), Real(0));
    each_product(units.order, [&](std::size_t n, std::size_t k, std::size_t product) {
        child[k] += power[n] * parent[product];
    });
}

// With those that are done once a cell, as loops.
template <class Real>
ExpansionKernels<Real> all_kernels(ExpansionKernels<Real> kernels) {
    kernels.m2m = m2m<Real>;
    kernels.complete = complete<Real>;
    kernels.l2l = l2l<Real>;
    return kernels;
}

} // namespace

HWY_EXPORT(operators_float);
HWY_EXPORT(operators_double);

template <>
ExpansionKernels<float> expansion_kernels(int order) {
    return all_kernels(HWY_DYNAMIC_DISPATCH(operators_float)(order));
}
template <>
ExpansionKernels<double> expansion_kernels(int order) {
    return all_kernels(HWY_DYNAMIC_DISPATCH(operators_double)(order));
}

// Derivatives of degree n grow as 1 3 5 … (2 n - 1) / R^(n + 1).
template <class Real>
ExpansionUnits<Real> expansion_units(int order, double length, double total_mass,
                                     double softening) {
    const auto power_of_two = [](double value) {
        return value > 0 && std::isfinite(value) ? std::exp2(std::ilogb(value)) : 1.0;
    };
    const double unit = power_of_two(length), mass = power_of_two(total_mass);
    const double digits = 0.98 * std::numeric_limits<Real>::max_exponent10 -
                          std::log10(std::abs(radial_factors[static_cast<std::size_t>(order)]));
    const double range = std::pow(10.0, digits / (order + 1));
    return {.order = order,
            .per_length = static_cast<Real>(1 / unit),
            .per_mass = static_cast<Real>(1 / mass),
            .acceleration = static_cast<Real>(mass / unit / unit),
            .potential = static_cast<Real>(mass / unit),
            .softening_squared = static_cast<Real>(softening / unit * (softening / unit)),
            .min_distance = static_cast<Real>(unit / range),
            .largest_radius = static_cast<Real>(unit * range)};
}

template ExpansionUnits<float> expansion_units(int, double, double, double);
template ExpansionUnits<double> expansion_units(int, double, double, double);

} // namespace orrery

#endif // HWY_ONCE
