// The walk of pairs in vectors accepts what the criterion says, and every body is met once.

#include "sim/solvers/fmm/target_walk.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

constexpr double softening = 0.01;

FmmTree<double> grown_fmm_tree(const Bodies<double>& bodies, std::size_t leaf) {
    Workers workers(2);
    FmmTree<double> tree;
    tree.prepared.sort(view(bodies), workers, {});
    tree.prepared.build(leaf, workers);
    tree.prepared.prepare_walk({}, softening, workers);
    const double mass = tree.prepared.expansions.multipoles.front().monopole.mass;
    const auto units =
        expansion_units<double>(4, 0x1p-10 * measured_space(view(bodies)).reach, mass, softening);
    tree.fit_cells(4, units, workers);
    tree.expand(workers);
    tree.estimate_accelerations(tree.prepared, workers);
    tree.criterion = {.order = 4, .tolerance = 1e-3};
    tree.limits = {softening * softening, units.min_distance};
    return tree;
}

// ---- the criterion of pair_acceptance.hpp for one pair ----

// x^n for n >= 0.
double whole_power(double x, int n) {
    double power = 1;
    for (; n > 0; n >>= 1) {
        power = (n & 1) != 0 ? power * x : power;
        x *= x;
    }
    return power;
}

// A source cell as pairs see it.
struct SourceBounds {
    double radius;    // of a sphere about the centre that holds its bodies
    double spread;    // s
    double mass_root; // sqrt(M)
};

// Whether the multipoles of the source may become a local expansion of the target.
bool accept_pair(const PairCriterion& criterion, const TargetBounds<double>& target,
                 const SourceBounds& source, const PairLimits<double>& limits, double r) {
    const double softened = std::sqrt(r * r + limits.softening_squared);
    const double inverse = 1 / softened;
    const double weight = source.mass_root * target.demand * inverse + target.coherent;
    const double size = (source.spread + target.radius) * inverse;
    return source.radius + target.radius < criterion.theta * r && softened > limits.min_distance &&
           weight * whole_power(size, criterion.order) < 1;
}

// Whether all bodies of the target may meet them, each by itself.
bool accept_single(const PairCriterion& criterion, const TargetBounds<double>& target,
                   const SourceBounds& source, const PairLimits<double>& limits, double r) {
    const double nearest = r - target.radius;
    const double softened = std::sqrt(nearest * nearest + limits.softening_squared);
    const double theta = criterion.theta;
    const double part = theta < double{largest_single} ? theta : double{largest_single};
    const double weight =
        source.mass_root * target.demand / std::sqrt(r * r + limits.softening_squared) +
        target.coherent;
    return source.radius < part * nearest && softened > limits.min_distance &&
           weight * whole_power(source.spread / softened, criterion.order) < 1;
}

struct PairOfCells {
    TargetBounds<double> target;
    SourceBounds source;
    double r;
};

PairOfCells pair_of(const FmmTree<double>& tree, std::uint32_t target, std::uint32_t source) {
    const CellArrays<double>& cells = tree.cells;
    return {target_bounds(tree.criterion, cells.radius[target], tree.min_acceleration[target],
                          tree.coherence[target]),
            {cells.radius[source], cells.spread[source], cells.mass_root[source]},
            std::hypot(cells.x[target] - cells.x[source], cells.y[target] - cells.y[source],
                       cells.z[target] - cells.z[source])};
}

// Calls visit(node, walk, bodies met above) for each node on every way down.
template <class Visit>
void each_node(const FmmTree<double>& tree, std::uint32_t index, const HandedDown<double>& above,
               std::size_t met, const Visit& visit) {
    const std::vector<Node>& nodes = tree.prepared.tree.nodes;
    TargetWalk<double> walk;
    HandedDown<double> own;
    walk.meet(tree, tree, index, above, own);
    for (const std::uint32_t cell : walk.far()) {
        met += nodes[cell].count();
    }
    visit(index, walk, met);
    for (std::uint32_t i = 0; i < nodes[index].child_count; ++i) {
        each_node(tree, nodes[index].first_child + i, own, met, visit);
    }
}

TEST(PairWalk, AcceptsWhatTheCriterionAcceptsAndMeetsEveryBodyOnce) {
    for (const TreeSystem& system : tree_systems()) {
        if (system.bodies.size() == 0) {
            continue;
        }
        SCOPED_TRACE(system.name);
        const FmmTree<double> tree = grown_fmm_tree(system.bodies, 8);
        const std::vector<Node>& nodes = tree.prepared.tree.nodes;
        const auto visit = [&](std::uint32_t index, const TargetWalk<double>& walk,
                               std::size_t met) {
            for (const std::uint32_t cell : walk.far()) {
                const auto [target, source, r] = pair_of(tree, index, cell);
                EXPECT_TRUE(accept_pair(tree.criterion, target, source, tree.limits, r));
            }
            if (!nodes[index].is_leaf()) {
                return;
            }
            for (const std::uint32_t cell : walk.single()) {
                const auto [target, source, r] = pair_of(tree, index, cell);
                EXPECT_FALSE(accept_pair(tree.criterion, target, source, tree.limits, r));
                EXPECT_TRUE(accept_single(tree.criterion, target, source, tree.limits, r));
                met += nodes[cell].count();
            }
            for (const std::uint32_t cell : walk.near()) {
                const auto [target, source, r] = pair_of(tree, index, cell);
                EXPECT_TRUE(nodes[cell].is_leaf());
                EXPECT_FALSE(accept_pair(tree.criterion, target, source, tree.limits, r));
                met += nodes[cell].count();
            }
            EXPECT_EQ(met, system.bodies.size());
        };
        each_node(tree, 0, handed_to_root(tree), 0, visit);
    }
}

// The walk reads them by vectors, of which one may begin behind the last cell.
TEST(CellArrays, CanBeReadAVectorsWidthBehindAVectorBehindTheirLast) {
    for (std::size_t count = 1; count < 300; ++count) {
        CellArrays<float> grown;
        grown.make_room(0);
        grown.make_room(count);
        EXPECT_GE(grown.tag.size(), count + 2 * CellArrays<float>::padding) << count;
        EXPECT_EQ(grown.mass_root.size(), grown.tag.size());
    }
}

} // namespace
} // namespace orrery
