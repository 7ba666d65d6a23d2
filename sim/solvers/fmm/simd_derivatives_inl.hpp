// All derivatives of 1/sqrt(r^2 + softening^2), in rows of expansion_tables.hpp, a vector of
// displacements at a time.
//
// As derivatives() of cartesian_expansion.hpp makes them: level m holds those of (1/r d/dr)^m of
// the potential, and each level is made of the one above in place, from the highest degree down. A
// level up to a degree is one piece of code for all orders. For harmonic ones, those with z^0 and
// z^1 are made first, and at last those with z^2.
//
// Included by simd_expansions_inl.hpp.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// 1 / sqrt(x), to the last bit or two: by the processor's estimate and Newton's method in float.
template <class Real>
HWY_INLINE WideReal<Real> inverse_root(WideReal<Real> x) {
    const hn::ScalableTag<Real> d;
    if constexpr (sizeof(Real) == sizeof(float)) {
        const auto y = hn::ApproximateReciprocalSqrt(x.lanes);
        const auto half = hn::Mul(hn::Set(d, -0.5F), hn::Mul(x.lanes, y));
        const auto better = hn::Mul(y, hn::MulAdd(half, y, hn::Set(d, 1.5F)));
#if HWY_TARGET <= HWY_AVX3
        return WideReal<Real>(better);
#else
        const auto again = hn::Mul(hn::Set(d, -0.5F), hn::Mul(x.lanes, better));
        return WideReal<Real>(hn::Mul(better, hn::MulAdd(again, better, hn::Set(d, 1.5F))));
#endif
    } else {
        return WideReal<Real>(hn::Div(hn::Set(d, 1), hn::Sqrt(x.lanes)));
    }
}

// 1 / R of a displacement in units.
template <class Real>
HWY_INLINE WideReal<Real> inverse_distance(const WideReal<Real> (&d)[3],
                                           WideReal<Real> softening_squared) {
    return inverse_root<Real>(multiply_add(
        d[0], d[0], multiply_add(d[1], d[1], multiply_add(d[2], d[2], softening_squared))));
}

// The point where derivatives are taken.
template <class Real>
struct DerivativeLevel {
    WideReal<Real> per_square[3]; // d / R^2
    WideReal<Real> square;        // 1 / R^2
    WideReal<Real>* rows;
};

template <int n, bool harmonic, class Real>
HWY_INLINE void next_derivative(const DerivativeLevel<Real>& level) {
    constexpr Exponents powers = exponents(n);
    if constexpr (!harmonic || powers.z < 2) {
        constexpr expansion::Step step = expansion::recurrence_step(n);
        constexpr int place = place_in_rows(powers);
        constexpr int lower = place_in_rows(exponents(step.lower));
        const auto first = level.per_square[step.axis] * level.rows[lower];
        if constexpr (step.power == 1) {
            level.rows[place] = first;
        } else {
            constexpr int lowest = place_in_rows(exponents(step.lowest));
            const auto factor = step.power == 2
                                    ? level.square
                                    : level.square * WideReal<Real>(double{step.power - 1});
            level.rows[place] = multiply_add(factor, level.rows[lowest], first);
        }
    }
}

template <bool harmonic, class Real, int... from_below>
HWY_INLINE void next_derivatives(const DerivativeLevel<Real>& level,
                                 std::integer_sequence<int, from_below...> /*all*/) {
    (next_derivative<int(sizeof...(from_below)) - from_below, harmonic>(level), ...);
}

// All but the first up to `degree`, of the level above up to a degree less.
template <int degree, bool harmonic, class Real>
void next_level(const DerivativeLevel<Real>& above) {
    const DerivativeLevel<Real> level = above; // which no result may overwrite
    next_derivatives<harmonic>(level, std::make_integer_sequence<int, coefficients(degree) - 1>());
}

// Up to this degree all are in registers.
inline constexpr int last_first_level = 4;

template <int n, bool harmonic, class Value>
HWY_INLINE void store_derivative(const Value* from, Value* to) {
    if constexpr (!harmonic || exponents(n).z < 2) {
        to[place_in_rows(exponents(n))] = from[place_in_rows(exponents(n))];
    }
}
template <bool harmonic, class Value, int... n>
HWY_INLINE void store_levels(const Value* from, Value* to,
                             std::integer_sequence<int, n...> /*all*/) {
    (store_derivative<n, harmonic>(from, to), ...);
}

