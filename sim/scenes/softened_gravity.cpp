#include "sim/scenes/softened_gravity.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// K(m) and E(m), of the parameter m = k^2 and given its complement 1 - m, which is the more exact
// of the two near a ring.
struct EllipticIntegrals {
    double first, second;
};

EllipticIntegrals elliptic_integrals(double parameter, double complement) {
    double a = 1;
    double b = std::sqrt(complement);
    double weight = 0.5;
    double deficit = weight * parameter; // sum of 2^(n-1) c_n^2; c_0^2 = m
    while (a - b > 1e-9) {               // the mean's error is the square of that
        const double c = (a - b) / 2;
        const double mean = (a + b) / 2;
        b = std::sqrt(a * b);
        a = mean;
        weight *= 2;
        deficit += weight * c * c;
    }
    const double first = std::numbers::pi / (a + b);
    return {first, first * (1 - deficit)};
}

} // namespace

ShellPull shell_pull(double radius, double shell_radius, double softening) {
    const double sum = radius + shell_radius;
    const double difference = radius - shell_radius;
    const double far = std::sqrt(sum * sum + softening * softening);
    const double near = std::sqrt(difference * difference + softening * softening);
    const double depth = 2 / (far + near);
    return {depth, depth * depth / 2 * (sum / far + difference / near)};
}

double ring_pull(double radius, double ring_radius, double height, double softening) {
    // Potential -(2 / pi) K(m) / P with P the distance to the ring's far side, P^2 m = 4 R a.
    const double offset2 = height * height + softening * softening;
    const double sum = radius + ring_radius;
    const double difference = radius - ring_radius;
    const double far2 = sum * sum + offset2;
    const double m = 4 * radius * ring_radius / far2;
    const double complement = (difference * difference + offset2) / far2;
    const EllipticIntegrals integral = elliptic_integrals(m, complement);
    const double slope_of_first =
        (integral.second - complement * integral.first) / (2 * m * complement);
    const double slope_of_m = 4 * ring_radius / far2 - 2 * m * sum / far2;
    const double far = std::sqrt(far2);
    return 2 / std::numbers::pi *
           (integral.first * sum / (far2 * far) - slope_of_first * slope_of_m / far);
}

} // namespace orrery
