#include "sim/solvers/tree/tree_options.hpp"

#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/direct/short_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

// The error that a single cell may have, for the error wanted. Errors of many cells partly cancel,
// and most cells leave out less than they are allowed. Measured on Plummer spheres of 16 thousand
// to 16 million bodies.
double cell_tolerance(int order, double error) {
    return (order == 1 ? 3e-4 : 2e-3) * std::pow(error / 1e-3, 1.8);
}

// In a box a tree without a mesh reaches half an edge, and what pulls within that cancels nearly
// all while the universe is young: of a cold lattice of 32,768 bodies the error was 27 times the
// one asked for with the cells of open space, and is half of it with those of a tenth. A mesh makes
// the reach so short that there is little to cancel.
constexpr double stricter_in_box = 0.1;

bool reaches_far_in_box(const SolverInfo& info, const ForceParameters& parameters) {
    return parameters.box.is_periodic() && info.find_option("split") == nullptr;
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

} // namespace

SolverOption criterion_option(const char* tooltip) {
    return {.id = "criterion",
            .title = "Open cells by",
            .tooltip = tooltip,
            .minimum = 0,
            .maximum = 1,
            .default_value = 0,
            .choices = {"error", "angle"}};
}

SolverOption error_option(double smallest, const char* tooltip, bool always) {
    return {.id = "error",
            .title = "Target error",
            .tooltip = tooltip,
            .minimum = smallest,
            .maximum = 1e-2,
            .default_value = default_error,
            .choices = {},
            .only_with = always ? SolverOption::Need{} : SolverOption::Need{"criterion", "error"}};
}

SolverOption angle_option(double widest, const char* tooltip) {
    return {.id = "theta",
            .title = "Opening angle",
            .tooltip = tooltip,
            .minimum = 0.2,
            .maximum = widest,
            .default_value = 0.5,
            .choices = {},
            .only_with = {"criterion", "angle"}};
}

SolverOption leaf_option(double leaf, double largest) {
    return {.id = "leaf",
            .title = "Bodies in a leaf",
            .tooltip = "Cells with this many bodies or fewer are not divided",
            .minimum = 1,
            .maximum = largest,
            .default_value = leaf,
            .choices = {},
            .whole = true};
}

bool opened_by_error(const SolverInfo& info, const ResolvedOptions& options) {
    enum class Criterion : std::size_t { error, angle };
    return options.chosen<Criterion>(info, CellOption::criterion) == Criterion::error;
}

std::size_t leaf_bodies(const SolverInfo& info, const ForceParameters& parameters) {
    return static_cast<std::size_t>(parameters.options.whole(info, CellOption::leaf));
}

std::vector<SolverOption> tree_options(double leaf) {
    return {
        criterion_option(
            "The error wanted: a cell is opened while what it leaves out is too large a part of "
            "the pull on a body. The opening angle: while it appears too large from there, as "
            "Barnes and Hut did"),
        error_option(1e-5, "Relative error of the force that 99 bodies in 100 stay below, if cells "
                           "are opened by it; Accuracy shows the one measured"),
        angle_option(1.2, "Size over distance up to which a cell stands for its bodies, if cells "
                          "are opened by angle; smaller is more accurate"),
        {.id = "order",
         .title = "Order of the moments",
         .tooltip = "1: a cell is a point mass. 2: its shape counts, too (quadrupole)",
         .minimum = 1,
         .maximum = 2,
         .default_value = 2,
         .choices = {},
         .whole = true},
        leaf_option(leaf, 64),
    };
}

template <class Real>
OpeningCriterion tree_criterion(const SolverInfo& info, const ForceParameters& parameters) {
    const ResolvedOptions& options = parameters.options;
    OpeningCriterion criterion;
    criterion.relative = opened_by_error(info, options);
    criterion.order = options.whole(info, CellOption::order);
    const double error = options.number(info, CellOption::error);
    criterion.tolerance = cell_tolerance(
        criterion.order, reaches_far_in_box(info, parameters) ? stricter_in_box * error : error);
    criterion.mass_part = criterion.relative ? mass_part : 0;
    criterion.theta = options.number(info, CellOption::theta);
    criterion.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
    return criterion;
}

namespace {

double error_asked_for(const SolverInfo& info, const ResolvedOptions& options) {
    return opened_by_error(info, options) ? options.number(info, CellOption::error) : default_error;
}

} // namespace

double short_range_reach(const SolverInfo& info, const ForceParameters& parameters) {
    // In open space all that is left out beyond the reach may pull one way.
    const double least = parameters.box.is_periodic() ? 1.8 : 2.1;
    return std::min(least - 0.4 * std::log10(error_asked_for(info, parameters.options)),
                    ShortRange<double>::end);
}

// What a series leaves out goes with the third power; of cells without second moments, which are
// points in it, with the second.
double small_group_radius(const SolverInfo& info, const ForceParameters& parameters) {
    const double error = error_asked_for(info, parameters.options);
    const double part =
        (reaches_far_in_box(info, parameters) ? stricter_in_box * error : error) / default_error;
    const double radius = 0.15 * std::cbrt(part);
    return parameters.options.whole(info, CellOption::order) == 1
               ? std::min(radius, 0.067 * std::sqrt(part))
               : radius;
}

template OpeningCriterion tree_criterion<float>(const SolverInfo&, const ForceParameters&);
template OpeningCriterion tree_criterion<double>(const SolverInfo&, const ForceParameters&);

namespace {

// The laws of short and of long range leave this where they meet, however finely cells are opened:
// measured on cold lattices of 512 and 4,096 bodies.
constexpr double least_error_in_box = 1e-4;

// An angle asks for nobody's acceleration, so in a box, where pulls cancel, nothing can be said of
// it: on a cold lattice 0.5 left a quarter of the typical force. Where GPUs cut the octree into
// several, some bodies are next to cells that lie badly for them: 4.2 times the promise of one tree
// was seen (1,000 bodies, two H200, theta 1.2).
constexpr double angle_error_of_several_trees = 5;

} // namespace

double tree_promise(const SolverInfo& info, const ResolvedOptions& options, Precision /*any*/,
                    const PeriodicBox& box) {
    const double slack = info.promised_error_fp32 / default_error;
    if (opened_by_error(info, options)) {
        const double bound = slack * options.number(info, CellOption::error);
        return box.is_periodic() ? std::max(bound, least_error_in_box) : bound;
    }
    if (box.is_periodic()) {
        return std::numeric_limits<double>::infinity();
    }
    const double several = info.space == Space::several_devices ? angle_error_of_several_trees : 1;
    return several * slack *
           angle_error(options.number(info, CellOption::order),
                       options.number(info, CellOption::theta));
}

} // namespace orrery
