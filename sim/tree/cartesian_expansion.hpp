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

#include <type_traits>
#include <utility>

namespace orrery {

// The orders that there are. With more float is at its rounding, and double costs more than it
// gains.
inline constexpr int min_order = 2;
inline constexpr int max_expansion_order = 12;
template <class Real>
inline constexpr int max_order = sizeof(Real) == sizeof(float) ? 10 : max_expansion_order;
// In place of an order that is known only when the program runs.
inline constexpr int any_order = 0;

constexpr int coefficients(int order) {
    return (order + 1) * (order + 2) * (order + 3) / 6;
}

// The place of the coefficient of x^i y^j z^k: by degree, so that a lower order is a prefix of a
// higher one. 0: the mass; 1, 2, 3: x, y, z.
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

// The place of the product of two coefficients' powers.
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

namespace expansion_terms {

template <int count>
using Indices = std::make_integer_sequence<int, count>;

// The lower coefficients that a coefficient is made of, each times a component of d.
template <int n, class Value>
[[gnu::always_inline]] constexpr void next_power(const Value (&d)[3], Value* result) {
    constexpr expansion::Step step = expansion::recurrence_step(n);
    if constexpr (step.power == 1) {
        result[n] = result[step.lower] * d[step.axis];
    } else {
        result[n] = result[step.lower] * (d[step.axis] * Value(1.0 / step.power));
    }
}

template <class Value, int... from_one>
[[gnu::always_inline]] constexpr void next_powers(const Value (&d)[3], Value* result,
                                                  std::integer_sequence<int, from_one...> /*all*/) {
    (next_power<from_one + 1>(d, result), ...);
}

// sum[n] += factor series[n].
template <class Value, int... n>
[[gnu::always_inline]] constexpr void add_scaled(const Value& factor, const Value* series,
                                                 Value* sum,
                                                 std::integer_sequence<int, n...> /*all*/) {
    ((sum[n] = multiply_add(factor, series[n], sum[n])), ...);
}

// sum[n k] += factor series[k].
template <int n, class Value, int... k>
[[gnu::always_inline]] constexpr void add_raised(const Value& factor, const Value* series,
                                                 Value* sum,
                                                 std::integer_sequence<int, k...> /*all*/) {
    ((sum[product(n, k)] = multiply_add(factor, series[k], sum[product(n, k)])), ...);
}
template <int order, class Value, int... n>
[[gnu::always_inline]] constexpr void add_all_raised(const Value* factors, const Value* series,
                                                     Value* sum,
                                                     std::integer_sequence<int, n...> /*all*/) {
    (add_raised<n>(factors[n], series, sum, Indices<coefficients(order - exponents(n).degree())>()),
     ...);
}

// sum[k] += factor series[n k].
template <int n, class Value, int... k>
[[gnu::always_inline]] constexpr void add_lowered(const Value& factor, const Value* series,
                                                  Value* sum,
                                                  std::integer_sequence<int, k...> /*all*/) {
    ((sum[k] = multiply_add(factor, series[product(n, k)], sum[k])), ...);
}
// For n from `first` on.
template <int order, int first, class Value, int... n>
[[gnu::always_inline]] constexpr void add_all_lowered(const Value* factors, const Value* series,
                                                      Value* sum,
                                                      std::integer_sequence<int, n...> /*all*/) {
    (add_lowered<first + n>(factors[first + n], series, sum,
                            Indices<coefficients(order - exponents(first + n).degree())>()),
     ...);
}

// A term of phi, and one of its gradient.
template <int n, class Value>
[[gnu::always_inline]] constexpr void add_potential(const Value* factors, const Value* series,
                                                    Value (&result)[4]) {
    result[0] = multiply_add(factors[n], series[n], result[0]);
}
template <int n, class Value>
[[gnu::always_inline]] constexpr void add_gradient(const Value* factors, const Value* series,
                                                   Value (&result)[4]) {
    result[1] = multiply_add(factors[n], series[product(n, 1)], result[1]);
    result[2] = multiply_add(factors[n], series[product(n, 2)], result[2]);
    result[3] = multiply_add(factors[n], series[product(n, 3)], result[3]);
}
// phi and its gradient from two series, for n from `first` on.
template <int first, class Value, int... n, int... below>
[[gnu::always_inline]] constexpr void
add_field([[maybe_unused]] const Value* factors, [[maybe_unused]] const Value* series,
          Value (&result)[4], std::integer_sequence<int, n...> /*all*/,
          std::integer_sequence<int, below...> /*of lower degree*/) {
    (add_potential<first + n>(factors, series, result), ...);
    (add_gradient<first + below>(factors, series, result), ...);
}

// One derivative of a level, of those of the level above. `per_square`: d / R^2; `square`: 1 / R^2.
template <int n, class Value>
[[gnu::always_inline]] constexpr void next_derivative(const Value (&per_square)[3],
                                                      const Value& square, Value* result) {
    constexpr expansion::Step step = expansion::recurrence_step(n);
    const Value first = per_square[step.axis] * result[step.lower];
    if constexpr (step.power == 1) {
        result[n] = first;
    } else if constexpr (step.power == 2) {
        result[n] = multiply_add(square, result[step.lowest], first);
    } else {
        result[n] = multiply_add(square * Value(step.power - 1), result[step.lowest], first);
    }
}
template <class Value, int... from_below>
[[gnu::always_inline]] constexpr void
next_derivatives(const Value (&per_square)[3], const Value& square, Value* result,
                 std::integer_sequence<int, from_below...> /*all*/) {
    (next_derivative<int(sizeof...(from_below)) - from_below>(per_square, square, result), ...);
}
template <int order, class Value, int... above>
[[gnu::always_inline]] constexpr void
derivative_levels(const Value (&per_square)[3], const Value& inverse, const Value& square,
                  Value* result, std::integer_sequence<int, above...> /*all*/) {
    ((next_derivatives(per_square, square, result, Indices<coefficients(above + 1) - 1>()),
      result[0] = inverse * Value(expansion::radial(order - above - 1))),
     ...);
}

} // namespace expansion_terms

// d^n / n! for all n.
template <int order, class Value>
[[gnu::always_inline]] constexpr void powers(const Value (&d)[3], Value* result) {
    result[0] = Value(1);
    expansion_terms::next_powers(d, result, expansion_terms::Indices<coefficients(order) - 1>());
}

// P2M: adds a body. `d`: the centre as seen from the body, centre - body.
template <int order, class Value>
[[gnu::always_inline]] constexpr void add_body(const Value& mass, const Value (&d)[3],
                                               Value* moments) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion_terms::add_scaled(mass, power, moments,
                                expansion_terms::Indices<coefficients(order)>());
}

