#pragma once

// Expansions of the softened potential in Cartesian coordinates, and the operators that a fast
// multipole method is made of. On host and GPU, for numbers and for vectors of them.
//
// Idea:    with n = (i, j, k), |n| = i + j + k, n! = i! j! k! and d^n = dx^i dy^j dz^k, sources
//          around a point c pull at x as
//              phi(x) = sum_n M_n D_n(x - c),      M_n = sum_bodies m (c - x_body)^n / n!
//          where D_n are the derivatives of 1/sqrt(r^2 + softening^2). Around another point t the
//          same is a Taylor series: phi(t + d) = sum_k L_k d^k / k!, L_k = sum_n M_n D_{n+k}(t -
//          c). Both series end together, |n| + |k| <= order: what is left out is then of one size,
//          and derivatives beyond the order are not needed. Around centres of mass M_n of degree 1
//          is 0.
// Why not  spherical harmonics: they know 1/r alone, and Plummer's softening reaches everywhere.
//          Up to order 6 they cost as much besides.
// Source:  Dehnen 2002, J. Comput. Phys. 179, section 3 (both series end together); the recurrence
//          of the derivatives: McMurchie & Davidson 1978, J. Comput. Phys. 26.
// Cost:    coefficients(p) = (p+1)(p+2)(p+3)/6 numbers: 20, 35, 56, 84, 165 for p = 3, 4, 5, 6, 8;
//          one M2L takes 54, 150, 357, 756, 2643 multiply-adds and 46, 86, 162, 270, 609 for D_n.
// Units:   whatever the caller's are, as long as r^-(order + 1) is a number.
//
// All loops are written out at compile time, so that on a GPU every coefficient is a register.

#include <cmath>
#include <type_traits>
#include <utility>

namespace orrery {

constexpr int coefficients(int order) {
    return (order + 1) * (order + 2) * (order + 3) / 6;
}

// Where the coefficient of x^i y^j z^k is: by degree, so that a lower order is a prefix of a higher
// one. 0: the mass; 1, 2, 3: x, y, z.
constexpr int coefficient(int i, int j, int k) {
    const int degree = i + j + k;
    return degree * (degree + 1) * (degree + 2) / 6 + (j + k) * (j + k + 1) / 2 + k;
}

// The powers of a coefficient.
struct Exponents {
    int x = 0, y = 0, z = 0;
    constexpr int degree() const { return x + y + z; }
};

constexpr Exponents exponents(int index) {
    int degree = 0;
    while (coefficients(degree) <= index) {
        ++degree;
    }
    int rest = index - coefficients(degree - 1);
    int not_x = 0;
    while (rest > not_x) {
        rest -= ++not_x;
    }
    return {degree - not_x, not_x - rest, rest};
}

// Where the product of two coefficients' powers is.
consteval int product(int a, int b) {
    const Exponents first = exponents(a);
    const Exponents second = exponents(b);
    return coefficient(first.x + second.x, first.y + second.y, first.z + second.z);
}

// a b + c. Vectors have their own beside their type.
template <class Value>
constexpr Value multiply_add(const Value& a, const Value& b,
                             const Value& c) requires std::is_floating_point_v<Value> {
    return a * b + c;
}

namespace expansion {

// Calls operation.template operator()<index>() for each index from `first` on, before `end`.
template <int first, int end, class Operation>
[[gnu::always_inline]] constexpr void for_indices(const Operation& operation) {
    [&]<int... index>(std::integer_sequence<int, index...>) {
        (operation.template operator()<first + index>(), ...);
    }
    (std::make_integer_sequence<int, (end > first ? end - first : 0)>());
}

// One axis of a coefficient, and the coefficients with one and two powers of it less.
struct Step {
    int axis, power, lower, lowest;
};

// Along the axis with the least power: where that is 1 there is no second term.
consteval Step recurrence_step(int index) {
    const Exponents n = exponents(index);
    const int none = 1 << 20;
    const int x = n.x > 0 ? n.x : none;
    const int y = n.y > 0 ? n.y : none;
    const int z = n.z > 0 ? n.z : none;
    if (z <= x && z <= y) {
        return {2, n.z, coefficient(n.x, n.y, n.z - 1),
                n.z > 1 ? coefficient(n.x, n.y, n.z - 2) : 0};
    }
    if (y <= x) {
        return {1, n.y, coefficient(n.x, n.y - 1, n.z),
                n.y > 1 ? coefficient(n.x, n.y - 2, n.z) : 0};
    }
    return {0, n.x, coefficient(n.x - 1, n.y, n.z), n.x > 1 ? coefficient(n.x - 2, n.y, n.z) : 0};
}

// (1/r d/dr)^m of the potential is this over R^(2m + 1).
consteval double radial(int m) {
    double factor = 1;
    for (int i = 1; i <= m; ++i) {
        factor *= 1 - 2 * i;
    }
    return factor;
}

} // namespace expansion

// clang-format off
#include "sim/tree/cartesian_expansion_inl.hpp"
// clang-format on

} // namespace orrery
