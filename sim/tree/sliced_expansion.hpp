#pragma once

// The expansions of cartesian_expansion.hpp for an order that is known only when the program runs,
// and too high for all coefficients to be in the registers of one thread. On host and GPU.
//
// Idea:    coefficients lie by powers of z, a slice each, and in a slice by degree. A part of M2L
//          then takes one slice of the moments and one of the derivatives to one of the local
//          series, and what it does depends on nothing but the size of the smallest of the three:
//          one piece of code for each size serves all orders.
// Source:  the recurrence of the derivatives, in which each is made of six others: Lindsay &
//          Krasny 2001, J. Comput. Phys. 172.
// Cost:    about 12 instructions a derivative, from 286 of them at order 10; loops over all levels
//          of (1/r d/dr)^m would need 1001.

#include "sim/tree/cartesian_expansion.hpp"

namespace orrery {

// From a number known when the program runs to one known when it was compiled.
// Calls operation.template operator()<n>() for an n from `first` to `last`.
template <int first, int last, class Operation>
constexpr void with_number(int n, const Operation& operation) {
    if constexpr (first == last) {
        operation.template operator()<last>();
    } else if (n == first) {
        operation.template operator()<first>();
    } else {
        with_number<first + 1, last>(n, operation);
    }
}

// All x^i y^j up to a degree.
constexpr int slice_size(int degree) {
    return (degree + 1) * (degree + 2) / 2;
}
// The place of x^i y^j in a slice; a slice of lower degree is a prefix of it.
constexpr int place_in_slice(int i, int j) {
    return (i + j) * (i + j + 1) / 2 + j;
}
// The beginning of the slice with z^k.
constexpr int slice_begin(int order, int k) {
    return coefficients(order) - coefficients(order - k);
}

// The powers of a coefficient.
constexpr Exponents sliced_exponents(int order, int index) {
    Exponents n;
    while (slice_begin(order, n.z + 1) <= index) {
        ++n.z;
    }
    const int place = index - slice_begin(order, n.z);
    int degree = 0;
    while (slice_size(degree) <= place) {
        ++degree;
    }
    n.y = place - slice_size(degree - 1);
    n.x = degree - n.y;
    return n;
}

// Derivatives lie by powers of z, too, but in a slice by powers of y: a row of all powers of x is
// one piece, whose places are known when the program is compiled. A part of their slices is never
// wanted.
constexpr int rows_before(int degree, int j) { // in a slice of this degree
    return j * (degree + 1) - j * (j - 1) / 2;
}
constexpr int place_of_derivative(int order, const Exponents& n) {
    return slice_begin(order, n.z) + rows_before(order - n.z, n.y) + n.x;
}

// Tables for loops over the coefficients of an order.
template <class Real>
struct SliceTables {
    Real reciprocal[max_expansion_order + 1]; // 1 / n
    int begin[max_expansion_order + 1];       // slice_begin()
};
template <class Real>
constexpr SliceTables<Real> slice_tables(int order) {
    SliceTables<Real> tables{};
    for (int n = 0; n <= order; ++n) {
        tables.reciprocal[n] = n == 0 ? Real(0) : Real(1) / Real(n);
        tables.begin[n] = slice_begin(order, n);
    }
    return tables;
}

// The point where derivatives are taken.
template <class Real>
struct DerivativePoint {
    Real inverse, square; // 1 / R and 1 / R^2
    Real per_square[3];   // -d / R^2
};
template <class Real>
constexpr DerivativePoint<Real> derivative_point(const Real (&d)[3], Real inverse) {
    const Real square = inverse * inverse;
    return {inverse, square, {-d[0] * square, -d[1] * square, -d[2] * square}};
}

// All derivatives with y^j z^k, of those with y^(j-1), y^(j-2), z^(k-1) and z^(k-2); each is
// `stride` numbers after the one before. `degree`: order - j - k. visit(index, value) sees each.
template <int stride, int degree, class Real, class Visit>
constexpr void derivative_row(int j, int k, const DerivativePoint<Real>& at,
                              const SliceTables<Real>& tables, Real* all, const Visit& visit) {
    // The parts that other derivatives add to each, all read before the first is needed.
    Real first[degree + 1] = {};
    Real second[degree + 1] = {};
    const auto add = [&](Real factor, int z, int y, Real(&sum)[degree + 1]) {
        const Real* from = all + (tables.begin[z] + rows_before(degree + j + k - z, y)) * stride;
        expansion::for_indices<0, degree + 1>(
            [&]<int i>() { sum[i] = multiply_add(factor, from[i * stride], sum[i]); });
    };
    if (j > 0) {
        add(Real(j) * at.per_square[1], k, j - 1, first);
    }
    if (k > 0) {
        add(Real(k) * at.per_square[2], k - 1, j, first);
    }
    if (j > 1) {
        add(Real(j * (j - 1)), k, j - 2, second);
    }
    if (k > 1) {
        add(Real(k * (k - 1)), k - 2, j, second);
    }
    const int begin = tables.begin[k] + rows_before(degree + j, j);
    Real* to = all + begin * stride;
    Real last = 0;
    Real last_but_one = 0;
    expansion::for_indices<0, degree + 1>([&]<int i>() {
        const Real part = tables.reciprocal[i + j + k];
        const Real from_first = multiply_add(Real(i) * at.per_square[0], last, first[i]);
        const Real from_second = multiply_add(Real(i * (i - 1)), last_but_one, second[i]);
        const Real value = i + j + k == 0
                               ? at.inverse
                               : (2 - part) * from_first - ((1 - part) * at.square) * from_second;
        to[i * stride] = value;
        visit(begin + i, value);
        last_but_one = last;
        last = value;
    });
}
// The same for a degree that is known when the program runs, of an order up to `highest`.
template <int stride, int highest, class Real, class Visit>
constexpr void derivative_row(int order, int j, int k, const DerivativePoint<Real>& at,
                              const SliceTables<Real>& tables, Real* all, const Visit& visit) {
    with_number<0, highest>(order - j - k, [&]<int degree>() {
        derivative_row<stride, degree>(j, k, at, tables, all, visit);
    });
}

} // namespace orrery
