// Multipole to local: a vector of sources pulls at one target, in rows of expansion_tables.hpp.
//
// A row of the local series, y^j z^k, takes what each row of the moments does to it. That is a
// correlation, sum[i] += factor[n] series[n + i], which is compiled for each length and keeps the
// row of the local series in registers.
//
// Included by simd_expansions_inl.hpp.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// Expansions in rows.
template <class Real>
struct RowsOfPair {
    const WideReal<Real>* moments;
    const WideReal<Real>* derivatives;
    WideReal<Real>* local;
    int highest_z; // of the moments
};

template <class Value, int... i>
HWY_INLINE void add_correlated(const Value& factor, const Value* series, Value* sum,
                               std::integer_sequence<int, i...> /*all*/) {
    // Not by multiply_add(): of this there are ten thousand, and each would be taken apart.
    ((sum[i].lanes = hn::MulAdd(factor.lanes, series[i].lanes, sum[i].lanes)), ...);
}
// Without the n-th factor, which is a moment of degree 1.
template <int without, class Value, int... n>
HWY_INLINE void correlate(const Value* factors, const Value* series, Value* sum,
                          std::integer_sequence<int, n...> /*all*/) {
    ((n != without ? add_correlated(factors[n], series + n, sum,
                                    std::make_integer_sequence<int, int(sizeof...(n)) - n>())
                   : void()),
     ...);
}

// The row of the moments y^(less - z) z^z, which is `less` shorter than that of the local series.
template <int degree, int less, class Real>
HWY_INLINE void add_moment_row(const RowsOfPair<Real>& pair, int j, int k, int z,
                               WideReal<Real>* sum) {
    constexpr int without = less == 0 ? 1 : less == 1 ? 0 : -1;
    const auto y = static_cast<std::size_t>(less - z), w = static_cast<std::size_t>(z);
    correlate<without>(
        pair.moments + row_begin_table[y][w],
        pair.derivatives +
            row_begin_table[y + static_cast<std::size_t>(j)][w + static_cast<std::size_t>(k)],
        sum, std::make_integer_sequence<int, degree - less + 1>());
}

template <int degree, int less, class Real, int... z>
HWY_INLINE void add_each_row(const RowsOfPair<Real>& pair, int j, int k, WideReal<Real>* sum,
                             std::integer_sequence<int, z...> /*all*/) {
    (add_moment_row<degree, less>(pair, j, k, z, sum), ...);
}

// All rows of the moments that are `less` shorter. `highest_z`: of the moments, if that is known
// here, or -1: then this is a loop, and in place of thousands of instructions there are hundreds.
template <int degree, int highest_z, int less, class Real>
HWY_INLINE void add_rows(const RowsOfPair<Real>& pair, int j, int k, WideReal<Real>* sum) {
    if constexpr (highest_z < 0) {
        for (int z = 0; z <= std::min(less, pair.highest_z); ++z) {
            add_moment_row<degree, less>(pair, j, k, z, sum);
        }
    } else {
        add_each_row<degree, less>(
            pair, j, k, sum, std::make_integer_sequence<int, std::min(less, highest_z) + 1>());
    }
}
template <int degree, int highest_z, class Real, int... less>
HWY_INLINE void add_all_rows(const RowsOfPair<Real>& pair, int j, int k, WideReal<Real>* sum,
                             std::integer_sequence<int, less...> /*all*/) {
    (add_rows<degree, highest_z, less>(pair, j, k, sum), ...);
}

// Adds to the local row of y^j z^k, which has degree + 1 numbers.
template <int degree, int highest_z, class Real>
HWY_INLINE void add_to_row(const RowsOfPair<Real>& pair, int j, int k) {
    WideReal<Real>* const row =
        pair.local + row_begin_table[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)];
    WideReal<Real> sum[degree + 1];
    for (int i = 0; i <= degree; ++i) {
        sum[i] = row[i];
    }
    add_all_rows<degree, highest_z>(pair, j, k, sum, std::make_integer_sequence<int, degree + 1>());
    for (int i = 0; i <= degree; ++i) {
        row[i] = sum[i];
    }
}

template <int degree, class Real>
void local_row(const RowsOfPair<Real>& pair, int j, int k) {
    add_to_row<degree, -1>(pair, j, k);
}
template <class Real, int... degree>
HWY_INLINE void add_local_row(const RowsOfPair<Real>& pair, int of_degree, int j, int k,
                              std::integer_sequence<int, degree...> /*all*/) {
    static constexpr decltype(&local_row<0, Real>) all[] = {local_row<degree, Real>...};
    all[of_degree](pair, j, k);
}

