// The operators of multipole methods in vectors: translations to one cell, or bodies of one cell,
// in the lanes.
// Included by expansion_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Adds and multiplies as numbers do, so that cartesian_expansion.hpp is made of it.
template <class D>
struct Wide {
    hn::Vec<D> lanes;

    Wide() = default;
    HWY_INLINE explicit Wide(double constant)
        : lanes(hn::Set(D(), static_cast<hn::TFromD<D>>(constant))) {}
    HWY_INLINE explicit Wide(hn::Vec<D> v) : lanes(v) {}

    friend HWY_INLINE Wide operator+(Wide a, Wide b) { return Wide(hn::Add(a.lanes, b.lanes)); }
    friend HWY_INLINE Wide operator-(Wide a, Wide b) { return Wide(hn::Sub(a.lanes, b.lanes)); }
    friend HWY_INLINE Wide operator*(Wide a, Wide b) { return Wide(hn::Mul(a.lanes, b.lanes)); }
    friend HWY_INLINE Wide multiply_add(Wide a, Wide b, Wide c) {
        return Wide(hn::MulAdd(a.lanes, b.lanes, c.lanes));
    }
};

template <class Real>
using WideReal = Wide<hn::ScalableTag<Real>>;
template <class Real>
inline constexpr std::size_t wide_lanes = HWY_LANES(Real);

template <class Real>
HWY_INLINE WideReal<Real> all(Real value) {
    return WideReal<Real>(hn::Set(hn::ScalableTag<Real>(), value));
}

// Numbers, each in all lanes.
template <std::size_t count, class Real>
HWY_INLINE void in_all_lanes(const Real* numbers, WideReal<Real>* out) {
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = all(numbers[i]);
    }
}

// ---- rows to lanes

#if HWY_TARGET != HWY_SCALAR

// 128 bits of each of some rows, one behind the other; rows[stride], rows[2 stride] … follow.
template <class D>
HWY_INLINE hn::Vec<D> blocks(D d, const hn::TFromD<D>* const* rows, std::size_t stride,
                             std::size_t at) {
    if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) <= 16) {
        return hn::LoadU(d, rows[0] + at);
    } else {
        const hn::Half<D> half;
        constexpr std::size_t blocks_of_half = hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) / 32;
        return hn::Combine(d, blocks(half, rows + blocks_of_half * stride, stride, at),
                           blocks(half, rows, stride, at));
    }
}

// Lane i of out[k] becomes rows[i][at + k], for as many k as 128 bits have.
HWY_INLINE void turn_block(const float* const* rows, std::size_t at, WideReal<float>* out) {
    const hn::ScalableTag<float> d;
    const hn::Repartition<double, decltype(d)> pairs;
    const auto a = blocks(d, rows, 4, at);
    const auto b = blocks(d, rows + 1, 4, at);
    const auto c = blocks(d, rows + 2, 4, at);
    const auto e = blocks(d, rows + 3, 4, at);
    const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b));
    const auto ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b));
    const auto ce_low = hn::BitCast(pairs, hn::InterleaveLower(d, c, e));
    const auto ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    out[0].lanes = hn::BitCast(d, hn::InterleaveLower(pairs, ab_low, ce_low));
    out[1].lanes = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_low, ce_low));
    out[2].lanes = hn::BitCast(d, hn::InterleaveLower(pairs, ab_high, ce_high));
    out[3].lanes = hn::BitCast(d, hn::InterleaveUpper(pairs, ab_high, ce_high));
}
HWY_INLINE void turn_block(const double* const* rows, std::size_t at, WideReal<double>* out) {
    const hn::ScalableTag<double> d;
    const auto a = blocks(d, rows, 2, at);
    const auto b = blocks(d, rows + 1, 2, at);
    out[0].lanes = hn::InterleaveLower(d, a, b);
    out[1].lanes = hn::InterleaveUpper(d, a, b);
}

template <std::size_t row, class Real>
HWY_INLINE void turn_rows(const Real* const* rows, WideReal<Real>* out) {
    constexpr std::size_t at_once = 16 / sizeof(Real);
    for (std::size_t at = 0; at < row; at += at_once) {
        turn_block(rows, at, out + at);
    }
}

