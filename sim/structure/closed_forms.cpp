#include "sim/structure/closed_forms.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double pi = std::numbers::pi;

} // namespace

double PlummerModel::density(double radius) const {
    const double q = radius / scale;
    return 3 * mass / (4 * pi * scale * scale * scale) * std::pow(1 + q * q, -2.5);
}

double PlummerModel::mass_within(double radius) const {
    const double q = radius / scale;
    return mass * q * q * q * std::pow(1 + q * q, -1.5);
}

double PlummerModel::radius_of_share(double share) const {
    return scale / std::sqrt(std::pow(share, -2.0 / 3) - 1);
}

double HernquistModel::density(double radius) const {
    return mass * scale / (2 * pi * radius * std::pow(radius + scale, 3));
}

double HernquistModel::mass_within(double radius) const {
    const double q = radius / (radius + scale);
    return mass * q * q;
}

double HernquistModel::radius_of_share(double share) const {
    const double root = std::sqrt(share);
    return scale * root / (1 - root);
}

// Binney & Tremaine, Galactic Dynamics (2008), eq. 2.165.
double ExponentialDisk::circular_speed(double radius, double gravity) const {
    const double y = radius / (2 * scale);
    if (!(y > 0) || y > 300) { // the functions' products end there as doubles do
        return y > 0 ? std::sqrt(gravity * mass / radius) : 0;
    }
    const double bessel = std::cyl_bessel_i(0, y) * std::cyl_bessel_k(0, y) -
                          std::cyl_bessel_i(1, y) * std::cyl_bessel_k(1, y);
    return std::sqrt(2 * gravity * mass / scale * y * y * std::max(bessel, 0.0));
}

double ExponentialDisk::shell_density(double radius) const {
    return mass / (4 * pi * scale * scale * radius) * std::exp(-radius / scale);
}

// r = cos^2 eta, t = 2/pi (eta + sin eta cos eta), solved for eta by halving.
double free_fall_factor(double time) {
    if (time <= 0 || time >= 1) {
        return time <= 0 ? 1 : 0;
    }
    double low = 0;
    double high = pi / 2;
    for (int k = 0; k < 50; ++k) {
        const double eta = (low + high) / 2;
        (2 / pi * (eta + std::sin(eta) * std::cos(eta)) < time ? low : high) = eta;
    }
    const double cosine = std::cos(low);
    return cosine * cosine;
}

double Resonance::semi_major_axis(double of_perturber) const {
    return of_perturber * std::pow(static_cast<double>(q) / p, 2.0 / 3);
}

} // namespace orrery
