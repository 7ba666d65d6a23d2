#include "sim/scenes/isotropic_speeds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

IsotropicSpeeds::IsotropicSpeeds(std::vector<double> depths, std::function<double(double)> f)
    : depths_(std::move(depths)), f_(std::move(f)) {
    peaks_.reserve(depths_.size());
    for (const double depth : depths_) {
        peaks_.push_back(peak(depth));
    }
}

double IsotropicSpeeds::draw(double depth, Random& random) const {
    const auto above = std::lower_bound(depths_.begin(), depths_.end(), depth);
    const auto node = std::min<std::ptrdiff_t>(above - depths_.begin(),
                                               static_cast<std::ptrdiff_t>(depths_.size()) - 1);
    const auto upper = static_cast<std::size_t>(node);
    const std::size_t lower = upper == 0 ? 0 : upper - 1;
    // The margin covers what the search for the peak and the steps between depths may miss.
    const double bound = 1.1 * std::max(peaks_[lower], peaks_[upper]);
    const double escape = std::sqrt(2 * depth);
    for (;;) {
        const double q = random.uniform();
        if (bound * random.uniform() < q * q * f_(depth * (1 - q) * (1 + q))) {
            return q * escape;
        }
    }
}

// The greatest q^2 f(depth (1 - q^2)), q = v / v_escape.
double IsotropicSpeeds::peak(double depth) const {
    constexpr int samples = 200;
    double highest = 0;
    for (int i = 1; i < samples; ++i) {
        const double q = static_cast<double>(i) / samples;
        highest = std::max(highest, q * q * f_(depth * (1 - q) * (1 + q)));
    }
    return highest;
}

} // namespace orrery