#else

template <std::size_t row, class Real>
HWY_INLINE void turn_rows(const Real* const* rows, WideReal<Real>* out) {
    for (std::size_t at = 0; at < row; ++at) {
        out[at] = all(rows[0][at]);
    }
}

#endif

// ---- operators

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

template <int order, class Real>
void p2m(const BodiesView<Real>& bodies, std::size_t first, std::size_t last,
         const ExpansionUnits<Real>& units, Real* row) {
    using Value = WideReal<Real>;
    const hn::ScalableTag<Real> d;
    Value sum[coefficients(order)];
    for (Value& value : sum) {
        value = Value(0);
    }
    const Value per_length = all(units.per_length), per_mass = all(units.per_mass);
    for (std::size_t i = first; i < last; i += wide_lanes<Real>) {
        const auto valid = hn::FirstN(d, last - i);
        const auto to_centre = [&](const Real* places, Real centre) HWY_ATTR {
            const auto away = hn::Sub(hn::Set(d, centre), hn::LoadU(d, places + i));
            return Value(hn::IfThenElseZero(valid, away)) * per_length;
        };
        const Value away[3] = {to_centre(bodies.x, row[1]), to_centre(bodies.y, row[2]),
                               to_centre(bodies.z, row[3])};
        const Value mass(hn::IfThenElseZero(valid, hn::LoadU(d, bodies.mass + i)));
        add_body<order>(mass * per_mass, away, sum);
    }
    const auto total = [d](Value value)
                           HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d, value.lanes)); };
    row[0] += total(sum[0]);
    for (int i = 4; i < coefficients(order); ++i) {
        row[i] += total(sum[i]);
    }
}

// 1 / R of a displacement in units.
template <class Real>
HWY_INLINE WideReal<Real> inverse_distance(const WideReal<Real> (&d)[3],
                                           WideReal<Real> softening_squared) {
    return inverse_root<Real>(multiply_add(
        d[0], d[0], multiply_add(d[1], d[1], multiply_add(d[2], d[2], softening_squared))));
}

template <int order, class Real>
void m2l(const Real* rows, const std::uint32_t* list, std::size_t listed,
         const ExpansionCentre<Real>& target, const ExpansionUnits<Real>& units, Real* local) {
    using Value = WideReal<Real>;
    constexpr std::size_t lanes = wide_lanes<Real>;
    constexpr std::size_t row = expansion_row(order);
    const hn::ScalableTag<Real> d;
    const Value per_length = all(units.per_length);
    const Value softening_squared = all(units.softening_squared);
    Value sum[coefficients(order)];
    for (Value& value : sum) {
        value = Value(0);
    }
    for (std::size_t i = 0; i < listed; i += lanes) {
        const Real* sources[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sources[lane] = rows + list[std::min(i + lane, listed - 1)] * row;
        }
        Value source[row], derivative[coefficients(order)];
        turn_rows<row>(sources, source);
        const Value away[3] = {(all(target.x) - source[1]) * per_length,
                               (all(target.y) - source[2]) * per_length,
                               (all(target.z) - source[3]) * per_length};
        Value inverse = inverse_distance<Real>(away, softening_squared);
        if (i + lanes > listed) { // the last one, again and again: derivatives of nothing are 0
            inverse.lanes = hn::IfThenElseZero(hn::FirstN(d, listed - i), inverse.lanes);
        }
        derivatives<order>(away, inverse, derivative);
#if HWY_TARGET == HWY_SCALAR
        source[1] = source[2] = source[3] = Value(0);
        lower_by_table(order, source, derivative, sum);
#else
        multipole_to_local<order>(source, derivative, sum);
#endif
    }
    for (int i = 0; i < coefficients(order); ++i) {
        local[i] += hn::GetLane(hn::SumOfLanes(d, sum[i].lanes));
    }
}

