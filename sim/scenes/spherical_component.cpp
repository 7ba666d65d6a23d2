#include "sim/scenes/spherical_component.hpp"

#include "sim/scenes/portable_math.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace orrery {
namespace {

// f(E) at the given binding energies, from rho as a function of the depth Psi:
//
//   f(E) = 1 / (sqrt(8) pi^2) ( integral_0^E rho'' / sqrt(E - Psi) dPsi + rho'(0) / sqrt(E) )
//
// with rho' taken as linear between the energies, for which the integral is exact and the
// singularity at its end does no harm. Energies ascend from 0. Where the isotropic answer is
// negative (a hollow core in a steep potential) nothing is put.
std::vector<double> eddington(const std::vector<double>& energies,
                              const std::vector<double>& slopes) {
    std::vector<double> f(energies.size(), 0.0);
    for (std::size_t j = 1; j < energies.size(); ++j) {
        double sum = slopes[0] / std::sqrt(energies[j]);
        for (std::size_t k = 0; k < j; ++k) {
            const double curvature = (slopes[k + 1] - slopes[k]) / (energies[k + 1] - energies[k]);
            sum +=
                2 * curvature *
                (std::sqrt(energies[j] - energies[k]) - std::sqrt(energies[j] - energies[k + 1]));
        }
        f[j] = std::max(0.0, sum / (std::sqrt(8.0) * std::numbers::pi * std::numbers::pi));
    }
    return f;
}

double interpolate(const std::vector<double>& xs, const std::vector<double>& ys, double x) {
    const auto above = std::upper_bound(xs.begin(), xs.end(), x);
    if (above == xs.begin()) {
        return ys.front();
    }
    if (above == xs.end()) {
        return ys.back();
    }
    const auto k = static_cast<std::size_t>(above - xs.begin());
    return ys[k - 1] + (ys[k] - ys[k - 1]) * (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
}

} // namespace

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

double shell_radius(const RadialGrid& grid, std::size_t k) {
    return k == 0 ? 0.7 * grid[0] : std::sqrt(grid[k - 1] * grid[k]);
}

SphericalComponent::SphericalComponent(const RadialGrid& grid, double mass,
                                       const DensityProfile& profile)
    : grid_(grid), density_slopes_(grid.size()), shell_masses_(grid.size()),
      enclosed_masses_(grid.size()) {
    double enclosed = 0;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        const double inner = k == 0 ? 0 : grid[k - 1];
        const double outer = grid[k];
        const double middle = (inner + outer) / 2;
        const auto weight = [&](double r) {
            return r == 0 ? 0 : 4 * std::numbers::pi * r * r * profile.density(r);
        };
        shell_masses_[k] =
            (weight(inner) + 4 * weight(middle) + weight(outer)) * (outer - inner) / 6; // Simpson
        enclosed += shell_masses_[k];
        enclosed_masses_[k] = enclosed;
    }
    const double factor = mass / enclosed;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        shell_masses_[k] *= factor;
        enclosed_masses_[k] *= factor;
        const double density = factor * profile.density(grid[k]);
        density_slopes_[k] = density * profile.logarithmic_slope(grid[k]) / grid[k];
    }
}

void SphericalComponent::settle(const GalaxyPotential& potential) {
    depths_ = potential.depths;
    // From the edge inwards, so that energies ascend.
    std::vector<double> energies, slopes;
    for (std::size_t k = grid_.size(); k-- > 0;) {
        energies.push_back(depths_[k]);
        slopes.push_back(-density_slopes_[k] / potential.pulls[k]); // d rho / d Psi
    }
    std::vector<double> f = eddington(energies, slopes);
    std::vector<double> depths(energies.begin() + 1, energies.end());
    speeds_.emplace(std::move(depths),
                    [energies = std::move(energies), f = std::move(f)](double energy) {
                        return interpolate(energies, f, energy);
                    });
}

PhasePoint SphericalComponent::draw(Random& random) const {
    const double radius = draw_radius(random);
    const double speed = speeds_->draw(grid_.interpolate(depths_, radius), random);
    const Vector3 position = radius * random.direction();
    return {position, speed * random.direction()};
}

double SphericalComponent::draw_radius(Random& random) const {
    const double mass = enclosed_masses_.back() * random.uniform();
    const auto shell = std::lower_bound(enclosed_masses_.begin(), enclosed_masses_.end(), mass);
    const auto k = static_cast<std::size_t>(shell - enclosed_masses_.begin());
    const double inner = k == 0 ? 0 : grid_[k - 1];
    const double share = 1 - (enclosed_masses_[k] - mass) / shell_masses_[k];
    return inner + share * (grid_[k] - inner);
}

} // namespace orrery
