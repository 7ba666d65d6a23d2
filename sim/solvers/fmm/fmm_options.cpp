#include "sim/solvers/fmm/fmm_options.hpp"

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/tree_options.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace orrery {
namespace {

// The criterion's tolerance for the error wanted: measured, so that 99 bodies in 100 stay below it
// on every scene of the tests with the order chosen for it, at a fifth to nine tenths of it. At low
// orders not all that is left out is of the estimate's degree, and where cells meet that nearly
// touch, the estimate ends. Order 2 for 1e-2 and 4 for 1e-4 miss by a factor of 2.6 where all is
// within the softening.
double tolerance(int order, double error) {
    constexpr double most = 8e-3;
    constexpr double parts[] = {0.5, 0.5, 0.7, 1.05, 1.3, 1.2, 1.15, 1.2, 1.2, 1.2, 1.2};
    static_assert(std::size(parts) == max_order<double> - min_order + 1);
    return std::min(parts[order - min_order] * error, most);
}

// The fastest order for an error: measured on a Plummer sphere, where 4 to 8 are it between 1e-2
// and 1e-6, and their neighbours cost a tenth more. In float, beyond those that are written out,
// the next is never it.
int automatic_order(double error, Precision precision) {
    const int fastest = static_cast<int>(std::lround(2.3 - 0.97 * std::log10(error)));
    return std::clamp(fastest, 4, precision == Precision::fp32 ? 6 : max_order<double>);
}

int order_of(const SolverInfo& info, const ResolvedOptions& options, Precision precision) {
    const int wanted = options.whole(info, CellOption::order);
    if (wanted == 0) {
        return automatic_order(options.number(info, CellOption::error), precision);
    }
    return std::clamp(wanted, min_order,
                      precision == Precision::fp32 ? max_order<float> : max_order<double>);
}

// ---- on a GPU ----

enum class GpuFmmOption { error, order, leaf };

// The error asked for, but not less than float can reach.
double possible_error(const SolverInfo& info, const ResolvedOptions& options, Precision precision) {
    constexpr double least_fp32 = 1e-6;
    return std::max(options.number(info, GpuFmmOption::error),
                    precision == Precision::fp32 ? least_fp32 : 0);
}

// The error that a single pair may have, for the error wanted. Errors of many pairs partly cancel,
// and most pairs leave out less than they may. Measured on all scenes of 65 thousand to a million
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

std::vector<SolverOption> fmm_options(double leaf) {
    return {
        criterion_option(
            "The error wanted: a pair of cells is opened while what its expansions leave "
            "out is too large a part of the pull on the bodies. The angle: while the cells "
            "appear too large to each other"),
        error_option(1e-6, "Relative error of the force that 99 bodies in 100 stay below, if cells "
                           "are opened by it; Accuracy shows the one measured"),
        angle_option(0.9, "Sum of the cells' radii over their distance up to which they interact "
                          "as a whole, if they are opened by angle; smaller is more accurate"),
        {.id = "order",
         .title = "Order of the expansions",
         .tooltip = "0: chosen from the target error. Higher orders cost more per pair of cells, "
                    "but open fewer pairs. At most 10 in single precision",
         .minimum = 0,
         .maximum = max_order<double>,
         .default_value = 0,
         .choices = {},
         .whole = true},
        leaf_option(leaf, 128),
    };
}

PairCriterion fmm_criterion(const SolverInfo& info, const ForceParameters& parameters,
                            Precision precision) {
    const ResolvedOptions& options = parameters.options;
    PairCriterion criterion;
    criterion.order = order_of(info, options, precision);
    if (!opened_by_error(info, options)) {
        criterion.theta = options.number(info, CellOption::theta);
        return criterion;
    }
    criterion.tolerance = tolerance(criterion.order, options.number(info, CellOption::error));
    return criterion;
}

double fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                   const PeriodicBox& /*refused*/) {
    const double rounding = precision == Precision::fp32 ? 1e-5 : 1e-12;
    if (opened_by_error(info, options)) {
        // Errors of larger leaves partly cancel: with fewer bodies than these 2.7 times was
        // measured.
        constexpr double enough = 16;
        const double slack = options.number(info, CellOption::leaf) < enough ? 3 : 2;
        return slack * options.number(info, CellOption::error) + rounding;
    }
    const double theta = options.number(info, CellOption::theta);
    return std::pow(theta, order_of(info, options, precision)) + rounding;
}

std::vector<SolverOption> gpu_fmm_options(double leaf) {
    constexpr bool always = true;
    return {
        error_option(
            1e-10,
            "Relative error of the force that 99 bodies in 100 stay below: pairs of cells "
            "interact as a whole only where that is kept; Accuracy shows the one measured. "
            "Single precision ends at 1e-6",
            always),
        {.id = "order",
         .title = "Order of the expansions",
         .tooltip = "Highest power of distance in a cell's expansion: 2 or more, at most 10 in "
                    "single precision; 0: the fastest order for the target error",
         .minimum = 0,
         .maximum = max_order<double>,
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
    const int highest = precision == Precision::fp32 ? max_order<float> : max_order<double>;
    const int order =
        wanted == 0 ? fastest_order(error, bodies) : std::clamp(wanted, min_order, highest);
    return {order, pair_tolerance(order, error),
            static_cast<std::size_t>(options.whole(info, GpuFmmOption::leaf))};
}

double gpu_fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                       const PeriodicBox& /*refused*/) {
    constexpr double slack = 3;
    const double rounding = precision == Precision::fp32 ? 3e-6 : 1e-13;
    return slack * possible_error(info, options, precision) + rounding;
}

} // namespace orrery
