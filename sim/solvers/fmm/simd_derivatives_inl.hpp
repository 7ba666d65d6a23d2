// All derivatives of 1/sqrt(r^2 + softening^2), in rows of expansion_tables.hpp, a vector of
// displacements at a time.
//
// As derivatives() of cartesian_expansion.hpp makes them: level m holds those of (1/r d/dr)^m of the
// potential, and each level is made of the one above in place, from the highest degree down. A level
// up to a degree is one piece of code for all orders. Of harmonic ones those with z^0 and z^1 are
// made, and at last those with z^2.
//
// Included by expansion_kernels.cpp, once per instruction set.

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

// Where derivatives are taken.
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

template <class Real>
using NextLevel = void (*)(const DerivativeLevel<Real>&);
template <bool harmonic, class Real, int... below>
HWY_INLINE NextLevel<Real> level_up_to(int degree, std::integer_sequence<int, below...> /*all*/) {
    static constexpr NextLevel<Real> all[] = {next_level<below + 1, harmonic, Real>...};
    return all[degree - 1];
}

// Those with z^2, by the Laplace equation.
template <class Real>
HWY_INLINE void add_second_z(int order, WideReal<Real>* rows) {
    const WideReal<Real> none(0);
    for (int j = 0; j + 2 <= order; ++j) {
        WideReal<Real>* const to = rows + row_begin(j, 2);
        const WideReal<Real>* const by_x = rows + row_begin(j, 0) + 2;
        const WideReal<Real>* const by_y = rows + row_begin(j + 2, 0);
        for (int i = 0; i + j + 2 <= order; ++i) {
            to[i] = none - by_x[i] - by_y[i];
        }
    }
}

// `inverse`: 1 / R of the displacement d.
template <bool harmonic, class Real>
HWY_INLINE void all_derivatives(int order, const WideReal<Real> (&d)[3], WideReal<Real> inverse,
                                WideReal<Real>* rows) {
    const WideReal<Real> square = inverse * inverse;
    const DerivativeLevel<Real> level{
        {d[0] * square, d[1] * square, d[2] * square}, square, rows};
    const auto radial = [&](int m) HWY_ATTR { return inverse * WideReal<Real>(radial_factors[static_cast<std::size_t>(m)]); };
    rows[0] = radial(order);
    for (int degree = 1; degree <= order; ++degree) {
        level_up_to<harmonic, Real>(degree,
                                    std::make_integer_sequence<int, max_order<Real>>())(level);
        rows[0] = radial(order - degree);
    }
    if constexpr (harmonic) {
        add_second_z<Real>(order, rows);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