template <class Real>
using NextLevel = void (*)(const DerivativeLevel<Real>&);
template <bool harmonic, class Real, int... beyond>
HWY_INLINE NextLevel<Real> level_up_to(int degree, std::integer_sequence<int, beyond...> /*all*/) {
    static constexpr NextLevel<Real> all[] = {
        next_level<beyond + last_first_level + 1, harmonic, Real>...};
    return all[degree - last_first_level - 1];
}

// The first levels together, since their numbers stay in registers. `radial`: what each level has
// in the place of the potential.
template <bool harmonic, class Real, int... above>
HWY_INLINE void add_levels(const DerivativeLevel<Real>& level, const WideReal<Real>* radial,
                           std::integer_sequence<int, above...> /*all*/) {
    ((next_derivatives<harmonic>(level,
                                 std::make_integer_sequence<int, coefficients(above + 1) - 1>()),
      level.rows[0] = radial[above + 1]),
     ...);
}
template <int last, bool harmonic, class Real>
void first_levels(const DerivativeLevel<Real>& all, const WideReal<Real>* radial) {
    WideReal<Real> own[max_coefficients];
    DerivativeLevel<Real> level = all;
    level.rows = own;
    own[0] = radial[0];
    add_levels<harmonic>(level, radial, std::make_integer_sequence<int, last>());
    store_levels<harmonic>(own, all.rows, std::make_integer_sequence<int, coefficients(last)>());
}

template <bool harmonic, class Real>
HWY_INLINE void with_first_levels(int last, const DerivativeLevel<Real>& level,
                                  const WideReal<Real>* radial) {
    static_assert(min_order == 2 && last_first_level == 4);
    last == 4   ? first_levels<4, harmonic>(level, radial)
    : last == 3 ? first_levels<3, harmonic>(level, radial)
                : first_levels<2, harmonic>(level, radial);
}

// Adds the derivatives with z^2, by the Laplace equation.
template <class Real>
HWY_INLINE void add_second_z(int order, WideReal<Real>* rows) {
    const WideReal<Real> none(0);
    HWY_UNROLL(16)
    for (int j = 0; j + 2 <= order; ++j) {
        WideReal<Real>* const to = rows + row_begin(j, 2);
        const WideReal<Real>* const by_x = rows + row_begin(j, 0) + 2;
        const WideReal<Real>* const by_y = rows + row_begin(j + 2, 0);
        HWY_UNROLL(16)
        for (int i = 0; i + j + 2 <= order; ++i) {
            to[i] = none - by_x[i] - by_y[i];
        }
    }
}

template <bool harmonic, class Real>
HWY_INLINE void any_levels(int order, const DerivativeLevel<Real>& level, WideReal<Real> inverse) {
    WideReal<Real> radial[max_order<Real> + 1];
    for (int m = 0; m <= order; ++m) {
        radial[m] = inverse * WideReal<Real>(radial_factors[static_cast<std::size_t>(order - m)]);
    }
    with_first_levels<harmonic>(std::min(order, last_first_level), level, radial);
    for (int degree = last_first_level + 1; degree <= order; ++degree) {
        level_up_to<harmonic, Real>(
            degree, std::make_integer_sequence<int, max_order<Real> - last_first_level>())(level);
        level.rows[0] = radial[degree];
    }
}

// All levels of an order known at compile time.
template <int order, bool harmonic, class Real>
HWY_INLINE void fixed_levels(const DerivativeLevel<Real>& level, WideReal<Real> inverse) {
    WideReal<Real> radial[order + 1];
    for (int m = 0; m <= order; ++m) {
        radial[m] = inverse * WideReal<Real>(radial_factors[static_cast<std::size_t>(order - m)]);
    }
    level.rows[0] = radial[0];
    add_levels<harmonic>(level, radial, std::make_integer_sequence<int, order>());
}

// `inverse`: 1 / R of the displacement d. `known`: the order, if that is known here, or any_order.
template <int known, bool harmonic, class Real>
HWY_INLINE void all_derivatives(int order, const WideReal<Real> (&d)[3], WideReal<Real> inverse,
                                WideReal<Real>* rows) {
    const WideReal<Real> square = inverse * inverse;
    const DerivativeLevel<Real> level{{d[0] * square, d[1] * square, d[2] * square}, square, rows};
    if constexpr (known != any_order) {
        fixed_levels<known, harmonic>(level, inverse);
    } else {
        any_levels<harmonic>(order, level, inverse);
    }
    if constexpr (harmonic) {
        add_second_z<Real>(known != any_order ? known : order, rows);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
