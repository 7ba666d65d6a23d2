#include "render/capture.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace orrery {
namespace {

using BodyBufferTest = GraphicsTest;

TEST_F(BodyBufferTest, IsEmptyAtFirst) {
    BodyBuffer buffer;
    EXPECT_EQ(buffer.bytes(), 0U);
    EXPECT_EQ(buffer.count(), 0U);
    EXPECT_EQ(buffer.gl_buffer(), 0U);
    EXPECT_TRUE(buffer.newest().empty());
    EXPECT_EQ(buffer.map().capacity, 0U);
    buffer.unmap(0);
    EXPECT_EQ(buffer.gl_buffer(), 0U);
}

TEST_F(BodyBufferTest, ShowsOpenGLExactlyWhatWasWritten) {
    BodyBuffer buffer;
    for (int round = 0; round < 10; ++round) {
        const Bodies4 bodies = numbered(1000, static_cast<float>(1000 * round));
        fill(buffer, bodies);
        ASSERT_EQ(buffer.count(), 1000U);
        EXPECT_EQ(as_gl_sees_it(buffer), bodies) << round;
        EXPECT_TRUE(std::ranges::equal(buffer.newest(), bodies)) << round;
    }
}

TEST_F(BodyBufferTest, NeverHandsOutWhatIsBeingDrawn) {
    BodyBuffer buffer;
    BodyRenderer renderer(shader_source_folder());
    const Framebuffer framebuffer({64, 36});
    std::set<unsigned int> names;
    for (int round = 0; round < 9; ++round) {
        const Bodies4 before = numbered(500, static_cast<float>(round));
        fill(buffer, before);
        names.insert(buffer.gl_buffer());
        renderer.draw(buffer, Camera(), BodyStyle(), {64, 36}, framebuffer.gl_framebuffer());
        const BodyTarget next = buffer.map();
        std::fill_n(next.xyzs, 4 * next.capacity, -1.0F);
        EXPECT_EQ(as_gl_sees_it(buffer), before) << "half written bodies show";
        buffer.unmap(0);
    }
    EXPECT_EQ(names.size(), 3U) << "a ring of three";
}

TEST_F(BodyBufferTest, GrowsOnDemandAndShowsTheOldBodiesUntilThereAreNewOnes) {
    BodyBuffer buffer;
    const Bodies4 few = numbered(10, 1);
    fill(buffer, few);
    buffer.resize(100'000);
    EXPECT_GE(buffer.bytes(), 3U * 16U * 100'000U);
    EXPECT_GE(buffer.bytes(), 3U * 16U * 100'000U);
    EXPECT_EQ(buffer.count(), 10U);
    EXPECT_EQ(as_gl_sees_it(buffer), few);

    const Bodies4 many = numbered(100'000, 2);
    fill(buffer, many);
    EXPECT_EQ(as_gl_sees_it(buffer), many);
    buffer.resize(10);
    EXPECT_GE(buffer.bytes(), 3U * 16U * 100'000U) << "what has grown stays";
    fill(buffer, few);
    EXPECT_EQ(as_gl_sees_it(buffer), few);
}

TEST_F(BodyBufferTest, SaysSoWhenThereIsNoRoomAndKeepsWhatItHas) {
    BodyBuffer buffer;
    const Bodies4 few = numbered(10, 1);
    fill(buffer, few);
    try {
        buffer.resize(std::numeric_limits<std::size_t>::max() / 64);
        FAIL() << "found room for more bodies than there is memory in the world";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::failed);
        EXPECT_FALSE(error.hint().empty());
    }
    EXPECT_EQ(as_gl_sees_it(buffer), few);
    fill(buffer, few);
    EXPECT_EQ(buffer.count(), 10U);
}

} // namespace
} // namespace orrery
