// An inspection's account of a tree is true.

#include "sim/tree/inspect_tree.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery {
namespace {

using Cells = std::vector<InspectedCell>;

class InspectedTrees : public testing::Test {
protected:
    static Bodies<double> galaxies(std::size_t count) {
        return make_scene(find_scene("galaxy_collision"), count, 1).bodies;
    }

    static OpeningCriterion by_error(bool relative = true) {
        OpeningCriterion criterion;
        criterion.relative = relative;
        criterion.tolerance = 2e-3;
        criterion.mass_part = relative ? 0.1 : 0;
        return criterion;
    }

    // In how many of these cells' boxes each body is.
    std::vector<int> boxes_of_bodies(const Cells& cells) const {
        const Bodies<float> bodies = converted<float>(bodies_);
        std::vector<int> boxes(bodies.size(), 0);
        for (const InspectedCell& cell : cells) {
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                const float away = cell.box.distance_squared(
                    bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]);
                boxes[i] += away == 0 ? 1 : 0;
            }
        }
        return boxes;
    }

    static Cells all_of(const InspectedInteractions& found) {
        Cells all = found.multipoles;
        all.insert(all.end(), found.monopoles.begin(), found.monopoles.end());
        all.insert(all.end(), found.leaves.begin(), found.leaves.end());
        return all;
    }

    Bodies<double> bodies_ = galaxies(3000);
};

TEST_F(InspectedTrees, HoldEveryBodyInOneLeaf) {
    Cells leaves = inspect_tree(GrownTree<float>(bodies_, 8), {}).cells;
    std::erase_if(leaves, [](const InspectedCell& cell) { return !cell.is_leaf; });
    EXPECT_EQ(boxes_of_bodies(leaves), std::vector<int>(bodies_.size(), 1));
}

TEST_F(InspectedTrees, TellTheLevelsAskedForAndNoOthers) {
    const GrownTree<float> grown(bodies_, 8);
    const Inspection all = inspect_tree(grown, {});
    ASSERT_EQ(all.cells.size(), grown.tree.nodes.size());
    ASSERT_GT(all.found.to, all.found.from + 3);
    const LevelRange wanted{all.found.from + 1, all.found.to - 1};
    const Inspection some = inspect_tree(grown, {.levels = wanted});
    EXPECT_EQ(some.found, all.found);
    EXPECT_EQ(some.told, wanted);
    const auto expected =
        std::count_if(all.cells.begin(), all.cells.end(), [&](const InspectedCell& cell) {
            return cell.level >= wanted.from && cell.level <= wanted.to;
        });
    EXPECT_EQ(some.cells.size(), static_cast<std::size_t>(expected));
    EXPECT_TRUE(std::is_sorted(
        some.cells.begin(), some.cells.end(),
        [](const InspectedCell& a, const InspectedCell& b) { return a.level < b.level; }));
}

TEST_F(InspectedTrees, LeaveOutTheFinestLevelsWhereThereIsNoRoom) {
    const GrownTree<float> grown(bodies_, 1);
    const std::size_t max_cells = grown.tree.nodes.size() / 2;
    const Inspection some = inspect_tree(grown, {.max_cells = max_cells});
    EXPECT_LE(some.cells.size(), max_cells);
    EXPECT_GT(some.cells.size(), max_cells / 20);
    EXPECT_LT(some.told.to, some.found.to);
    const Inspection more = inspect_tree(grown, {.levels = {0, some.told.to + 1}});
    EXPECT_GT(more.cells.size(), max_cells) << "there was room for one level more";
}

TEST_F(InspectedTrees, HoldEveryBodyOnceInABodysInteractions) {
    for (const bool relative : {true, false}) {
        const GrownTree<double> grown(bodies_, 8, by_error(relative), 0.01);
        for (const std::size_t body : {0U, 1234U, 2999U}) {
            const Inspection found = inspect_tree(grown, {.cells = false, .body = body});
            EXPECT_TRUE(found.cells.empty());
            ASSERT_TRUE(found.interactions.has_value());
            EXPECT_EQ(boxes_of_bodies(all_of(*found.interactions)),
                      std::vector<int>(bodies_.size(), 1))
                << body << ' ' << relative;
            EXPECT_FALSE(found.interactions->leaves.empty());
            EXPECT_FALSE(found.interactions->multipoles.empty() &&
                         found.interactions->monopoles.empty());
        }
    }
}

TEST_F(InspectedTrees, PutTheBodyInItsGroupAndItsGroupInLeavesThatAreOpened) {
    const std::size_t body = 1234;
    const GrownTree<float> grown(bodies_, 8, by_error());
    const Inspection found = inspect_tree(grown, {.cells = false, .body = body});
    ASSERT_TRUE(found.interactions.has_value());
    EXPECT_EQ(boxes_of_bodies({found.interactions->group})[body], 1);
    EXPECT_EQ(boxes_of_bodies(found.interactions->leaves)[body], 1);
    std::uint32_t in_leaves = 0;
    for (const InspectedCell& leaf : found.interactions->leaves) {
        EXPECT_TRUE(leaf.is_leaf);
        in_leaves += leaf.bodies;
    }
    EXPECT_GE(in_leaves, found.interactions->group.bodies);
}

TEST_F(InspectedTrees, AreEmptyWithoutBodiesAndTellNothingOfABodyThatIsNone) {
    const Inspection nothing = inspect_tree(GrownTree<float>({}, 8), {.body = 0});
    EXPECT_TRUE(nothing.cells.empty());
    EXPECT_FALSE(nothing.interactions.has_value());
    const Inspection some = inspect_tree(GrownTree<float>(bodies_, 8), {.body = 3000});
    EXPECT_FALSE(some.interactions.has_value());
}

} // namespace
} // namespace orrery
