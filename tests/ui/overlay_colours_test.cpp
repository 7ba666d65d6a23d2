// How an inspected tree is drawn.

#include "app/features/overlays/kept_up.hpp"
#include "app/state/guide_lines.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

InspectedCell cell(std::uint8_t level, float size) {
    return {{0, 0, 0, size, size, size}, 1, level, false};
}

Inspection tree() {
    Inspection inspection;
    inspection.cells = {cell(0, 8), cell(1, 4), cell(1, 3), cell(3, 1)};
    inspection.found = {0, 3};
    inspection.told = {0, 3};
    return inspection;
}

InspectedInteractions interactions() {
    return {.locals = {cell(1, 3)},
            .multipoles = {cell(1, 4)},
            .monopoles = {cell(2, 2), cell(2, 1)},
            .leaves = {cell(3, 1)},
            .group = cell(0, 0.5F)};
}

TEST(OverlayColours, DrawEveryCellAndEveryInteractionWhereItIs) {
    Inspection inspection = tree();
    inspection.interactions = interactions();
    const std::vector<LineBox> lines = line_boxes(inspection);
    ASSERT_EQ(lines.size(), 4U + 5U + 1U);
    EXPECT_EQ(lines.front().high, (std::array{8.0F, 8.0F, 8.0F}));
    EXPECT_EQ(lines[4].colour, role_colour(BoxRole::local));
    EXPECT_EQ(lines[5].colour, role_colour(BoxRole::multipole));
    EXPECT_EQ(lines[6].colour, role_colour(BoxRole::monopole));
    EXPECT_EQ(lines[8].colour, role_colour(BoxRole::leaf));
    EXPECT_EQ(lines.back().colour, role_colour(BoxRole::group));
    EXPECT_EQ(lines.back().high, (std::array{0.5F, 0.5F, 0.5F}));
}

TEST(OverlayColours, AreFainterWhereTheTreeStandsBehindAWalk) {
    Inspection inspection = tree();
    const std::vector<LineBox> alone = line_boxes(inspection);
    inspection.interactions = interactions();
    const std::vector<LineBox> behind = line_boxes(inspection);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        EXPECT_LT(behind[i].colour[3], alone[i].colour[3]);
    }
}

TEST(OverlayColours, TellLevelsApartAndNotCellsOfOne) {
    const std::vector<LineBox> lines = line_boxes(tree());
    EXPECT_EQ(lines[1].colour, lines[2].colour);
    EXPECT_NE(lines[0].colour, lines[1].colour);
    EXPECT_NE(lines[1].colour, lines[3].colour);
}

TEST(Octree, IsDrawnInCellsThatThePictureCanTellApart) {
    const auto cell = [](float centre, float side, int level) {
        const float low = centre - side / 2, high = centre + side / 2;
        return InspectedCell{
            {low, low, low, high, high, high}, 8, static_cast<std::uint8_t>(level), false};
    };
    Inspection inspection;
    inspection.cells = {cell(0, 400, 0), cell(0, 10, 5), cell(60, 10, 5), cell(1, 3, 7),
                        cell(1, 0.1F, 12)};
    inspection.told = {0, 12};
    Camera camera;
    camera.jump_to({.centre = {0, 0, 0}, .distance = 50});
    const SeenPart seen = seen_part(camera);
    EXPECT_GT(seen.height, 25);
    EXPECT_LT(seen.height, 80);
    keep_seen_cells(inspection, seen);
    ASSERT_EQ(inspection.cells.size(), 2U) << "no line across the picture, no dot, none elsewhere";
    EXPECT_EQ(inspection.cells.front().level, 5);
    EXPECT_EQ(inspection.told.to, 7);
}

// A row of cells along x, each 2 wide, and one far above them.
Inspection row_of_cells() {
    Inspection inspection;
    for (const float x : {-5.0F, -3.0F, -1.0F, 1.0F, 3.0F}) {
        inspection.cells.push_back({{x - 1, -1, -1, x + 1, 1, 1}, 8, 4, false});
    }
    inspection.cells.push_back({{-1, -1, 3, 1, 1, 3.5F}, 8, 4, false});
    return inspection;
}

TEST(Octree, EndsAtACube) {
    Inspection inspection = row_of_cells();
    cut_to(inspection, {.centre = {0, 0, 0}, .half = 4});
    ASSERT_EQ(inspection.cells.size(), 5U) << "without the one that is outside of it";
    EXPECT_EQ(inspection.cells.back().box.high_z, 3.5F);
    cut_to(inspection, {.centre = {0, 0, 0}, .half = 3});
    ASSERT_EQ(inspection.cells.size(), 4U) << "and without what touches its faces";
    EXPECT_EQ(inspection.cells.front().box.low_x, -3);
    EXPECT_EQ(inspection.cells.back().box.high_x, 3);
}

TEST(Octree, IsFlatWhereAPlaneCutsIt) {
    Inspection inspection = row_of_cells();
    inspection.interactions = interactions();
    inspection.interactions->group = {{0, 0, 3.1F, 1, 1, 3.3F}, 3, 9, false};
    Inspection alone = row_of_cells();
    cut_by_plane(inspection, {.centre = {0, 0, 0}, .half = 4, .axis = 2});
    ASSERT_EQ(inspection.cells.size(), 1U) << "through the group that walks";
    EXPECT_EQ(inspection.cells[0].box.low_z, inspection.cells[0].box.high_z);
    EXPECT_NEAR(inspection.cells[0].box.low_z, 3.2, 1e-6);
    EXPECT_EQ(inspection.interactions->monopoles.size(), 0U);
    EXPECT_EQ(inspection.interactions->multipoles.size(), 1U);
    cut_by_plane(alone, {.centre = {2, 0, 0}, .half = 4, .axis = 0});
    ASSERT_EQ(alone.cells.size(), 2U);
    EXPECT_NEAR(alone.cells[0].box.low_x, 2, 0.2);
}

TEST(Octree, IsCutAcrossTheAxisThatOneLooksAlong) {
    Camera camera;
    const auto axis_from = [&](double azimuth, double elevation) {
        camera.jump_to(pose_from_angles({0, 0, 0}, 10, azimuth, elevation));
        return seen_cube(camera).axis;
    };
    EXPECT_EQ(axis_from(0, 90), 2);
    EXPECT_EQ(axis_from(10, 5), 0);
    EXPECT_EQ(axis_from(80, 5), 1);
    EXPECT_LT(seen_cube(camera).half, visible_half_height(camera));
}

} // namespace
} // namespace orrery