// M2M: adds a child's moments to its parent's. `d`: parent's centre - child's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void shift_moments(const Value* child, const Value (&d)[3],
                                                    Value* parent) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion_terms::add_all_raised<order>(child, power, parent,
                                           expansion_terms::Indices<coefficients(order)>());
}

// All derivatives of 1/sqrt(r^2 + softening^2) up to degree `order` at `d`, target - source, from
// inverse = 1/sqrt(|d|^2 + softening^2).
template <int order, class Value>
[[gnu::always_inline]] constexpr void derivatives(const Value (&d)[3], const Value& inverse,
                                                  Value* result) {
    // Level m holds the derivatives of (1/r d/dr)^m of the potential, times R^2m: otherwise they
    // would end in R^-(2 order + 1), which soon is no float. Each level is made of the one above in
    // place, from the highest degree down.
    const Value square = inverse * inverse;
    const Value per_square[3] = {d[0] * square, d[1] * square, d[2] * square};
    result[0] = inverse * Value(expansion::radial(order));
    expansion_terms::derivative_levels<order>(per_square, inverse, square, result,
                                              expansion_terms::Indices<order>());
}

// M2L: adds what the sources do around the target. `derivative`: from derivatives() at target's
// centre - source's. The source's centre is its centre of mass: moments of degree 1 are not read.
template <int order, class Value>
[[gnu::always_inline]] constexpr void multipole_to_local(const Value* moments,
                                                         const Value* derivative, Value* local) {
    expansion_terms::add_all_lowered<order, 0>(moments, derivative, local,
                                               expansion_terms::Indices<1>());
    expansion_terms::add_all_lowered<order, 4>(moments, derivative, local,
                                               expansion_terms::Indices<coefficients(order) - 4>());
}

// M2P: adds phi and its gradient at a point to result = {phi, gradient x, y, z}. `derivative`: as
// for multipole_to_local, at the point.
template <int order, class Value>
[[gnu::always_inline]] constexpr void
multipole_to_point(const Value* moments, const Value* derivative, Value (&result)[4]) {
    for (int i = 0; i < 4; ++i) {
        result[i] = multiply_add(moments[0], derivative[i], result[i]);
    }
    expansion_terms::add_field<4>(
        moments, derivative, result, expansion_terms::Indices<coefficients(order) - 4>(),
        expansion_terms::Indices<(order > 1 ? coefficients(order - 1) - 4 : 0)>());
}

// L2L: adds a parent's series to its child's. `d`: child's centre - parent's.
template <int order, class Value>
[[gnu::always_inline]] constexpr void shift_local(const Value* parent, const Value (&d)[3],
                                                  Value* child) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion_terms::add_all_lowered<order, 0>(power, parent, child,
                                               expansion_terms::Indices<coefficients(order)>());
}

// L2P: adds phi and its gradient, which is the acceleration, at `d` from the centre to
// result = {phi, gradient x, y, z}.
template <int order, class Value>
[[gnu::always_inline]] constexpr void evaluate_local(const Value* local, const Value (&d)[3],
                                                     Value (&result)[4]) {
    Value power[coefficients(order)];
    powers<order>(d, power);
    expansion_terms::add_field<0>(power, local, result,
                                  expansion_terms::Indices<coefficients(order)>(),
                                  expansion_terms::Indices<coefficients(order - 1)>());
}

} // namespace orrery