// Adds phi and its gradient, in units, to the sums of a vector of bodies from `at` on. A phi that
// is not wanted is not computed, either: compilers leave out what nobody reads.
template <bool with_potential, class Real>
HWY_INLINE void add_field(const WideReal<Real> (&field)[4], const ExpansionUnits<Real>& units,
                          std::size_t at, const AccelerationsView<Real>& sums) {
    const hn::ScalableTag<Real> d;
    const auto add = [&](WideReal<Real> value, Real unit, Real* array) HWY_ATTR {
        hn::StoreU(hn::MulAdd(value.lanes, hn::Set(d, unit), hn::LoadU(d, array + at)), d,
                   array + at);
    };
    add(field[1], units.acceleration, sums.x);
    add(field[2], units.acceleration, sums.y);
    add(field[3], units.acceleration, sums.z);
    if constexpr (with_potential) {
        add(field[0], -units.potential, sums.potential);
    }
}

// From a centre to a vector of bodies from `at` on, in units.
template <class Real>
HWY_INLINE void displacement(const BodiesView<Real>& bodies, std::size_t at, Real x, Real y, Real z,
                             Real per_length, WideReal<Real> (&result)[3]) {
    const hn::ScalableTag<Real> d;
    const WideReal<Real> unit = all(per_length);
    result[0] = (WideReal<Real>(hn::LoadU(d, bodies.x + at)) - all(x)) * unit;
    result[1] = (WideReal<Real>(hn::LoadU(d, bodies.y + at)) - all(y)) * unit;
    result[2] = (WideReal<Real>(hn::LoadU(d, bodies.z + at)) - all(z)) * unit;
}

template <int order, bool with_potential, class Real>
HWY_INLINE void l2p_bodies(const Real* local, const ExpansionCentre<Real>& centre,
                           const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                           const AccelerationsView<Real>& sums) {
    using Value = WideReal<Real>;
    Value series[coefficients(order)];
    in_all_lanes<coefficients(order)>(local, series);
    for (std::size_t i = 0; i < bodies.count; i += wide_lanes<Real>) {
        Value away[3], field[4] = {Value(0), Value(0), Value(0), Value(0)};
        displacement(bodies, i, centre.x, centre.y, centre.z, units.per_length, away);
        evaluate_local<order>(series, away, field);
        add_field<with_potential, Real>(field, units, i, sums);
    }
}

template <int order, bool with_potential, class Real>
HWY_INLINE void m2p_bodies(const Real* rows, const std::uint32_t* list, std::size_t listed,
                           const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                           const AccelerationsView<Real>& sums) {
    using Value = WideReal<Real>;
    const Value softening_squared = all(units.softening_squared);
    for (std::size_t k = 0; k < listed; ++k) {
        const Real* const row = rows + list[k] * expansion_row(order);
        Value moments[coefficients(order)];
        in_all_lanes<coefficients(order)>(row, moments);
        for (std::size_t i = 0; i < bodies.count; i += wide_lanes<Real>) {
            Value away[3], field[4] = {Value(0), Value(0), Value(0), Value(0)};
            Value derivative[coefficients(order)];
            displacement(bodies, i, row[1], row[2], row[3], units.per_length, away);
            derivatives<order>(away, inverse_distance<Real>(away, softening_squared), derivative);
            multipole_to_point<order>(moments, derivative, field);
            add_field<with_potential, Real>(field, units, i, sums);
        }
    }
}

template <int order, class Real>
void l2p(const Real* local, const ExpansionCentre<Real>& centre, const BodiesView<Real>& bodies,
         const ExpansionUnits<Real>& units, const AccelerationsView<Real>& sums) {
    sums.potential != nullptr ? l2p_bodies<order, true>(local, centre, bodies, units, sums)
                              : l2p_bodies<order, false>(local, centre, bodies, units, sums);
}

template <int order, class Real>
void m2p(const Real* rows, const std::uint32_t* list, std::size_t listed,
         const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
         const AccelerationsView<Real>& sums) {
    sums.potential != nullptr ? m2p_bodies<order, true>(rows, list, listed, bodies, units, sums)
                              : m2p_bodies<order, false>(rows, list, listed, bodies, units, sums);
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
