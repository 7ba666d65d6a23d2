// Which planes of a mesh bodies reach: arithmetic, for which no GPU is needed.

#include "sim/solvers/mesh/mesh_planes.cuh"

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

std::vector<std::size_t> planes_in(const MeshPlanes& planes, const BodyPart& part) {
    std::vector<std::size_t> found;
    for (const BodyPart& run : planes.runs(part)) {
        for (std::size_t plane = run.first; plane < run.end; ++plane) {
            found.push_back(plane);
        }
    }
    return found;
}

using Planes = std::vector<std::size_t>;

TEST(MeshPlanes, AreThoseOfBricksAndACloudBeyond) {
    const MeshPlanes planes = MeshPlanes::reached({false, true, false, false}, 32, 3, 0);
    EXPECT_EQ(planes_in(planes, {0, 32}), (Planes{8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
    EXPECT_EQ(planes_in(planes, {12, 14}), (Planes{12, 13})) << "of a part";
    EXPECT_TRUE(planes.runs({18, 32}).empty());
}

TEST(MeshPlanes, GoOnAtTheOtherEnd) {
    const MeshPlanes last = MeshPlanes::reached({false, false, false, true}, 32, 3, 2);
    EXPECT_EQ(planes_in(last, {0, 32}),
              (Planes{0, 1, 2, 3, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}));
    const MeshPlanes first = MeshPlanes::reached({true, false, false, false}, 32, 3, 2);
    EXPECT_EQ(planes_in(first, {16, 32}), (Planes{30, 31}));
}

TEST(MeshPlanes, OfADoubledMeshEndBehindItsBodies) {
    const MeshPlanes planes = MeshPlanes::reached({true, true}, 32, 4, 0);
    EXPECT_EQ(planes_in(planes, {16, 32}), (Planes{16, 17, 18}));
}

TEST(MeshPlanes, AreRunsWithoutGaps) {
    MeshPlanes planes = MeshPlanes::reached({true, false, false, true}, 64, 2, 0);
    ASSERT_EQ(planes.runs({0, 64}).size(), 2U);
    EXPECT_EQ(planes.runs({0, 64})[1].first, 24U);
    EXPECT_EQ(planes.runs({0, 64})[1].end, 33U);
    planes.add({9, 24});
    EXPECT_EQ(planes.runs({0, 64}).size(), 1U);
    EXPECT_EQ(MeshPlanes::all().runs({0, MeshPlanes::most}).size(), 1U);
}

} // namespace
} // namespace orrery
