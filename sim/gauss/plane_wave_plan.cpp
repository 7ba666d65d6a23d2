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

double seconds_for_bodies(const SpreadingPlan& plan, double bodies, Precision precision) {
    const double rows = plan.width * plan.width;
    const double vectors = plan.width <= 8 ? 1 : 1.3;
    return bodies * (1.0e-8 + rows * vectors * times_of(precision) * 1.4e-9);
}

double seconds_for_nodes(const SpreadingPlan& plan, double nodes, double pair_error,
                         Precision precision) {
    const double taps = std::sqrt(2 * std::log(1 / pair_error)) * plan.nodes_per_sigma;
    return nodes * times_of(precision) * (2.2e-9 + taps * 1.4e-10);
}

} // namespace

bool PlaneWavePlan::is_possible() const {
    constexpr double max_nodes = 1 << 28;
    return all_nodes() <= max_nodes;
}

PlaneWavePlan cheapest_plan(const std::array<double, 3>& extent, double sigma, double error,
                            double bodies, Precision precision) {
    const double pair = pair_error(error);
    PlaneWavePlan best;
    for (int width = min_width; width <= max_width; ++width) {
        PlaneWavePlan plan;
        plan.spreading = coarsest_plan(width, pair);
        plan.nodes = grid_nodes(plan.spreading, extent, sigma);
        plan.grid_seconds = seconds_for_nodes(plan.spreading, plan.all_nodes(), pair, precision);
        plan.seconds = plan.grid_seconds + seconds_for_bodies(plan.spreading, bodies, precision);
        if (plan_error(plan.spreading, pair) > pair) {
            continue; // too narrow for any grid
        }
        if (plan.seconds > best.seconds) {
            break; // wider ones cost more still
        }
        best = plan;
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
                        "take cpu.gauss.cells, or a larger sigma");
    }
}

} // namespace orrery
