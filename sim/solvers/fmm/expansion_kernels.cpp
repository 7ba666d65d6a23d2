// Chooses the operators on expansions for the best instruction set that this processor has; those
// that are done once a cell are loops, in here.

#include "sim/solvers/fmm/expansion_kernels.hpp"

#include "sim/solvers/fmm/expansion_tables.hpp"

#include <hwy/targets.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr PowerStep power_step(const Exponents& n) {
    const auto lower = [](int i, int j, int k) {
        return static_cast<std::uint16_t>(coefficient(i, j, k));
    };
    if (n.x > 0) {
        return {lower(n.x - 1, n.y, n.z), 0, 1.0 / n.x};
    }
    if (n.y > 0) {
        return {lower(n.x, n.y - 1, n.z), 1, 1.0 / n.y};
    }
    return {lower(n.x, n.y, n.z - 1), 2, 1.0 / n.z};
}

CoefficientTables coefficient_tables() {
    CoefficientTables tables;
    std::array<Exponents, max_coefficients> powers{};
    for (std::size_t n = 0; n < max_coefficients; ++n) {
        powers[n] = exponents(static_cast<int>(n));
        tables.degree[n] = static_cast<std::uint8_t>(powers[n].degree());
        tables.power[n] = n == 0 ? PowerStep{} : power_step(powers[n]);
    }
    for (std::size_t n = 0; n < max_coefficients; ++n) {
        const Exponents a = powers[n];
        const auto end = static_cast<std::size_t>(coefficients(max_expansion_order - a.degree()));
        for (std::size_t k = 0; k < end; ++k) {
            const Exponents b = powers[k];
            tables.product[n][k] =
                static_cast<std::uint16_t>(coefficient(a.x + b.x, a.y + b.y, a.z + b.z));
        }
    }
    return tables;
}

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

struct VectorOperators {
    ExpansionKernels<float> (*of_float)(int order);
    ExpansionKernels<double> (*of_double)(int order);
    ExpansionKernels<double> (*of_double_high)(int order); // of orders 7 and 8
};

VectorOperators best_operators() {
#if HWY_ARCH_X86
    const auto supported = hwy::SupportedTargets();
    if ((supported & HWY_AVX3) != 0) {
        return {avx3_float_operators, avx3_double_operators, avx3_double_high_operators};
    }
    if ((supported & HWY_AVX2) != 0) {
        return {avx2_float_operators, avx2_double_operators, avx2_double_high_operators};
    }
#endif
    return {baseline_float_operators, baseline_double_operators, baseline_double_operators};
}

template <class Real>
ExpansionKernels<Real> vector_operators(int order) {
    static const VectorOperators best = best_operators(); // asks the processor, which takes long
    if constexpr (sizeof(Real) == sizeof(float)) {
        return best.of_float(order);
    } else {
        return (order == 7 || order == 8 ? best.of_double_high : best.of_double)(order);
    }
}

} // namespace

const CoefficientTables coefficient_table = coefficient_tables();

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
