#include "sim/gauss/kept_choice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

constexpr int most_calls = 256;
constexpr double little = 0.05;

// Whether a length that cannot be negative has changed by little.
bool is_near(double now, double then) {
    return std::abs(now - then) <= little * then;
}

bool are_near(const std::array<double, 3>& now, const std::array<double, 3>& then) {
    return is_near(now[0], then[0]) && is_near(now[1], then[1]) && is_near(now[2], then[2]);
}

template <class Real>
double spread_along(const HostArray<Real>& values) {
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const Real value : values) {
        sum += static_cast<double>(value);
    }
    const double middle = sum / count;
    double apart = 0;
    for (const Real value : values) {
        apart += std::abs(static_cast<double>(value) - middle);
    }
    return apart / count;
}

template <class Real>
PointSpread spread_of(const PointsView<Real>& points, std::optional<int> device, GaussWork& work) {
    constexpr std::size_t most = 64;
    const VectorArray<Real> some = sampled_points(points, most, device, work);
    return {spread_along(some.x), spread_along(some.y), spread_along(some.z)};
}

template <class Real>
PointSpread target_spread(const GaussSum<Real>& sum, GaussWork& work) {
    return sum.targets.same_as(sum.sources) ? PointSpread{}
                                            : spread_of(sum.targets, sum.device, work);
}

} // namespace

template <class Real>
KeptChoice::KeptChoice(const GaussMethod& method, const GaussLoad& load, const GaussSum<Real>& sum,
                       GaussWork& work)
    : method_(&method), load_(load), sources_(spread_of(sum.sources, sum.device, work)),
      targets_(target_spread(sum, work)) {}

template <class Real>
bool KeptChoice::holds(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work) {
    GaussQuestion now(sum, bounds, work);
    const std::array<double, 3> extent = std::exchange(now.extent, load_.extent);
    return ++calls_ < most_calls && now == load_ && are_near(extent, load_.extent) &&
           has_a_grid_for(extent) && are_near(spread_of(sum.sources, sum.device, work), sources_) &&
           are_near(target_spread(sum, work), targets_);
}

bool KeptChoice::has_a_grid_for(const std::array<double, 3>& extent) const {
    const std::optional<PlaneWavePlan>& plan =
        load_.plan(method_->on_processor() ? PlanFor::processor : PlanFor::gpu);
    return !plan || !plan->is_possible() || fitted_plan(*plan, extent, load_.sigma).is_possible();
}

template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<float>&,
                                GaussWork&);
template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<double>&,
                                GaussWork&);
template bool KeptChoice::holds(const GaussSum<float>&, const PointBounds&, GaussWork&);
template bool KeptChoice::holds(const GaussSum<double>&, const PointBounds&, GaussWork&);

} // namespace orrery
