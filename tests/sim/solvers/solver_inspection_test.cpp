// Every registered solver's account of what it has built: none, or one that is true of its last
// evaluation. Once for each of them and each of its precisions.

#include "tests/sim/solvers/solver_contract.hpp"

#include <algorithm>

namespace orrery {
namespace {

using Cells = std::vector<InspectedCell>;

class SolverInspection : public SolverContract {
protected:
    Inspection inspect(const InspectRequest& request) {
        const auto reading = solver().inspect(request);
        EXPECT_NE(reading, nullptr);
        return reading == nullptr ? Inspection{} : reading->finish();
    }

    bool nothing_to_show() {
        if (!info().inspectable) {
            EXPECT_EQ(solver().inspect({}), nullptr);
        }
        return !info().inspectable;
    }

    const Bodies<double> bodies_ = cluster(3000);
};

// How many of these cells' boxes a body is in; a box in float may be a little too small for it.
int boxes_around(const Cells& cells, const Bodies<double>& bodies, std::size_t body) {
    const auto at = [body](const HostArray<double>& axis) {
        return static_cast<float>(axis[body]);
    };
    return static_cast<int>(std::count_if(cells.begin(), cells.end(), [&](const auto& cell) {
        return cell.box.distance_squared(at(bodies.position.x), at(bodies.position.y),
                                         at(bodies.position.z)) == 0;
    }));
}

std::uint32_t bodies_in(const Cells& cells) {
    std::uint32_t bodies = 0;
    for (const InspectedCell& cell : cells) {
        bodies += cell.bodies;
    }
    return bodies;
}

TEST_P(SolverInspection, TellsCellsWhoseLeavesHoldEveryBodyOnce) {
    run(bodies_);
    if (nothing_to_show()) {
        return;
    }
    const Inspection found = inspect({});
    ASSERT_FALSE(found.cells.empty());
    EXPECT_EQ(found.told, found.found);
    EXPECT_EQ(found.cells.front().bodies, bodies_.size());
    Cells leaves = found.cells;
    std::erase_if(leaves, [](const InspectedCell& cell) { return !cell.is_leaf; });
    EXPECT_EQ(bodies_in(leaves), bodies_.size());
    for (const std::size_t body : {0U, 77U, 2999U}) {
        EXPECT_EQ(boxes_around(leaves, bodies_, body), 1);
    }
    EXPECT_TRUE(std::is_sorted(
        found.cells.begin(), found.cells.end(),
        [](const InspectedCell& a, const InspectedCell& b) { return a.level < b.level; }));
}

TEST_P(SolverInspection, TellsTheLevelsThatAreWantedAndHaveRoom) {
    run(bodies_);
    if (nothing_to_show()) {
        return;
    }
    const Inspection all = inspect({});
    const LevelRange wanted{all.found.from + 1, all.found.to - 1};
    const Inspection some = inspect({.levels = wanted});
    EXPECT_EQ(some.told, wanted);
    const Inspection few = inspect({.max_cells = all.cells.size() / 2});
    EXPECT_LE(few.cells.size(), all.cells.size() / 2);
    EXPECT_LT(few.told.to, all.found.to);
    const auto told_of = [&all](const LevelRange& levels) {
        return static_cast<std::size_t>(
            std::count_if(all.cells.begin(), all.cells.end(), [&](const InspectedCell& cell) {
                return cell.level >= levels.from && cell.level <= levels.to;
            }));
    };
    EXPECT_EQ(some.cells.size(), told_of(wanted));
    EXPECT_EQ(few.cells.size(), told_of(few.told));
}

// The terms in a body's sum are the cells and bodies that its group is told to take.
TEST_P(SolverInspection, TellsTheInteractionsThatItHasCounted) {
    const SolverRun result = run(bodies_, softened(0.01), {.interactions = true});
    if (nothing_to_show()) {
        return;
    }
    for (const std::size_t body : {0U, 1234U, 2999U}) {
        const Inspection found = inspect({.cells = false, .body = body});
        EXPECT_TRUE(found.cells.empty());
        ASSERT_TRUE(found.interactions.has_value());
        const InspectedInteractions& told = *found.interactions;
        EXPECT_EQ(static_cast<float>(told.locals.size() + told.multipoles.size() +
                                     told.monopoles.size() + bodies_in(told.leaves)),
                  result.interactions[body]);
        EXPECT_EQ(bodies_in(told.locals) + bodies_in(told.multipoles) + bodies_in(told.monopoles) +
                      bodies_in(told.leaves),
                  bodies_.size());
        EXPECT_EQ(told.locals.empty(), solver().info().family != std::string("FMM"));
        EXPECT_EQ(boxes_around(told.leaves, bodies_, body), 1) << "its own";
        EXPECT_EQ(boxes_around({told.group}, bodies_, body), 1);
        EXPECT_GE(bodies_in(told.leaves), told.group.bodies);
    }
}

TEST_P(SolverInspection, IsNotChangedByTheNextEvaluationOrTheEndOfTheSolver) {
    run(bodies_);
    if (nothing_to_show()) {
        return;
    }
    const std::size_t expected = inspect({}).cells.size();
    const auto reading = solver().inspect({});
    run(cluster(100));
    EXPECT_EQ(reading->finish().cells.size(), expected);
    EXPECT_LT(inspect({}).cells.size(), expected);
    const auto last = solver().inspect({});
    forget_solver();
    EXPECT_EQ(last->finish().cells.front().bodies, 100U);
}

INSTANTIATE_TEST_SUITE_P(Every, SolverInspection, testing::ValuesIn(solver_variants()),
                         variant_name);

} // namespace
} // namespace orrery
