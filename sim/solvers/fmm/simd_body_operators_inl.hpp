// The multipole operators on bodies, a vector of them at a time: P2M, L2P, M2P. Included by
// simd_expansions_inl.hpp.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// d^n / n! for all n, by degree.
template <class Real>
HWY_INLINE void powers(int order, const WideReal<Real> (&d)[3], WideReal<Real>* power) {
    power[0] = WideReal<Real>(1);
    for (std::size_t n = 1; n < static_cast<std::size_t>(coefficients(order)); ++n) {
        const PowerStep& step = coefficient_table.power[n];
        power[n] = power[step.lower] * (d[step.axis] * WideReal<Real>(step.reciprocal));
    }
}

template <class Real>
void p2m(const BodiesView<Real>& bodies, std::size_t first, std::size_t last,
         const ExpansionUnits<Real>& units, Real* row) {
    using Value = WideReal<Real>;
    const hn::ScalableTag<Real> d;
    const auto count = static_cast<std::size_t>(coefficients(units.order));
    Value sum[max_coefficients], power[max_coefficients];
    std::fill_n(sum, count, Value(0));
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
        powers<Real>(units.order, away, power);
        for (std::size_t n = 0; n < count; ++n) {
            sum[n] = multiply_add(mass * per_mass, power[n], sum[n]);
        }
    }
    const auto total = [d](Value value)
                           HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d, value.lanes)); };
    row[0] += total(sum[0]);
    for (std::size_t i = 4; i < count; ++i) {
        row[i] += total(sum[i]);
    }
}

// Adds phi and its gradient, in units, to the sums of a vector of bodies from `at` on. A phi that
// is not wanted is not computed, either: compilers leave out unused values.
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

template <bool with_potential, class Real>
HWY_INLINE void l2p_bodies(const Real* local, const ExpansionCentre<Real>& centre,
                           const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                           const AccelerationsView<Real>& sums) {
    using Value = WideReal<Real>;
    const auto& raised = coefficient_table.product;
    const auto below = static_cast<std::size_t>(coefficients(units.order - 1));
    const auto count = static_cast<std::size_t>(coefficients(units.order));
    Value power[max_coefficients];
    for (std::size_t i = 0; i < bodies.count; i += wide_lanes<Real>) {
        Value away[3], field[4] = {Value(0), Value(0), Value(0), Value(0)};
        displacement(bodies, i, centre.x, centre.y, centre.z, units.per_length, away);
        powers<Real>(units.order, away, power);
        for (std::size_t n = 0; n < below; ++n) {
            field[1] = multiply_add(power[n], all(local[raised[1][n]]), field[1]);
            field[2] = multiply_add(power[n], all(local[raised[2][n]]), field[2]);
            field[3] = multiply_add(power[n], all(local[raised[3][n]]), field[3]);
        }
        if constexpr (with_potential) {
            for (std::size_t n = 0; n < count; ++n) {
                field[0] = multiply_add(power[n], all(local[n]), field[0]);
            }
        }
        add_field<with_potential, Real>(field, units, i, sums);
    }
}

// The sums of a field at a vector of bodies: phi, which is not wanted by all, and its gradient.
// Two of each, so that no addition has to wait for the one before.
template <class Real>
struct FieldSums {
    WideReal<Real> of[2][4];
};

// The place of the moment of n in a node's row, if its field is made of harmonic ones.
template <bool harmonic>
constexpr int stored_at(int n) {
    const Exponents powers = exponents(n);
    const int degree = powers.degree(), not_x = powers.y + powers.z;
    return harmonic ? degree * degree + (not_x == 0 ? 0 : 2 * not_x - 1 + powers.z) : n;
}

// Adds a moment's field, by the derivatives in rows.
template <int n, bool harmonic, class Real>
HWY_INLINE void add_gradient(const Real* row, const WideReal<Real>* derivative,
                             FieldSums<Real>& sums) {
    constexpr Exponents at = exponents(n);
    if constexpr (!harmonic || at.z < 2) {
        const WideReal<Real> moment = all(row[stored_at<harmonic>(n)]);
        WideReal<Real>(&sum)[4] = sums.of[(at.x + at.z) % 2];
        sum[1] = multiply_add(moment, derivative[place_in_rows({at.x + 1, at.y, at.z})], sum[1]);
        sum[2] = multiply_add(moment, derivative[place_in_rows({at.x, at.y + 1, at.z})], sum[2]);
        sum[3] = multiply_add(moment, derivative[place_in_rows({at.x, at.y, at.z + 1})], sum[3]);
    }
}
template <int n, bool harmonic, class Real>
HWY_INLINE void add_potential(const Real* row, const WideReal<Real>* derivative,
                              FieldSums<Real>& sums) {
    constexpr Exponents at = exponents(n);
    if constexpr (!harmonic || at.z < 2) {
        WideReal<Real>& sum = sums.of[(at.x + at.z) % 2][0];
        sum = multiply_add(all(row[stored_at<harmonic>(n)]), derivative[place_in_rows(at)], sum);
    }
}

