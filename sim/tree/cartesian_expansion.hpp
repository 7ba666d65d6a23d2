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

// sum[k] += factor series[n k] for all k that do not lead beyond `order`.
template <int order, int n, class Value>
[[gnu::always_inline]] constexpr void add_lowered(const Value& factor, const Value* series,
                                                  Value* sum) {
    for_indices<0, coefficients(order - exponents(n).degree())>(
        [&]<int k>() { sum[k] = multiply_add(factor, series[product(n, k)], sum[k]); });
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

} // namespace expansion

// d^n / n! for all n.
template <int order, class Value>
[[gnu::always_inline]] constexpr void powers(const Value (&d)[3], Value* result) {
    result[0] = Value(1);
    expansion::for_indices<1, coefficients(order)>([&]<int n>() {
        constexpr expansion::Step step = expansion::recurrence_step(n);
        if constexpr (step.power == 1) {
            result[n] = result[step.lower] * d[step.axis];
        } else {
            result[n] = result[step.lower] * (d[step.axis] * Value(1.0 / step.power));
        }
    });
}

// P2M: adds a body. `d`: the centre as seen from the body, centre - body.
template <int order, class Value>
[[gnu::always_inline]] constexpr void add_body(const Value& mass, const Value (&d)[3],
                                               Value* moments) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion::for_indices<0, coefficients(order)>(
        [&]<int n>() { moments[n] = multiply_add(mass, power[n], moments[n]); });
}

// M2M: adds a child's moments to its parent's. `d`: parent's centre - child's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void shift_moments(const Value* child, const Value (&d)[3],
                                                    Value* parent) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion::for_indices<0, coefficients(order)>([&]<int n>() {
        expansion::for_indices<0, coefficients(order - exponents(n).degree())>([&]<int k>() {
            parent[product(n, k)] = multiply_add(child[n], power[k], parent[product(n, k)]);
        });
    });
}

// All derivatives of 1/sqrt(r^2 + softening^2) up to degree `order` at `d`, target - source, from
// inverse = 1/sqrt(|d|^2 + softening^2).
template <int order, class Value>
[[gnu::always_inline]] constexpr void derivatives(const Value (&d)[3], const Value& inverse,
                                                  Value* result) {
    // radial[m] = (1/r d/dr)^m of the potential. Level m holds the derivatives of radial[m]; each
    // level is made of the one above in place, from the highest degree down.
    Value radial[order + 1];
    const Value square = inverse * inverse;
    radial[0] = inverse;
    expansion::for_indices<1, order + 1>(
        [&]<int m>() { radial[m] = radial[m - 1] * (square * Value(1 - 2 * m)); });
    result[0] = radial[order];
    expansion::for_indices<1, order + 1>([&]<int level>() {
        constexpr int count = coefficients(level);
        expansion::for_indices<1, count>([&]<int from_below>() {
            constexpr int n = count - from_below;
            constexpr expansion::Step step = expansion::recurrence_step(n);
            const Value first = d[step.axis] * result[step.lower];
            if constexpr (step.power == 1) {
                result[n] = first;
            } else {
                result[n] = multiply_add(Value(step.power - 1), result[step.lowest], first);
            }
        });
        result[0] = radial[order - level];
    });
}

// M2L: adds what the sources do around the target. `derivative`: from derivatives() at target's
// centre - source's. The source's centre is its centre of mass: moments of degree 1 are not read.
template <int order, class Value>
[[gnu::always_inline]] constexpr void multipole_to_local(const Value* moments,
                                                         const Value* derivative, Value* local) {
    expansion::add_lowered<order, 0>(moments[0], derivative, local);
    expansion::for_indices<4, coefficients(order)>(
        [&]<int n>() { expansion::add_lowered<order, n>(moments[n], derivative, local); });
}

// M2P: adds phi and its gradient at a point to result = {phi, gradient x, y, z}. `derivative`: as
// for multipole_to_local, at the point.
template <int order, class Value>
[[gnu::always_inline]] constexpr void
multipole_to_point(const Value* moments, const Value* derivative, Value (&result)[4]) {
    expansion::for_indices<0, coefficients(order)>([&]<int n>() {
        if constexpr (exponents(n).degree() != 1) {
            result[0] = multiply_add(moments[n], derivative[n], result[0]);
        }
    });
    expansion::for_indices<0, coefficients(order - 1)>([&]<int n>() {
        if constexpr (exponents(n).degree() != 1) {
            result[1] = multiply_add(moments[n], derivative[product(n, 1)], result[1]);
            result[2] = multiply_add(moments[n], derivative[product(n, 2)], result[2]);
            result[3] = multiply_add(moments[n], derivative[product(n, 3)], result[3]);
        }
    });
}

// L2L: adds a parent's series to its child's. `d`: child's centre - parent's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void shift_local(const Value* parent, const Value (&d)[3],
                                                  Value* child) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion::for_indices<0, coefficients(order)>(
        [&]<int n>() { expansion::add_lowered<order, n>(power[n], parent, child); });
}

// L2P: adds phi and its gradient, which is the acceleration, at `d` from the centre to
// result = {phi, gradient x, y, z}.
template <int order, class Value>
[[gnu::always_inline]] constexpr void evaluate_local(const Value* local, const Value (&d)[3],
                                                     Value (&result)[4]) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion::for_indices<0, coefficients(order - 1)>([&]<int n>() {
        result[1] = multiply_add(power[n], local[product(n, 1)], result[1]);
        result[2] = multiply_add(power[n], local[product(n, 2)], result[2]);
        result[3] = multiply_add(power[n], local[product(n, 3)], result[3]);
    });
    expansion::for_indices<0, coefficients(order)>(
        [&]<int n>() { result[0] = multiply_add(power[n], local[n], result[0]); });
}

} // namespace orrery
