#include "sim/periodic/softened_waves.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

double square(double x) {
    return x * x;
}

// Places and weights of the integral over w, for all waves. In t, w = e^t, what is summed is smooth
// and soon ends to both sides: the sum is exact to rounding.
struct Nodes {
    std::vector<double> w, weight;

    Nodes() {
        constexpr double step = 0.2;
        for (int i = -180; i <= 20; ++i) {
            w.push_back(std::exp(i * step));
            weight.push_back(step * w.back() * std::exp(-w.back()));
        }
    }
};

} // namespace

double softened_wave(double k2, double softening, double inverse_alpha) {
    if (softening == 0 || k2 == 0) {
        return 1;
    }
    static const Nodes nodes;
    const double width2 = square(inverse_alpha);
    const double per_wave = 4 / k2;
    double sum = 0;
    for (std::size_t i = 0; i < nodes.w.size(); ++i) {
        sum += nodes.weight[i] * std::exp(-square(softening) / (width2 + per_wave * nodes.w[i]));
    }
    return sum;
}

double mean_short_potential(const PeriodicBox& box, double softening, double inverse_alpha) {
    const auto& [x, y, z] = box.lengths;
    const double unsoftened = std::numbers::pi * square(inverse_alpha) / (x * y * z);
    const double q = softening == 0 ? 0 : square(softening / inverse_alpha);
    return q == 0 ? unsoftened : unsoftened * (std::exp(-q) + q * std::expint(-q));
}

} // namespace orrery
