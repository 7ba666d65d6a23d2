// The least and the greatest of many values.
//
// Included by gauss_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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
