#pragma once

// Operators of cartesian_expansion.hpp as loops over tables: slower by half, but of any order and
// nearly nothing to compile. For what is done once a cell, and for processors without vectors.

#include "sim/tree/cartesian_expansion.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace orrery {

inline constexpr int max_looped_order = 8;

struct CoefficientTables {
    static constexpr int count = coefficients(max_looped_order);

    std::array<Exponents, count> powers{};
    // Of those whose degrees together are not beyond the highest order.
    std::array<std::array<std::uint8_t, count>, count> product{};
};

constexpr CoefficientTables coefficient_tables() {
    CoefficientTables tables;
    for (int n = 0; n < CoefficientTables::count; ++n) {
        tables.powers[static_cast<std::size_t>(n)] = exponents(n);
    }
    for (std::size_t n = 0; n < tables.powers.size(); ++n) {
        const Exponents a = tables.powers[n];
        const int least = coefficients(max_looped_order - a.degree());
        for (std::size_t k = 0; k < static_cast<std::size_t>(least); ++k) {
            const Exponents b = tables.powers[k];
            tables.product[n][k] =
                static_cast<std::uint8_t>(coefficient(a.x + b.x, a.y + b.y, a.z + b.z));
        }
    }
    return tables;
}

inline constexpr CoefficientTables coefficient_table = coefficient_tables();

// Calls visit(n, k, n k) for all that do not lead beyond `order`.
template <class Visit>
void each_product(int order, const Visit& visit) {
    for (std::size_t n = 0; n < static_cast<std::size_t>(coefficients(order)); ++n) {
        const int degree = coefficient_table.powers[n].degree();
        const auto end = static_cast<std::size_t>(coefficients(order - degree));
        for (std::size_t k = 0; k < end; ++k) {
            visit(n, k, static_cast<std::size_t>(coefficient_table.product[n][k]));
        }
    }
}

template <class Value>
void shift_moments_by_table(int order, const Value* child, const Value* power, Value* parent) {
    each_product(order, [&](std::size_t n, std::size_t k, std::size_t product) {
        parent[product] = multiply_add(child[n], power[k], parent[product]);
    });
}

// sum[k] += factors[n] series[n k]: M2L with moments and derivatives, L2L with powers and a series.
template <class Value>
void lower_by_table(int order, const Value* factors, const Value* series, Value* sum) {
    each_product(order, [&](std::size_t n, std::size_t k, std::size_t product) {
        sum[k] = multiply_add(factors[n], series[product], sum[k]);
    });
}

} // namespace orrery
