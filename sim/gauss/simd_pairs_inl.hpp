// The sum over pairs: sources in the lanes of a vector, four targets at once.
//
//   exp(-r^2 / 2 sigma^2) = 2^-t = 2^n 2^f,   n a whole number, -1/2 <= f <= 1/2
//
// Adding 1.5 * 2^23 (2^52 in double) rounds -t to n and leaves n in the lowest bits, from where it
// is added to the exponent of the polynomial that is 2^f.
//
// Included by gauss_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
struct PowerOfTwo;

template <>
struct PowerOfTwo<float> {
    static constexpr float rounder = 12582912.0F; // 1.5 * 2^23
    // Nothing beside a body's own term; and still a normal number when a small mass is multiplied
    // by it: others take a processor a hundred times as long.
    static constexpr float most = 64;
    static constexpr int fraction_bits = 23;
    // Through the Chebyshev nodes: wrong by 1.0e-7 at most.
    static constexpr float coefficients[] = {1.0000000754548972F,    0.69314718802622877F,
                                             0.24022107485308339F,   0.055503571142190782F,
                                             0.0096760319183220537F, 0.0013390863364671234F};
};

template <>
struct PowerOfTwo<double> {
    static constexpr double rounder = 6755399441055744.0; // 1.5 * 2^52
    static constexpr double most = 900;
    static constexpr int fraction_bits = 52;
    // Wrong by 2.9e-16 at most.
    static constexpr double coefficients[] = {1,
                                              0.69314718055994995,
                                              0.24022650695910097,
                                              0.055504108664447722,
                                              0.0096181291076068882,
                                              0.0013333558230164974,
                                              0.0001540353044173605,
                                              1.5252657260200837e-05,
                                              1.3215442587921689e-06,
                                              1.0208690299958306e-07,
                                              7.0725859492692242e-09};
};

// 2^(-r2 * rate), for 0 <= r2 <= most / rate.
template <class D>
HWY_INLINE hn::Vec<D> power_of_two(D d, hn::Vec<D> r2, hn::Vec<D> rate) {
    using Real = hn::TFromD<D>;
    using Power = PowerOfTwo<Real>;
    const hn::RebindToUnsigned<D> bits;
    const auto rounder = hn::Set(d, Power::rounder);
    const auto rounded = hn::NegMulAdd(r2, rate, rounder);
    const auto fraction = hn::NegMulAdd(r2, rate, hn::Sub(rounder, rounded));
    constexpr int degree = sizeof(Power::coefficients) / sizeof(Real) - 1;
    auto power = hn::Set(d, Power::coefficients[degree]);
    for (int k = degree - 1; k >= 0; --k) {
        power = hn::MulAdd(power, fraction, hn::Set(d, Power::coefficients[k]));
    }
    const auto exponent = hn::ShiftLeft<Power::fraction_bits>(hn::BitCast(bits, rounded));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, power), exponent));
}

// The sums of `count` targets from `x`, `y`, `z` on; each range of sources is summed by itself, so
// that rounding stays small.
template <int count, class Real>
HWY_INLINE void add_pairs_of(const PointMasses<Real>& sources, std::span<const PointRange> ranges,
                             const Real* x, const Real* y, const Real* z, Real steepness,
                             Real* sums) {
    const hn::ScalableTag<Real> d;
    const std::size_t lanes = hn::Lanes(d);
    using Vector = hn::Vec<decltype(d)>;
    constexpr Real base_two = Real(1.4426950408889634); // of the exponential
    const Vector rate = hn::Set(d, steepness * base_two);
    const Vector most = hn::Set(d, PowerOfTwo<Real>::most / (steepness * base_two));
    Vector total[count];
    Vector tx[count], ty[count], tz[count];
    for (int k = 0; k < count; ++k) {
        total[k] = hn::Zero(d);
        tx[k] = hn::Set(d, x[k]);
        ty[k] = hn::Set(d, y[k]);
        tz[k] = hn::Set(d, z[k]);
    }
    for (const PointRange& range : ranges) {
        Vector partial[count];
        for (int k = 0; k < count; ++k) {
            partial[k] = hn::Zero(d);
        }
        const auto add = [&](std::size_t i, Vector mass) HWY_ATTR {
            const Vector sx = hn::LoadU(d, sources.x + i);
            const Vector sy = hn::LoadU(d, sources.y + i);
            const Vector sz = hn::LoadU(d, sources.z + i);
            for (int k = 0; k < count; ++k) {
                const Vector dx = hn::Sub(sx, tx[k]);
                const Vector dy = hn::Sub(sy, ty[k]);
                const Vector dz = hn::Sub(sz, tz[k]);
                const Vector r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::Mul(dz, dz)));
                partial[k] = hn::MulAdd(mass, power_of_two(d, hn::Min(r2, most), rate), partial[k]);
            }
        };
        std::size_t i = range.first;
        for (; i + lanes <= range.last; i += lanes) {
            add(i, hn::LoadU(d, sources.mass + i));
        }
        if (i < range.last) {
            add(i, hn::MaskedLoad(hn::FirstN(d, range.last - i), d, sources.mass + i));
        }
        for (int k = 0; k < count; ++k) {
            total[k] = hn::Add(total[k], partial[k]);
        }
    }
    for (int k = 0; k < count; ++k) {
        sums[k] += hn::GetLane(hn::SumOfLanes(d, total[k]));
    }
}

template <class Real>
void add_pairs(const PointMasses<Real>& sources, std::span<const PointRange> ranges, const Real* x,
               const Real* y, const Real* z, std::size_t targets, Real steepness, Real* sums) {
    std::size_t i = 0;
    for (; i + 4 <= targets; i += 4) {
        add_pairs_of<4>(sources, ranges, x + i, y + i, z + i, steepness, sums + i);
    }
    switch (targets - i) {
    case 1:
        return add_pairs_of<1>(sources, ranges, x + i, y + i, z + i, steepness, sums + i);
    case 2:
        return add_pairs_of<2>(sources, ranges, x + i, y + i, z + i, steepness, sums + i);
    case 3:
        return add_pairs_of<3>(sources, ranges, x + i, y + i, z + i, steepness, sums + i);
    default:
        return;
    }
}

// The least and the greatest of many values.
template <class Real>
ValueRange<Real> range_of(const Real* values, std::size_t count) {
    const hn::ScalableTag<Real> d;
    const std::size_t lanes = hn::Lanes(d);
    ValueRange<Real> range{values[0], values[0], true};
    auto low = hn::Set(d, values[0]);
    auto high = low;
    auto nothing = hn::Zero(d); // zero times each, which is no zero for infinity and NaN
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const auto value = hn::LoadU(d, values + i);
        low = hn::Min(low, value);
        high = hn::Max(high, value);
        nothing = hn::MulAdd(value, hn::Zero(d), nothing);
    }
    Real all = hn::GetLane(hn::SumOfLanes(d, nothing));
    range.low = hn::GetLane(hn::MinOfLanes(d, low));
    range.high = hn::GetLane(hn::MaxOfLanes(d, high));
    for (; i < count; ++i) {
        range.low = values[i] < range.low ? values[i] : range.low;
        range.high = values[i] > range.high ? values[i] : range.high;
        all += values[i] * Real(0);
    }
    range.finite = all == Real(0);
    return range;
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