template <int first, bool harmonic, bool with_potential, class Real, int... n>
HWY_INLINE void add_moments(const Real* row, const WideReal<Real>* derivative,
                            FieldSums<Real>& sums, std::integer_sequence<int, n...> /*all*/) {
    if constexpr (with_potential) {
        (add_potential<first + n, harmonic>(row, derivative, sums), ...);
    } else {
        (add_gradient<first + n, harmonic>(row, derivative, sums), ...);
    }
}
// All moments of a degree: its gradient, or its potential.
template <int degree, bool harmonic, bool potential, class Real>
void add_degree(const Real* row, const WideReal<Real>* derivative, FieldSums<Real>& sums) {
    constexpr int first = coefficients(degree - 1);
    add_moments<first, harmonic, potential>(
        row, derivative, sums, std::make_integer_sequence<int, coefficients(degree) - first>());
}
template <bool harmonic, bool potential, class Real, int... below>
HWY_INLINE void add_degrees(int last, const Real* row, const WideReal<Real>* derivative,
                            FieldSums<Real>& sums, std::integer_sequence<int, below...> /*all*/) {
    static constexpr decltype(&add_degree<2, harmonic, potential, Real>) all[] = {
        add_degree<below + 2, harmonic, potential, Real>...};
    add_degree<0, harmonic, potential>(row, derivative, sums);
    for (int degree = 2; degree <= last; ++degree) {
        all[degree - 2](row, derivative, sums);
    }
}

// The same for an order that is known here.
template <int last, bool harmonic, bool potential, class Real>
HWY_INLINE void add_fixed_degrees(const Real* row, const WideReal<Real>* derivative,
                                  FieldSums<Real>& sums) {
    add_moments<0, harmonic, potential>(row, derivative, sums,
                                        std::make_integer_sequence<int, 1>());
    add_moments<4, harmonic, potential>(row, derivative, sums,
                                        std::make_integer_sequence<int, coefficients(last) - 4>());
}

// phi and its gradient from the moments of a row and the derivatives, in rows.
template <int known, bool harmonic, bool with_potential, class Real>
HWY_INLINE void field_of(int order, const Real* row, const WideReal<Real>* derivative,
                         WideReal<Real> (&field)[4]) {
    FieldSums<Real> sums;
    for (std::size_t i = 0; i < 4; ++i) {
        sums.of[0][i] = sums.of[1][i] = WideReal<Real>(0);
    }
    constexpr auto degrees = std::make_integer_sequence<int, max_order<Real> - 1>();
    if constexpr (known != any_order) {
        add_fixed_degrees<known - 1, harmonic, false>(row, derivative, sums);
    } else {
        add_degrees<harmonic, false>(order - 1, row, derivative, sums, degrees);
    }
    if constexpr (with_potential && known != any_order) {
        add_fixed_degrees<known, harmonic, true>(row, derivative, sums);
    } else if constexpr (with_potential) {
        add_degrees<harmonic, true>(order, row, derivative, sums, degrees);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        field[i] = sums.of[0][i] + sums.of[1][i];
    }
}

template <int known, bool harmonic, bool with_potential, class Real>
HWY_INLINE void m2p_bodies(const Real* rows, const std::uint32_t* list, std::size_t listed,
                           const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                           const AccelerationsView<Real>& sums) {
    using Value = WideReal<Real>;
    const Value softening_squared = all(units.softening_squared);
    Value derivative[max_coefficients];
    for (std::size_t k = 0; k < listed; ++k) {
        const Real* const row = rows + list[k] * expansion_row(units.order);
        for (std::size_t i = 0; i < bodies.count; i += wide_lanes<Real>) {
            Value away[3], field[4];
            displacement(bodies, i, row[1], row[2], row[3], units.per_length, away);
            all_derivatives<known, harmonic, Real>(
                units.order, away, inverse_distance<Real>(away, softening_squared), derivative);
            field_of<known, harmonic, with_potential>(units.order, row, derivative, field);
            add_field<with_potential, Real>(field, units, i, sums);
        }
    }
}

template <class Real>
void l2p(const Real* local, const ExpansionCentre<Real>& centre, const BodiesView<Real>& bodies,
         const ExpansionUnits<Real>& units, const AccelerationsView<Real>& sums) {
    sums.potential != nullptr ? l2p_bodies<true>(local, centre, bodies, units, sums)
                              : l2p_bodies<false>(local, centre, bodies, units, sums);
}

template <int known, bool harmonic, class Real>
void m2p_of(const Real* rows, const std::uint32_t* list, std::size_t listed,
            const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
            const AccelerationsView<Real>& sums) {
    sums.potential != nullptr
        ? m2p_bodies<known, harmonic, true>(rows, list, listed, bodies, units, sums)
        : m2p_bodies<known, harmonic, false>(rows, list, listed, bodies, units, sums);
}

template <int known, class Real>
void m2p(const Real* rows, const std::uint32_t* list, std::size_t listed,
         const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
         const AccelerationsView<Real>& sums) {
    units.harmonic() ? m2p_of<known, true>(rows, list, listed, bodies, units, sums)
                     : m2p_of<known, false>(rows, list, listed, bodies, units, sums);
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
