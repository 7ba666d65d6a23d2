#pragma once

// The places of expansions' numbers, for operators whose order is known only at run time.
//
// By degree: as in cartesian_expansion.hpp. Nodes keep their expansions so.
// In rows:   all x^i of one y^j z^k follow one another, at places that do not depend on the order.
//            A part of M2L takes a row of the moments and one of the derivatives to one of the
//            local series, and what it does depends on nothing but how long the shortest of them
//            is: one piece of code for each length serves all orders.
//
// Without softening a potential is harmonic: its derivatives by z twice are those by x and by y
// twice, taken from nothing. Whatever has z^2 in it is then known from the rest, and of the
// coefficients of degree n, (n + 1)(n + 2) / 2, only 2 n + 1 have to be computed with.

#include "sim/tree/cartesian_expansion.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace orrery {

inline constexpr auto max_coefficients =
    static_cast<std::size_t>(coefficients(max_expansion_order));

// The beginning of the row of y^j z^k.
constexpr int row_begin(int j, int k) {
    constexpr int n = max_expansion_order;
    const int degree = n - k; // of all x^i y^j with this z^k
    return coefficients(n) - coefficients(degree) + j * (degree + 1) - j * (j - 1) / 2;
}
// By powers of y, and by z.
using RowBegins =
    std::array<std::array<std::uint16_t, max_expansion_order + 2>, max_expansion_order + 2>;
constexpr RowBegins row_begins() {
    RowBegins begins{};
    for (int k = 0; k <= max_expansion_order; ++k) {
        for (int j = 0; j + k <= max_expansion_order; ++j) {
            begins[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)] =
                static_cast<std::uint16_t>(row_begin(j, k));
        }
    }
    return begins;
}
inline constexpr RowBegins row_begin_table = row_begins();

constexpr int place_in_rows(const Exponents& n) {
    return row_begin(n.y, n.z) + n.x;
}

// The numbers of an expansion by degree, in the order in which a node has them; a lower order is a
// prefix of a higher one. `raised`: where the one with x, y or z once more is.
struct StoredNumbers {
    using Places = std::array<std::uint16_t, max_coefficients>;

    Places place{}; // in rows
    std::array<Places, 3> raised{};
};

constexpr StoredNumbers stored_numbers(int highest_z) {
    StoredNumbers stored;
    std::size_t count = 0;
    for (int i = 0; i < coefficients(max_expansion_order); ++i) {
        const Exponents n = exponents(i);
        if (n.z > highest_z) {
            continue;
        }
        stored.place[count] = static_cast<std::uint16_t>(place_in_rows(n));
        if (n.degree() < max_expansion_order) {
            stored.raised[0][count] =
                static_cast<std::uint16_t>(place_in_rows({n.x + 1, n.y, n.z}));
            stored.raised[1][count] =
                static_cast<std::uint16_t>(place_in_rows({n.x, n.y + 1, n.z}));
            stored.raised[2][count] =
                static_cast<std::uint16_t>(place_in_rows({n.x, n.y, n.z + 1}));
        }
        ++count;
    }
    return stored;
}
inline constexpr StoredNumbers all_numbers = stored_numbers(max_expansion_order);
inline constexpr StoredNumbers harmonic_numbers = stored_numbers(1);

constexpr int harmonic_coefficients(int order) {
    return (order + 1) * (order + 1);
}

// (1/r d/dr)^m of the potential is this over R^(2m + 1).
inline constexpr std::array<double, max_expansion_order + 1> radial_factors = [] {
    std::array<double, max_expansion_order + 1> factors{1};
    for (std::size_t m = 1; m < factors.size(); ++m) {
        factors[m] = factors[m - 1] * (1 - 2 * static_cast<double>(m));
    }
    return factors;
}();

// Turns a node's row, all numbers by degree, into one without z^2 that has the same harmonic field.
template <class Real>
void make_harmonic(int order, Real* row) {
    for (int k = order; k >= 2; --k) {
        for (int j = 0; j + k <= order; ++j) {
            for (int i = 0; i + j + k <= order; ++i) {
                const Real moment = row[coefficient(i, j, k)];
                row[coefficient(i + 2, j, k - 2)] -= moment;
                row[coefficient(i, j + 2, k - 2)] -= moment;
            }
        }
    }
    for (int degree = 2, to = 4; degree <= order; ++degree) {
        for (int not_x = 0; not_x <= degree; ++not_x) {
            for (int k = 0; k <= std::min(not_x, 1); ++k) {
                row[to++] = row[coefficient(degree - not_x, not_x - k, k)];
            }
        }
    }
}

// Computes the numbers of a harmonic series in rows with z^2 from those without.
template <class Real>
void complete_harmonic(int order, Real* rows) {
    for (int k = 2; k <= order; ++k) {
        for (int j = 0; j + k <= order; ++j) {
            for (int i = 0; i + j + k <= order; ++i) {
                rows[row_begin(j, k) + i] =
                    -(rows[row_begin(j, k - 2) + i + 2] + rows[row_begin(j + 2, k - 2) + i]);
            }
        }
    }
}

// A power d^n / n! is a lower one times a component of d over its power in n.
struct PowerStep {
    std::uint16_t lower = 0, axis = 0;
    double reciprocal = 1;
};

// By degree.
struct CoefficientTables {
    using Row = std::array<std::uint16_t, max_coefficients>;

    std::array<std::uint8_t, max_coefficients> degree{};
    std::array<PowerStep, max_coefficients> power{}; // of all but the first
    // For products whose degree is not beyond the highest order; 1, 2, 3: once more x, y, z.
    std::array<Row, max_coefficients> product{};
};
extern const CoefficientTables coefficient_table;

// Calls visit(n, k, n k) for all that do not lead beyond `order`.
template <class Visit>
void each_product(int order, const Visit& visit) {
    const auto count = static_cast<std::size_t>(coefficients(order));
    for (std::size_t n = 0; n < count; ++n) {
        const int degree = coefficient_table.degree[n];
        const auto end = static_cast<std::size_t>(coefficients(order - degree));
        for (std::size_t k = 0; k < end; ++k) {
            visit(n, k, static_cast<std::size_t>(coefficient_table.product[n][k]));
        }
    }
}

// d^n / n! for all n.
template <class Value>
void powers_by_table(int order, const Value (&d)[3], Value* power) {
    power[0] = Value(1);
    for (std::size_t n = 1; n < static_cast<std::size_t>(coefficients(order)); ++n) {
        const PowerStep& step = coefficient_table.power[n];
        power[n] = power[step.lower] * (d[step.axis] * static_cast<Value>(step.reciprocal));
    }
}

} // namespace orrery
