#include "sim/gauss/plane_wave_plan.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/error_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// ---- how points are spread ----

using std::numbers::pi;

// I0(x): its power series, whose terms are all positive.
double bessel(double x) {
    double term = 1;
    double sum = 1;
    for (int k = 1; term > 1e-17 * sum; ++k) {
        term *= x * x / (4.0 * k * k);
        sum += term;
    }
    return sum;
}

// phi(u) times I0(shape).
double kaiser_bessel(const SpreadingPlan& plan, double u) {
    const double v = 2 * u / plan.width;
    return v * v >= 1 ? (v * v > 1 + 1e-9 ? 0 : 1) : bessel(plan.shape * std::sqrt(1 - v * v));
}

// The transform of that, at a wave number in units of 1 / spacing.
double transformed(const SpreadingPlan& plan, double wave) {
    const double half = plan.width * wave / 2;
    const double square = plan.shape * plan.shape - half * half;
    if (std::abs(square) < 1e-12) {
        return plan.width;
    }
    const double root = std::sqrt(std::abs(square));
    return plan.width * (square > 0 ? std::sinh(root) : std::sin(root)) / root;
}

// The density of plane waves in a Gaussian of height 1, per unit of wave number / spacing.
double part_of_wave(const SpreadingPlan& plan, double wave) {
    const double s = plan.nodes_per_sigma;
    return s / std::sqrt(2 * pi) * std::exp(-s * s * wave * wave / 2);
}

// The wave number beyond which waves are negligible.
double last_wave(const SpreadingPlan& plan) {
    constexpr double min_part = 60; // e^-60
    return std::min(pi, std::sqrt(2 * min_part) / plan.nodes_per_sigma);
}

// phi's polynomials are wrong by this part of the error that a pair's term may have.
constexpr double polynomial_part = 1.0 / 256;

// ---- what it costs ----

std::array<double, 3> grid_nodes(const SpreadingPlan& plan, const std::array<double, 3>& extent,
                                 double sigma) {
    std::array<double, 3> nodes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        nodes[axis] = std::ceil(extent[axis] / sigma * plan.nodes_per_sigma) + plan.width + 2;
    }
    return nodes;
}

double times_of(Precision precision) {
    return precision == Precision::fp32 ? 1 : 2;
}

double cpu_seconds_of_bodies(const SpreadingPlan& plan, double bodies, Precision precision) {
    const double rows = plan.width * plan.width;
    const double vectors = plan.width <= 8 ? 1 : 1.3;
    return bodies * (1.0e-8 + rows * vectors * times_of(precision) * 1.4e-9);
}

double cpu_seconds_of_nodes(const SpreadingPlan&, double nodes, double taps, Precision precision) {
    return nodes * times_of(precision) * (2.2e-9 + taps * 1.4e-10);
}

// Steps of a warp (gpu_grid.cu).
double gpu_seconds_of_bodies(const SpreadingPlan& plan, double bodies, Precision precision) {
    const double turns = std::ceil(plan.width * plan.width / 32.0);
    return bodies * (8e-11 + turns * (plan.width + 2) * times_of(precision) * 1.8e-11);
}

// A tile's nodes are cleared and added up for each warp, written, and read again.
double gpu_seconds_of_nodes(const SpreadingPlan& plan, double nodes, double taps,
                            Precision precision) {
    constexpr double tile_nodes = 8;
    const double reached = std::pow((tile_nodes + plan.width + 2) / tile_nodes, 3);
    return nodes * times_of(precision) * (2e-11 + reached * 6e-12 + taps * 1.5e-12);
}

} // namespace

double plan_error(const SpreadingPlan& plan, double pair_error) {
    constexpr int steps = 24;
    constexpr double axes = 3;
    constexpr double there_and_back = 2;
    const double end = last_wave(plan);
    const double step = end / steps;
    const double peak = transformed(plan, 0);
    double aliased = 0;
    // The factor by which an error in phi grows, as phi's transform is divided out.
    double gain = 0;
    for (int i = 0; i < steps; ++i) {
        const double wave = (i + 0.5) * step;
        double aliases = 0;
        for (const int m : {-2, -1, 1, 2}) {
            aliases += std::abs(transformed(plan, wave + 2 * pi * m));
        }
        const double phi = transformed(plan, wave);
        aliased += 2 * step * part_of_wave(plan, wave) * aliases / phi;
        gain += 2 * step * part_of_wave(plan, wave) * peak * peak / (phi * phi);
    }
    const double unresolved = std::erfc(pi * plan.nodes_per_sigma / std::numbers::sqrt2);
    // A step at the shortest wave would be heard in every tap, and where they end.
    const double phi = transformed(plan, pi);
    const double step_there = part_of_wave(plan, pi) * peak * peak / (phi * phi);
    return axes * (there_and_back * (aliased + gain * polynomial_part * pair_error) + unresolved +
                   step_there);
}

SpreadingPlan coarsest_plan(int width, double pair_error) {
    SpreadingPlan plan{width, 0, 0};
    double coarse = 0.3;
    double fine = 16;
    for (int halvings = 0; halvings < 10; ++halvings) {
        plan.nodes_per_sigma = std::sqrt(coarse * fine);
        // How much finer the grid is than the waves that count need.
        const double last = std::sqrt(2 * std::log(1 / pair_error)) / plan.nodes_per_sigma;
        const double finer = std::max(pi / last, 1.1);
        const double factor = width / finer * (finer - 0.5);
        plan.shape = pi * std::sqrt(std::max(factor * factor - 0.8, 0.1));
        (plan_error(plan, pair_error) > 0.9 * pair_error ? coarse : fine) = plan.nodes_per_sigma;
    }
    return plan;
}

