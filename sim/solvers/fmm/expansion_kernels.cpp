// Compiles the operators on expansions once for every instruction set and order, and chooses the
// best that this processor has. The compiler takes half a minute.

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/fmm/expansion_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/solvers/fmm/expansion_loops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {
// clang-format off
#include "sim/tree/cartesian_expansion_inl.hpp"
// clang-format on
} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#include "sim/solvers/fmm/simd_expansions_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

template <class Real, int... i>
ExpansionKernels<Real> kernels_of(int order, std::integer_sequence<int, i...> /*all*/) {
    constexpr ExpansionKernels<Real> all[] = {
        {p2m<i + min_order, Real>, nullptr, m2l<i + min_order, Real>, nullptr,
         l2p<i + min_order, Real>, m2p<i + min_order, Real>}...};
    return all[order - min_order];
}

ExpansionKernels<float> kernels_float(int order) {
    return kernels_of<float>(order,
                             std::make_integer_sequence<int, max_order<float> - min_order + 1>());
}
ExpansionKernels<double> kernels_double(int order) {
    return kernels_of<double>(order,
                              std::make_integer_sequence<int, max_order<double> - min_order + 1>());
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {
namespace {

template <int order, class Real>
void m2m(const Real* child, const ExpansionUnits<Real>& units, Real* parent) {
    Real own[coefficients(order)], power[coefficients(order)], sum[coefficients(order)] = {};
    std::copy_n(child, coefficients(order), own);
    std::fill_n(own + 1, 3, Real(0)); // the centre
    const Real d[3] = {(parent[1] - child[1]) * units.per_length,
                       (parent[2] - child[2]) * units.per_length,
                       (parent[3] - child[3]) * units.per_length};
    powers<order>(d, power);
    shift_moments_by_table(order, own, power, sum);
    parent[0] += sum[0];
    for (int i = 4; i < coefficients(order); ++i) {
        parent[i] += sum[i];
    }
}

template <int order, class Real>
void l2l(const Real* parent, const ExpansionCentre<Real>& from, const ExpansionCentre<Real>& to,
         const ExpansionUnits<Real>& units, Real* child) {
    Real power[coefficients(order)];
    const Real d[3] = {(to.x - from.x) * units.per_length, (to.y - from.y) * units.per_length,
                       (to.z - from.z) * units.per_length};
    powers<order>(d, power);
    std::fill_n(child, coefficients(order), Real(0));
    lower_by_table(order, power, parent, child);
}

// Those that are done once a cell, as loops.
template <class Real, int... i>
ExpansionKernels<Real> with_shifts(ExpansionKernels<Real> kernels, int order,
                                   std::integer_sequence<int, i...> /*all*/) {
    constexpr decltype(kernels.m2m) all_m2m[] = {m2m<i + min_order, Real>...};
    constexpr decltype(kernels.l2l) all_l2l[] = {l2l<i + min_order, Real>...};
    kernels.m2m = all_m2m[order - min_order];
    kernels.l2l = all_l2l[order - min_order];
    return kernels;
}

} // namespace

HWY_EXPORT(kernels_float);
HWY_EXPORT(kernels_double);

template <>
ExpansionKernels<float> expansion_kernels(int order) {
    return with_shifts(HWY_DYNAMIC_DISPATCH(kernels_float)(order), order,
                       std::make_integer_sequence<int, max_order<float> - min_order + 1>());
}
template <>
ExpansionKernels<double> expansion_kernels(int order) {
    return with_shifts(HWY_DYNAMIC_DISPATCH(kernels_double)(order), order,
                       std::make_integer_sequence<int, max_order<double> - min_order + 1>());
}

template <class Real>
ExpansionUnits<Real> expansion_units(int order, double length, double total_mass,
                                     double softening) {
    const auto power_of_two = [](double value) {
        return value > 0 && std::isfinite(value) ? std::exp2(std::ilogb(value)) : 1.0;
    };
    const double unit = power_of_two(length), mass = power_of_two(total_mass);
    constexpr double digits = 0.9 * std::numeric_limits<Real>::max_exponent10;
    const double range = std::pow(10.0, digits / (order + 1));
    return {.per_length = static_cast<Real>(1 / unit),
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
