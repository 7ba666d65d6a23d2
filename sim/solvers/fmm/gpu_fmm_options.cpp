#include "sim/solvers/fmm/gpu_fmm_options.hpp"

#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/cell_options.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

enum class GpuFmmOption { error, order, leaf };

// Of what was asked for. Float ends before the least.
double possible_error(const SolverInfo& info, const ResolvedOptions& options, Precision precision) {
    constexpr double least_fp32 = 1e-6;
    return std::max(options.number(info, GpuFmmOption::error),
                    precision == Precision::fp32 ? least_fp32 : 0);
}

// Of the error wanted to what a single pair may leave out. Errors of many pairs partly cancel, and
// most pairs leave out less than they may. Measured on all scenes of 65 thousand to a million
// bodies, of which galaxies and shells are the worst. With orders 2 and 3 nearly all cells on one
// side err alike, so that a body's error falls as the root of the tolerance only.
double pair_tolerance(int order, double error) {
    switch (order) {
    case 2:
        return 2.2e-4 * std::pow(error / 1e-2, 2.15);
    case 3:
        return 1.8e-3 * std::pow(error / 1e-2, 1.85);
    case 4:
        return 0.38 * error * std::pow(error / 1e-3, 0.35);
    case 5:
        return 0.37 * error * std::pow(error / 1e-4, 0.306);
    default:
        const int beyond = order - 6;
        return (0.75 + 0.105 * beyond) * error * std::pow(error / 1e-4, 0.24 - 0.027 * beyond);
    }
}

// Measured on an H200. With few bodies most of the time is latency, and of that higher orders have
// less: fewer pairs are listed. Orders beyond 6 reach smaller errors in float than that one does,
// but are slower where both do; in double 10 is the faster one at 1e-8.
int fastest_order(double error, std::size_t bodies) {
    constexpr std::size_t few = 500'000;
    return error >= (bodies < few ? 4e-3 : 2e-3) ? 4 : error >= 2e-4 ? 5 : error >= 3e-8 ? 6 : 10;
}

} // namespace

std::vector<SolverOption> gpu_fmm_options(double leaf) {
    constexpr bool always = true;
    return {
        error_option(1e-10,
                     "Relative error of the force that 99 bodies in 100 stay below: pairs of cells "
                     "interact as a whole only where that is kept; Trust shows the error measured. "
                     "Single precision ends at 1e-6",
                     always),
        {.id = "order",
         .title = "Order of the expansions",
         .tooltip = "Highest power of distance in a cell's expansion: 2 or more, at most 10 in "
                    "single precision; 0: the fastest order for the target error",
         .minimum = 0,
         .maximum = max_gpu_order<double>,
         .default_value = 0,
         .choices = {},
         .whole = true},
        leaf_option(leaf, 64),
    };
}

GpuFmmChoice gpu_fmm_choice(const SolverInfo& info, const ForceParameters& parameters,
                            std::size_t bodies, Precision precision) {
    const ResolvedOptions& options = parameters.options;
    const double error = possible_error(info, options, precision);
    const int wanted = options.whole(info, GpuFmmOption::order);
    const int highest = precision == Precision::fp32 ? max_gpu_order<float> : max_gpu_order<double>;
    const int order =
        wanted == 0 ? fastest_order(error, bodies) : std::clamp(wanted, min_gpu_order, highest);
    return {order, pair_tolerance(order, error),
            static_cast<std::size_t>(options.whole(info, GpuFmmOption::leaf))};
}

double gpu_fmm_promise(const SolverInfo& info, const ResolvedOptions& options,
                       Precision precision) {
    constexpr double slack = 3;
    const double rounding = precision == Precision::fp32 ? 3e-6 : 1e-13;
    return slack * possible_error(info, options, precision) + rounding;
}

} // namespace orrery
