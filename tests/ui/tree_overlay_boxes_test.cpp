// What the boxes on screen say of the octree is true of it.

#include "app/state/overlay_colours.hpp"
#include "app/state/tree_overlay_boxes.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace orrery {
namespace {

class OctreeOutlines : public testing::Test {
protected:
    static Bodies<float> galaxies(std::size_t count) {
        return converted<float>(make_scene(find_scene("galaxy_collision"), count, 1).bodies);
    }

    OverlayBoxes overlay(const OverlayRequest& request) {
        const auto made = builder_.build(view(bodies_), request, workers_, {});
        EXPECT_TRUE(made.has_value());
        return made.value_or(OverlayBoxes{});
    }

    // In how many of these boxes each body is.
    template <class Counts>
    std::vector<int> boxes_of_bodies(const OverlayBoxes& overlay, const Counts& counts) const {
        std::vector<int> boxes(bodies_.size(), 0);
        for (const OverlayBox& box : overlay.boxes) {
            for (std::size_t i = 0; counts(box) && i < bodies_.size(); ++i) {
                boxes[i] += box.box.distance_squared(bodies_.position.x[i], bodies_.position.y[i],
                                                     bodies_.position.z[i]) == 0
                                ? 1
                                : 0;
            }
        }
        return boxes;
    }

    static OverlayRequest walk_of(std::size_t body, bool relative) {
        OverlayRequest request{.boxes = false, .body = body, .leaf = 8};
        request.criterion.relative = relative;
        request.criterion.tolerance = 2e-3;
        request.criterion.mass_part = relative ? 0.1 : 0;
        return request;
    }

    Workers workers_{1};
    OverlayBuilder builder_;
    Bodies<float> bodies_ = galaxies(3000);
};

TEST_F(OctreeOutlines, HoldEveryBodyInOneLeaf) {
    const OverlayBoxes all = overlay({.leaf = 8});
    const auto boxes = boxes_of_bodies(all, [](const OverlayBox& box) { return box.is_leaf; });
    EXPECT_EQ(boxes, std::vector<int>(bodies_.size(), 1));
}

TEST_F(OctreeOutlines, ShowTheLevelsAskedForAndNoOthers) {
    const OverlayBoxes all = overlay({.leaf = 8});
    ASSERT_GT(all.found.to, all.found.from + 3);
    const LevelRange wanted{all.found.from + 1, all.found.to - 1};
    const OverlayBoxes some = overlay({.levels = wanted, .leaf = 8});
    EXPECT_EQ(some.found, all.found);
    EXPECT_EQ(some.drawn, wanted);
    std::size_t expected = 0;
    for (const OverlayBox& box : all.boxes) {
        expected += box.level >= wanted.from && box.level <= wanted.to ? 1 : 0;
    }
    EXPECT_EQ(some.cells, expected);
    ASSERT_EQ(some.boxes.size(), expected);
    int level = wanted.from;
    for (const OverlayBox& box : some.boxes) {
        EXPECT_GE(box.level, level) << "coarse ones first";
        level = box.level;
    }
    EXPECT_LE(level, wanted.to);
}

TEST_F(OctreeOutlines, LeaveOutTheFinestLevelsWhereTheyWouldBeTooMany) {
    bodies_ = galaxies(400'000);
    const OverlayBoxes all = overlay({.leaf = 1});
    EXPECT_GT(all.cells, max_overlay_boxes / 20);
    EXPECT_LE(all.cells, max_overlay_boxes);
    EXPECT_LT(all.drawn.to, all.found.to);
    EXPECT_LE(all.boxes.back().level, all.drawn.to);
}

TEST_F(OctreeOutlines, MeetEveryBodyOnceInABodysWalk) {
    for (const bool relative : {true, false}) {
        for (const std::size_t body : {0U, 1234U, 2999U}) {
            const OverlayBoxes walk = overlay(walk_of(body, relative));
            ASSERT_TRUE(walk.met.has_value());
            const auto met = boxes_of_bodies(
                walk, [](const OverlayBox& box) { return box.role != BoxRole::group; });
            EXPECT_EQ(met, std::vector<int>(bodies_.size(), 1)) << body << ' ' << relative;
            EXPECT_GT(walk.met->leaves, 0U);
            EXPECT_GT(walk.met->whole + walk.met->points, 0U);
            EXPECT_EQ(walk.boxes.size(), walk.met->whole + walk.met->points + walk.met->leaves + 1);
        }
    }
}

TEST_F(OctreeOutlines, PutThePickedBodyInItsGroupAndItsGroupInLeavesThatAreOpened) {
    const std::size_t body = 1234;
    const OverlayBoxes walk = overlay(walk_of(body, true));
    ASSERT_EQ(walk.boxes.back().role, BoxRole::group);
    EXPECT_EQ(walk.boxes.back().bodies, walk.met->in_group);
    EXPECT_GE(walk.met->in_leaves, walk.met->in_group);
    const auto groups =
        boxes_of_bodies(walk, [](const OverlayBox& box) { return box.role == BoxRole::group; });
    EXPECT_EQ(groups[body], 1);
    const auto leaves =
        boxes_of_bodies(walk, [](const OverlayBox& box) { return box.role == BoxRole::leaf; });
    EXPECT_EQ(leaves[body], 1);
}

TEST_F(OctreeOutlines, AreNoneForNoBodiesAndForPlacesThatAreNoNumbers) {
    bodies_.position.y[17] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(builder_.build(view(bodies_), {}, workers_, {}).has_value());
    EXPECT_FALSE(builder_.build({}, {}, workers_, {}).has_value());
}

TEST_F(OctreeOutlines, AreFainterWhereTheyStandBehindAWalk) {
    OverlayRequest request = walk_of(0, true);
    request.boxes = true;
    const OverlayBoxes both = overlay(request);
    request.body.reset();
    const OverlayBoxes alone = overlay(request);
    ASSERT_EQ(both.boxes.front().role, BoxRole::cell);
    EXPECT_LT(line_boxes(both).front().colour[3], line_boxes(alone).front().colour[3]);
    EXPECT_EQ(line_boxes(both).size(), both.boxes.size());
}

} // namespace
} // namespace orrery
