#include "sim/solvers/fmm/fmm_options.hpp"

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "sim/solvers/tree/cell_options.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace orrery {
namespace {

FmmCriterion opened_by(const SolverInfo& info, const ResolvedOptions& options) {
    return options.chosen<FmmCriterion>(info, FmmOption::criterion);
}

// Of the error wanted to the criterion's tolerance: measured, so that 99 bodies in 100 stay below
// it on every scene of the tests with the order chosen for it, at a fifth to nine tenths of it. At
// low orders not all that is left out is of the estimate's degree, and where cells meet that nearly
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
    const int wanted = options.whole(info, FmmOption::order);
    if (wanted == 0) {
        return automatic_order(options.number(info, FmmOption::error), precision);
    }
    return std::clamp(wanted, min_order,
                      precision == Precision::fp32 ? max_order<float> : max_order<double>);
}

} // namespace

std::vector<SolverOption> fmm_options(double leaf) {
    return {
        criterion_option(
            "The error wanted: a pair of cells is opened while what its expansions leave "
            "out is too large a part of the pull on the bodies. The angle: while the cells "
            "appear too large to each other"),
        error_option(1e-6, "Relative error of the force that 99 bodies in 100 stay below, if cells "
                           "are opened by it; Trust shows the error measured"),
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
    if (opened_by(info, options) == FmmCriterion::angle) {
        criterion.theta = options.number(info, FmmOption::theta);
        return criterion;
    }
    criterion.tolerance = tolerance(criterion.order, options.number(info, FmmOption::error));
    return criterion;
}

double fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision) {
    const double rounding = precision == Precision::fp32 ? 1e-5 : 1e-12;
    if (opened_by(info, options) == FmmCriterion::error) {
        return 2 * options.number(info, FmmOption::error) + rounding;
    }
    const double theta = options.number(info, FmmOption::theta);
    return std::pow(theta, order_of(info, options, precision)) + rounding;
}

std::size_t fmm_leaf(const SolverInfo& info, const ForceParameters& parameters) {
    return static_cast<std::size_t>(parameters.options.whole(info, FmmOption::leaf));
}

} // namespace orrery
