#include "sim/gauss/kept_choice.hpp"

#include <algorithm>
#include <cmath>

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
double spread_along(std::span<const Real> values) {
    constexpr std::size_t most = 64;
    const std::size_t count = std::min(most, values.size());
    std::array<double, most> some{};
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        some[i] = static_cast<double>(values[i * values.size() / count]);
        sum += some[i];
    }
    const double middle = sum / static_cast<double>(count);
    double apart = 0;
    for (std::size_t i = 0; i < count; ++i) {
        apart += std::abs(some[i] - middle);
    }
    return apart / static_cast<double>(count);
}

template <class Real>
PointSpread spread_of(const PointsView<Real>& points) {
    return {spread_along(points.x), spread_along(points.y), spread_along(points.z)};
}

template <class Real>
PointSpread target_spread(const GaussSum<Real>& sum) {
    return sum.targets.same_as(sum.sources) ? PointSpread{} : spread_of(sum.targets);
}

} // namespace

template <class Real>
KeptChoice::KeptChoice(const GaussMethod& method, const GaussLoad& load, const GaussSum<Real>& sum)
    : method_(&method), load_(load), sources_(spread_of(sum.sources)),
      targets_(target_spread(sum)) {}

template <class Real>
bool KeptChoice::holds(const GaussSum<Real>& sum, const PointBounds& bounds,
                       const Workers& workers) {
    constexpr Precision precision =
        sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    const std::array<double, 3> extent = {bounds.extent(0), bounds.extent(1), bounds.extent(2)};
    return ++calls_ < most_calls && load_.precision == precision &&
           load_.sources == static_cast<double>(sum.sources.size()) &&
           load_.targets == static_cast<double>(sum.targets.size()) &&
           load_.same_points == sum.targets.same_as(sum.sources) && load_.sigma == sum.sigma &&
           load_.error == sum.error && load_.workers == workers.count() &&
           are_near(extent, load_.extent) && has_a_grid_for(extent) &&
           are_near(spread_of(sum.sources), sources_) && are_near(target_spread(sum), targets_);
}

bool KeptChoice::has_a_grid_for(const std::array<double, 3>& extent) const {
    return !load_.plan || !load_.plan->is_possible() ||
           fitted_plan(*load_.plan, extent, load_.sigma).is_possible();
}

template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<float>&);
template KeptChoice::KeptChoice(const GaussMethod&, const GaussLoad&, const GaussSum<double>&);
template bool KeptChoice::holds(const GaussSum<float>&, const PointBounds&, const Workers&);
template bool KeptChoice::holds(const GaussSum<double>&, const PointBounds&, const Workers&);

} // namespace orrery