template <class Real>
HWY_INLINE void add_local(int order, const RowsOfPair<Real>& pair) {
    for (int k = 0; k <= std::min(order, pair.highest_z); ++k) {
        for (int j = 0; j + k <= order; ++j) {
            add_local_row<Real>(pair, order - j - k, j, k,
                                std::make_integer_sequence<int, max_order<Real> + 1>());
        }
    }
}

// The same for an order that is known here.
template <int order, int highest_z, int k, class Real, int... j>
HWY_INLINE void add_fixed_slice(const RowsOfPair<Real>& pair,
                                std::integer_sequence<int, j...> /*all*/) {
    (add_to_row<order - k - j, highest_z>(pair, j, k), ...);
}
template <int order, class Real, int... k>
HWY_INLINE void add_fixed_local(const RowsOfPair<Real>& pair,
                                std::integer_sequence<int, k...> /*all*/) {
    (add_fixed_slice<order, int(sizeof...(k)) - 1, k>(
         pair, std::make_integer_sequence<int, order - k + 1>()),
     ...);
}

// The sums over all lanes, in rows, added to a local expansion by degree. `field`: room for them.
template <bool harmonic, class Real>
HWY_INLINE void add_lanes(int order, const WideReal<Real>* rows, Real* field, Real* local) {
    const StoredNumbers& stored = harmonic ? harmonic_numbers : all_numbers;
    const auto count =
        static_cast<std::size_t>(harmonic ? harmonic_coefficients(order) : coefficients(order));
    sum_rows(rows, count, stored, field);
    if constexpr (harmonic) {
        complete_harmonic(order, field);
    }
    for (std::size_t n = 0; n < static_cast<std::size_t>(coefficients(order)); ++n) {
        local[n] += field[all_numbers.place[n]];
    }
}

template <int known, bool harmonic, class Real>
void m2l_of(const Real* rows, const std::uint32_t* list, std::size_t listed,
            const ExpansionCentre<Real>& target, const ExpansionUnits<Real>& units, Real* local) {
    using Value = WideReal<Real>;
    constexpr std::size_t lanes = wide_lanes<Real>;
    const int order = known != any_order ? known : units.order;
    const std::size_t row = expansion_row(order);
    const StoredNumbers& stored = harmonic ? harmonic_numbers : all_numbers;
    const auto count =
        static_cast<std::size_t>(harmonic ? harmonic_coefficients(order) : coefficients(order));
    const hn::ScalableTag<Real> d;
    const Value per_length = all(units.per_length);
    const Value softening_squared = all(units.softening_squared);
    Value source[max_coefficients], derivative[max_coefficients], sum[max_coefficients];
    for (std::size_t n = 0; n < count; ++n) {
        sum[stored.place[n]] = Value(0);
    }
    const RowsOfPair<Real> pair{source, derivative, sum, harmonic ? 1 : max_expansion_order};
    for (std::size_t i = 0; i < listed; i += lanes) {
        const Real* sources[lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sources[lane] = rows + list[std::min(i + lane, listed - 1)] * row;
        }
        turn_rows(sources, count, stored, source);
        const auto centre = [&](std::size_t n) HWY_ATTR { return source[stored.place[n]]; };
        const Value away[3] = {(all(target.x) - centre(1)) * per_length,
                               (all(target.y) - centre(2)) * per_length,
                               (all(target.z) - centre(3)) * per_length};
        Value inverse = inverse_distance<Real>(away, softening_squared);
        if (i + lanes > listed) { // the last one, again and again: derivatives of nothing are 0
            inverse.lanes = hn::IfThenElseZero(hn::FirstN(d, listed - i), inverse.lanes);
        }
        all_derivatives<known, harmonic, Real>(order, away, inverse, derivative);
        if constexpr (known != any_order) {
            add_fixed_local<known>(pair,
                                   std::make_integer_sequence<int, (harmonic ? 2 : known + 1)>());
        } else {
            add_local(order, pair);
        }
    }
    Real field[max_coefficients];
    add_lanes<harmonic, Real>(order, sum, field, local);
}

template <int known, class Real>
void m2l(const Real* rows, const std::uint32_t* list, std::size_t listed,
         const ExpansionCentre<Real>& target, const ExpansionUnits<Real>& units, Real* local) {
    if (listed > 0) {
        units.harmonic() ? m2l_of<known, true>(rows, list, listed, target, units, local)
                         : m2l_of<known, false>(rows, list, listed, target, units, local);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