template <class Real>
HostArray<Real> spreading_polynomials(const SpreadingPlan& plan, double pair_error, int& degree) {
    constexpr int max_degree = 19;
    constexpr int nodes = max_degree + 1;
    std::array<std::array<double, nodes>, max_width> series{}; // of Chebyshev polynomials
    const double scale = 1 / bessel(plan.shape);
    degree = 2;
    for (int i = 0; i < plan.width; ++i) {
        std::array<double, nodes> value{};
        for (int n = 0; n < nodes; ++n) {
            const double at = std::cos(pi * (n + 0.5) / nodes);
            value[static_cast<std::size_t>(n)] =
                scale * kaiser_bessel(plan, (at + 1) / 2 + i - plan.width / 2.0);
        }
        for (int k = 0; k < nodes; ++k) {
            double sum = 0;
            for (int n = 0; n < nodes; ++n) {
                sum += value[static_cast<std::size_t>(n)] * std::cos(pi * k * (n + 0.5) / nodes);
            }
            sum *= (k == 0 ? 1.0 : 2.0) / nodes;
            series[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = sum;
            if (std::abs(sum) > polynomial_part * pair_error) {
                degree = std::max(degree, k);
            }
        }
    }
    // From Chebyshev's polynomials to powers.
    std::array<std::array<double, nodes>, nodes> chebyshev{};
    chebyshev[0][0] = 1;
    chebyshev[1][1] = 1;
    for (std::size_t k = 2; k < nodes; ++k) {
        for (std::size_t power = 0; power < nodes; ++power) {
            chebyshev[k][power] =
                (power > 0 ? 2 * chebyshev[k - 1][power - 1] : 0) - chebyshev[k - 2][power];
        }
    }
    HostArray<Real> coefficients(static_cast<std::size_t>((degree + 1) * max_width));
    for (std::size_t i = 0; i < static_cast<std::size_t>(plan.width); ++i) {
        for (std::size_t power = 0; power <= static_cast<std::size_t>(degree); ++power) {
            double sum = 0;
            for (std::size_t k = power; k <= static_cast<std::size_t>(degree); ++k) {
                sum += series[i][k] * chebyshev[k][power];
            }
            coefficients[power * max_width + i] = static_cast<Real>(sum);
        }
    }
    return coefficients;
}

std::vector<double> convolution_taps(const SpreadingPlan& plan, double pair_error) {
    const double height = bessel(plan.shape);
    const double end = last_wave(plan);
    const double reach = std::sqrt(2 * std::log(1 / pair_error)) + 1;
    const auto most = static_cast<int>(reach * plan.nodes_per_sigma) + plan.width;
    // Several samples to each turn of the farthest tap's cosine.
    const int steps = 64 + 4 * most;
    const double step = end / steps;
    std::vector<double> taps(static_cast<std::size_t>(most) + 1);
    for (int i = 0; i <= steps; ++i) {
        const double wave = i * step;
        const double phi = transformed(plan, wave) / height;
        const double part =
            (i == 0 || i == steps ? 1.0 : 2.0) * step * part_of_wave(plan, wave) / (phi * phi);
        // cos(j wave) for each j, one from the two before it.
        const double turn = 2 * std::cos(wave);
        double cosine = 1;
        double before = std::cos(wave);
        for (double& tap : taps) {
            tap += part * cosine;
            const double next = turn * cosine - before;
            before = cosine;
            cosine = next;
        }
    }
    const double peak = transformed(plan, 0) / height;
    double left_out = 0;
    while (taps.size() > 1) {
        left_out += 2 * std::abs(taps.back()) * peak * peak;
        if (left_out > pair_error / 16) {
            break;
        }
        taps.pop_back();
    }
    return taps;
}

template HostArray<float> spreading_polynomials(const SpreadingPlan&, double, int&);
template HostArray<double> spreading_polynomials(const SpreadingPlan&, double, int&);

bool PlaneWavePlan::is_possible() const {
    constexpr double max_nodes = 1 << 28;
    return all_nodes() <= max_nodes;
}

PlaneWavePlan cheapest_plan(const std::array<double, 3>& extent, double sigma, double error,
                            double bodies, Precision precision, PlanFor whom) {
    const double pair = pair_error(error);
    const double taps_per_sigma = std::sqrt(2 * std::log(1 / pair));
    const bool gpu = whom == PlanFor::gpu;
    const auto of_bodies = gpu ? gpu_seconds_of_bodies : cpu_seconds_of_bodies;
    const auto of_nodes = gpu ? gpu_seconds_of_nodes : cpu_seconds_of_nodes;
    PlaneWavePlan best;
    for (int width = min_width; width <= max_width; ++width) {
        PlaneWavePlan plan;
        plan.spreading = coarsest_plan(width, pair);
        plan.nodes = grid_nodes(plan.spreading, extent, sigma);
        const double for_bodies = of_bodies(plan.spreading, bodies, precision);
        if (for_bodies > best.seconds) {
            break; // wider ones cost more still
        }
        const double taps = taps_per_sigma * plan.spreading.nodes_per_sigma;
        plan.seconds = for_bodies + of_nodes(plan.spreading, plan.all_nodes(), taps, precision);
        if (plan_error(plan.spreading, pair) <= pair && plan.seconds < best.seconds) {
            best = plan; // others are too narrow for any grid, or too wide
        }
    }
    return best;
}

PlaneWavePlan fitted_plan(PlaneWavePlan plan, const std::array<double, 3>& extent, double sigma) {
    plan.nodes = grid_nodes(plan.spreading, extent, sigma);
    return plan;
}

void require_possible(const PlaneWavePlan& plan, const char* method) {
    if (!plan.is_possible()) {
        throw bad_input("a grid as fine as sigma over all of this box is too large", method,
                        "use cpu.gauss.cells, or a larger sigma");
    }
}

} // namespace orrery
