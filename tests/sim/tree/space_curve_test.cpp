// The Hilbert curve that bodies are sorted along.

#include "sim/tree/hilbert_table.hpp"
#include "sim/tree/sorted_bodies.hpp"
#include "sim/tree/space_curve.hpp"
#include "tests/sim/solvers/plain_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace orrery {
namespace {

struct VisitedCell {
    std::uint64_t key;
    std::uint32_t x, y, z;
};

// The cells of `level` in a cube of 2^wide of them along each axis, in the curve's order; (x, y, z)
// names the cube among its like.
std::vector<VisitedCell> visited(int level, int wide, std::uint32_t x, std::uint32_t y,
                                 std::uint32_t z) {
    const std::uint32_t side = 1U << wide;
    const int finer = curve_levels - level;
    std::vector<VisitedCell> cells;
    for (std::uint32_t i = 0; i < side * side * side; ++i) {
        VisitedCell cell{0, x * side + i % side, y * side + i / side % side,
                         z * side + i / side / side};
        cell.key = hilbert_key(cell.x << finer, cell.y << finer, cell.z << finer) >> (3 * finer);
        cells.push_back(cell);
    }
    std::sort(cells.begin(), cells.end(),
              [](const VisitedCell& a, const VisitedCell& b) { return a.key < b.key; });
    return cells;
}

void expect_steps_between_neighbours(const std::vector<VisitedCell>& cells) {
    const auto apart = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    for (std::size_t i = 1; i < cells.size(); ++i) {
        EXPECT_EQ(cells[i].key, cells[i - 1].key + 1) << "the curve leaves the cube";
        EXPECT_EQ(apart(cells[i].x, cells[i - 1].x) + apart(cells[i].y, cells[i - 1].y) +
                      apart(cells[i].z, cells[i - 1].z),
                  1U)
            << "after cell " << cells[i - 1].key;
    }
}

TEST(SpaceCurve, HasTheSameKeysByATable) {
    constexpr std::uint32_t last = (1U << curve_levels) - 1;
    constexpr HilbertTable table;
    static_assert(hilbert_key(table.entries.data(), 5, last, 70000) == hilbert_key(5, last, 70000));
    std::mt19937 random(1);
    std::uniform_int_distribution<std::uint32_t> cell(0, last);
    for (int i = 0; i < 100000; ++i) {
        const std::uint32_t x = cell(random), y = cell(random), z = cell(random);
        ASSERT_EQ(hilbert_key(table.entries.data(), x, y, z), hilbert_key(x, y, z))
            << x << ' ' << y << ' ' << z;
    }
}

TEST(SpaceCurve, VisitsEveryCellOfALevelStepByStepThroughTheirFaces) {
    for (int level = 1; level <= 5; ++level) {
        SCOPED_TRACE(level);
        const auto cells = visited(level, level, 0, 0, 0);
        EXPECT_EQ(cells.front().key, 0U);
        expect_steps_between_neighbours(cells);
    }
}

TEST(SpaceCurve, DoesSoInTheFinestCellsToo) {
    std::mt19937 random(1);
    for (int cube = 0; cube < 20; ++cube) {
        const auto somewhere = [&] { return static_cast<std::uint32_t>(random()) >> 14; };
        expect_steps_between_neighbours(
            visited(curve_levels, 3, somewhere(), somewhere(), somewhere()));
    }
}

TEST(SpaceCurve, GivesBodiesOfOneCellKeysThatBeginAlike) {
    std::mt19937 random(2);
    constexpr std::uint32_t whole = (1U << curve_levels) - 1;
    for (int trial = 0; trial < 2000; ++trial) {
        const int level = 1 + trial % (curve_levels - 1);
        const int finer = curve_levels - level;
        const std::uint32_t below = (1U << finer) - 1;
        const auto coordinate = [&] { return static_cast<std::uint32_t>(random()) & whole; };
        const std::uint32_t x = coordinate(), y = coordinate(), z = coordinate();
        const auto same_cell = [&](std::uint32_t at) {
            return (at & ~below) | (coordinate() & below);
        };
        EXPECT_EQ(hilbert_key(x, y, z) >> (3 * finer),
                  hilbert_key(same_cell(x), same_cell(y), same_cell(z)) >> (3 * finer));
        EXPECT_NE(hilbert_key(x, y, z) >> (3 * finer),
                  hilbert_key(x ^ (below + 1), y, z) >> (3 * finer));
    }
}

TEST(SpaceCurve, HasAPlaceForEveryNumber) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double places[] = {-infinity, -1e300, -1e6, -2,  -1,    -1e-3,   0,
                             1e-3,      1,      2,    1e6, 1e300, infinity};
    std::uint32_t last = 0;
    for (const double place : places) {
        const std::uint32_t cell = curve_cell(place, 0, 1);
        EXPECT_LT(cell, 1U << curve_levels);
        EXPECT_GE(cell, last) << place;
        last = cell;
    }
    EXPECT_EQ(curve_cell(std::numeric_limits<double>::quiet_NaN(), 0, 1), 0U);
    EXPECT_GT(curve_cell(1e-6, 0, 1), curve_cell(-1e-6, 0, 1));
}

TEST(SpaceCurve, FollowsMostBodiesWhereverAFewOthersAre) {
    Bodies<double> bodies = cluster(1000);
    const CurveSpace alone = measured_space(view(bodies));
    EXPECT_GT(alone.reach, 1);
    EXPECT_LT(alone.reach, 100);
    for (double& x : bodies.position.x) {
        x += 1e6;
    }
    const CurveSpace moved = measured_space(view(bodies));
    EXPECT_EQ(moved.reach, alone.reach);
    EXPECT_NEAR(moved.centre_x, alone.centre_x + 1e6, 0.01 * alone.reach);

    const Bodies<double> point(1000); // all at the origin
    EXPECT_TRUE(std::isfinite(measured_space(view(point)).reach));
    EXPECT_GT(measured_space(view(point)).reach, 0);
}

} // namespace
} // namespace orrery
