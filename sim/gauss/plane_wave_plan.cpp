#include "sim/gauss/plane_wave_plan.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/error_bound.hpp"

#include <cmath>

namespace orrery {
namespace {

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
