#include "sim/scenes/radial_grid.hpp"

#include "sim/scenes/portable_math.hpp"

namespace orrery {

RadialGrid::RadialGrid(double innermost, double outermost, std::size_t count)
    : radii_(count), step_(portable::log(outermost / innermost) / static_cast<double>(count - 1)) {
    for (std::size_t k = 0; k < count; ++k) {
        radii_[k] = innermost * portable::exp(step_ * static_cast<double>(k));
    }
}

double RadialGrid::interpolate(const std::vector<double>& values, double radius) const {
    if (radius <= radii_.front()) {
        return values.front();
    }
    if (radius >= radii_.back()) {
        return values.back();
    }
    const double place = portable::log(radius / radii_.front()) / step_;
    auto lower = static_cast<std::size_t>(place);
    if (lower > radii_.size() - 2) { // rounding at the last radius
        lower = radii_.size() - 2;
    }
    const double share = place - static_cast<double>(lower);
    return values[lower] + share * (values[lower + 1] - values[lower]);
}

} // namespace orrery
