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

inline constexpr int max_sliced_order = 10;

// All x^i y^j up to a degree.
constexpr int slice_size(int degree) {
    return (degree + 1) * (degree + 2) / 2;
}
// Where x^i y^j is in a slice; a slice of lower degree is a prefix of it.
constexpr int place_in_slice(int i, int j) {
    return (i + j) * (i + j + 1) / 2 + j;
}
// Where the slice with z^k begins.
constexpr int slice_begin(int order, int k) {
    return coefficients(order) - coefficients(order - k);
}
constexpr int sliced_coefficient(int order, const Exponents& n) {
    return slice_begin(order, n.z) + place_in_slice(n.x, n.y);
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

// 1 / n, for kernels and loops over degrees.
template <class Real>
struct Reciprocals {
    Real of[max_sliced_order + 1];
};
template <class Real>
constexpr Reciprocals<Real> reciprocals() {
    Reciprocals<Real> result{};
    for (int n = 1; n <= max_sliced_order; ++n) {
        result.of[n] = Real(1) / Real(n);
    }
    return result;
}

// Where derivatives are taken.
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
// `stride` numbers after the one before. visit(index, value) sees each.
template <int stride, class Real, class Visit>
constexpr void derivative_row(int order, int j, int k, const DerivativePoint<Real>& at,
                              const Reciprocals<Real>& reciprocal, Real* all, const Visit& visit) {
    const Real y = Real(j) * at.per_square[1];
    const Real z = Real(k) * at.per_square[2];
    const Real y_twice = Real(j * (j - 1));
    const Real z_twice = Real(k * (k - 1));
    int here = slice_begin(order, k) + place_in_slice(0, j);
    int below_y = slice_begin(order, k) + place_in_slice(0, j - 1);
    int two_below_y = slice_begin(order, k) + place_in_slice(0, j - 2);
    int below_z = slice_begin(order, k - 1) + place_in_slice(0, j);
    int two_below_z = slice_begin(order, k - 2) + place_in_slice(0, j);
    Real last = 0;
    Real last_but_one = 0;
    for (int i = 0; i + j + k <= order; ++i) {
        Real first = Real(i) * at.per_square[0] * last;
        Real second = Real(i * (i - 1)) * last_but_one;
        if (j > 0) {
            first = multiply_add(y, all[below_y * stride], first);
        }
        if (j > 1) {
            second = multiply_add(y_twice, all[two_below_y * stride], second);
        }
        if (k > 0) {
            first = multiply_add(z, all[below_z * stride], first);
        }
        if (k > 1) {
            second = multiply_add(z_twice, all[two_below_z * stride], second);
        }
        const Real part = reciprocal.of[i + j + k];
        const Real value = i + j + k == 0
                               ? at.inverse
                               : (2 - part) * first - (1 - part) * (at.square * second);
        all[here * stride] = value;
        visit(here, value);
        last_but_one = last;
        last = value;
        here += i + j + 1;
        below_y += i + j;
        two_below_y += i + j - 1;
        below_z += i + j + 1;
        two_below_z += i + j + 1;
    }
}

} // namespace orrery
