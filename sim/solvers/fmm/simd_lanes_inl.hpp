// Vectors that add and multiply as numbers do, and rows of numbers that become lanes.
// Included by simd_expansions_inl.hpp.

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

// The sum over all 128 bits of a vector, lane by lane.
template <class D>
HWY_INLINE auto sum_of_blocks(D, hn::Vec<D> v) {
    if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) <= 16) {
        return v;
    } else {
        const hn::Half<D> half;
        return sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
    }
}

// The sums of the lanes of as many vectors as 128 bits have numbers.
HWY_INLINE void sum_block(const WideReal<float>* in, float* sums) {
    const hn::ScalableTag<float> d;
    const hn::Repartition<double, decltype(d)> pairs;
    const auto added = [&](WideReal<float> a, WideReal<float> b) HWY_ATTR {
        return hn::BitCast(pairs, hn::Add(hn::InterleaveLower(d, a.lanes, b.lanes),
                                          hn::InterleaveUpper(d, a.lanes, b.lanes)));
    };
    const auto ab = added(in[0], in[1]), ce = added(in[2], in[3]);
    const auto all = hn::Add(hn::BitCast(d, hn::InterleaveLower(pairs, ab, ce)),
                             hn::BitCast(d, hn::InterleaveUpper(pairs, ab, ce)));
    hn::StoreU(sum_of_blocks(d, all), hn::FixedTag<float, 4>(), sums);
}
HWY_INLINE void sum_block(const WideReal<double>* in, double* sums) {
    const hn::ScalableTag<double> d;
    const auto all = hn::Add(hn::InterleaveLower(d, in[0].lanes, in[1].lanes),
                             hn::InterleaveUpper(d, in[0].lanes, in[1].lanes));
    hn::StoreU(sum_of_blocks(d, all), hn::FixedTag<double, 2>(), sums);
}

inline constexpr std::size_t turned_at_once(std::size_t size) {
    return 16 / size;
}

#else

template <class Value, class Real>
HWY_INLINE void sum_block(const Value* in, Real* sums) {
    sums[0] = hn::GetLane(in[0].lanes);
}

HWY_INLINE void turn_block(const auto* const* rows, std::size_t at, auto* out) {
    out[0] = all(rows[0][at]);
}

inline constexpr std::size_t turned_at_once(std::size_t /*size*/) {
    return 1;
}

#endif

// The first `count` numbers of some nodes' rows, each number to its place.
template <class Real>
HWY_INLINE void turn_rows(const Real* const* rows, std::size_t count, const StoredNumbers& stored,
                          WideReal<Real>* out) {
    constexpr std::size_t at_once = turned_at_once(sizeof(Real));
    for (std::size_t at = 0; at < count; at += at_once) {
        WideReal<Real> turned[at_once];
        turn_block(rows, at, turned);
        for (std::size_t i = 0; i < std::min(at_once, count - at); ++i) {
            out[stored.place[at + i]] = turned[i];
        }
    }
}

// The other way round: the sums over all lanes, each to its place.
template <class Real>
HWY_INLINE void sum_rows(const WideReal<Real>* in, std::size_t count, const StoredNumbers& stored,
                         Real* sums) {
    constexpr std::size_t at_once = turned_at_once(sizeof(Real));
    for (std::size_t at = 0; at < count; at += at_once) {
        WideReal<Real> gathered[at_once];
        Real total[at_once];
        for (std::size_t i = 0; i < at_once; ++i) {
            gathered[i] = in[stored.place[std::min(at + i, count - 1)]];
        }
        sum_block(gathered, total);
        for (std::size_t i = 0; i < std::min(at_once, count - at); ++i) {
            sums[stored.place[at + i]] = total[i];
        }
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
