#include "sim/coordinates.hpp"

#include <cmath>

namespace orrery {

double Cosmology::expansion_rate(double a) const {
    return hubble * std::sqrt(omega_matter / (a * a * a) + (1 - omega_matter));
}

double Cosmology::scale_factor(double time) const {
    const double lambda = 1 - omega_matter;
    const double phase = 1.5 * hubble * time;
    return lambda > 0 ? std::cbrt(omega_matter / lambda *
                                  std::pow(std::sinh(std::sqrt(lambda) * phase), 2))
                      : std::cbrt(phase * phase);
}

double Cosmology::time(double a) const {
    const double lambda = 1 - omega_matter;
    const double root = a * std::sqrt(a);
    return lambda > 0 ? std::asinh(std::sqrt(lambda / omega_matter) * root) /
                            (1.5 * hubble * std::sqrt(lambda))
                      : root / (1.5 * hubble);
}

// In the logarithm of a, by Gauss and Legendre's five points on short intervals: what is integrated
// is nearly a power of a there, and the error rounding.
double Coordinates::integral(double time, double dt, int power) const {
    constexpr double points[] = {0, 0.5384693101056831, 0.9061798459386640};
    constexpr double weights[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
    constexpr double longest = 0.0625;
    const double from = std::log(cosmology_->scale_factor(time));
    const double whole = std::log(cosmology_->scale_factor(time + dt)) - from;
    const auto integrand = [&](double log_a) {
        const double a = std::exp(log_a);
        return 1 / (std::pow(a, power) * cosmology_->expansion_rate(a));
    };
    const int intervals = 1 + static_cast<int>(std::abs(whole) / longest);
    const double half = whole / (2 * intervals);
    double sum = 0;
    for (int i = 0; i < intervals; ++i) {
        const double middle = from + (2 * i + 1) * half;
        sum += weights[0] * integrand(middle);
        for (int k = 1; k < 3; ++k) {
            sum += weights[k] *
                   (integrand(middle - points[k] * half) + integrand(middle + points[k] * half));
        }
    }
    return sum * half;
}

} // namespace orrery
