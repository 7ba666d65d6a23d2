// Chooses the operators on expansions for the best instruction set that this processor has; those
// that are done once a cell are loops, in here.

#include "sim/solvers/fmm/expansion_targets.hpp"

#include "sim/solvers/fmm/expansion_tables.hpp"

#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

template <class Real>
ExpansionKernels<Real> vector_operators(int order) {
#if HWY_ARCH_X86
    static const auto supported = hwy::SupportedTargets(); // asks the processor, which takes long
    if ((supported & HWY_AVX3) != 0) {
        return avx3_operators<Real>(order);
    }
    if ((supported & HWY_AVX2) != 0) {
        return avx2_operators<Real>(order);
    }
#endif
    return baseline_operators<Real>(order);
}

} // namespace

template <class Real>
ExpansionKernels<Real> expansion_kernels(int order) {
    ExpansionKernels<Real> kernels = vector_operators<Real>(order);
    kernels.m2m = m2m<Real>;
    kernels.complete = complete<Real>;
    kernels.l2l = l2l<Real>;
    return kernels;
}
template ExpansionKernels<float> expansion_kernels(int order);
template ExpansionKernels<double> expansion_kernels(int order);

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
