#include "sim/solvers/tree/tree_options.hpp"

#include "sim/solvers/direct/pair_law.hpp"

#include <cmath>

namespace orrery {
namespace {

// Of the error wanted to what a single cell may leave out. Errors of many cells partly cancel, and
// most cells leave out less than they are allowed. Measured on Plummer spheres of 16 thousand to 16
// million bodies.
double cell_tolerance(int order, double error) {
    return (order == 1 ? 3e-4 : 2e-3) * std::pow(error / 1e-3, 1.8);
}

// The share that second moments may have in it where the mass alone is taken: what they add is
// known well, while the bound on the moments behind them is seldom reached.
constexpr double mass_part = 0.1;

// The error that 99 bodies in 100 stay below where cells are opened by angle: measured on Plummer
// spheres, galaxies and cubes of 2 and 16 thousand bodies, and at most 1.7 times as much there as
// here, in the midst of a uniform cube, where pulls cancel. (Opening by error keeps to its error as
// closely.)
double angle_error(double order, double theta) {
    return order == 1 ? 0.025 * std::pow(theta, 2.2) : 0.0115 * std::pow(theta, 3.5);
}

double number(const SolverInfo& info, const ResolvedOptions& options, TreeOption option) {
    return options.number(info, static_cast<std::size_t>(option));
}

int whole(const SolverInfo& info, const ResolvedOptions& options, TreeOption option) {
    return static_cast<int>(std::lround(number(info, options, option)));
}

TreeCriterion opened_by(const SolverInfo& info, const ResolvedOptions& options) {
    constexpr auto place = static_cast<std::size_t>(TreeOption::criterion);
    return static_cast<TreeCriterion>(options.choice(info, place));
}

} // namespace

std::vector<SolverOption> tree_options(double leaf) {
    return {
        {.id = "criterion",
         .title = "Open cells by",
         .tooltip = "The error wanted: a cell is opened while what it leaves out is too large a "
                    "part of the pull on a body. The opening angle: while it appears too large "
                    "from there, as Barnes and Hut did",
         .minimum = 0,
         .maximum = 1,
         .default_value = 0,
         .choices = {"error", "angle"}},
        {.id = "error",
         .title = "Error wanted",
         .tooltip = "Relative error of the force that 99 bodies in 100 stay below, if cells are "
                    "opened by it; Trust shows the error measured",
         .minimum = 1e-5,
         .maximum = 1e-2,
         .default_value = 1e-3,
         .choices = {},
         .only_with = {"criterion", "error"}},
        {.id = "theta",
         .title = "Opening angle",
         .tooltip = "Size over distance up to which a cell stands for its bodies, if cells are "
                    "opened by angle; smaller is more accurate",
         .minimum = 0.2,
         .maximum = 1.2,
         .default_value = 0.5,
         .choices = {},
         .only_with = {"criterion", "angle"}},
        {.id = "order",
         .title = "Order of the moments",
         .tooltip = "1: a cell is a point with its mass. 2: its shape counts, too (quadrupole)",
         .minimum = 1,
         .maximum = 2,
         .default_value = 2,
         .choices = {},
         .whole = true},
        {.id = "leaf",
         .title = "Bodies in a leaf",
         .tooltip = "Cells with at most so many bodies are not divided further",
         .minimum = 1,
         .maximum = 64,
         .default_value = leaf,
         .choices = {},
         .whole = true},
    };
}

template <class Real>
OpeningCriterion tree_criterion(const SolverInfo& info, const ForceParameters& parameters) {
    const ResolvedOptions& options = parameters.options;
    OpeningCriterion criterion;
    criterion.relative = opened_by(info, options) == TreeCriterion::error;
    criterion.order = whole(info, options, TreeOption::order);
    criterion.tolerance = cell_tolerance(criterion.order, number(info, options, TreeOption::error));
    criterion.mass_part = criterion.relative ? mass_part : 0;
    criterion.theta = number(info, options, TreeOption::theta);
    criterion.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
    return criterion;
}

template OpeningCriterion tree_criterion<float>(const SolverInfo&, const ForceParameters&);
template OpeningCriterion tree_criterion<double>(const SolverInfo&, const ForceParameters&);

double tree_promise(const SolverInfo& info, const ResolvedOptions& options, Precision /*any*/) {
    constexpr double standard_error = 1e-3;
    const double slack = info.promised_error_fp32 / standard_error;
    const double error = opened_by(info, options) == TreeCriterion::error
                             ? number(info, options, TreeOption::error)
                             : angle_error(number(info, options, TreeOption::order),
                                           number(info, options, TreeOption::theta));
    return slack * error;
}

std::size_t tree_leaf(const SolverInfo& info, const ForceParameters& parameters) {
    return static_cast<std::size_t>(whole(info, parameters.options, TreeOption::leaf));
}

} // namespace orrery
