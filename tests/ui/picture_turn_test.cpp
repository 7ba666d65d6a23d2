// The pictures' turns end with what OpenGL has really done.
#include "app/window/picture_turn.hpp"
#include "tests/render/graphics_test.hpp"

#include <GL/glew.h>
#include <gtest/gtest.h>

namespace orrery {
namespace {

class PictureTurns : public GraphicsTest {
protected:
    GpuTurns turns{{.of_pictures = Clock::duration::zero(), .of_steps = Clock::duration::zero()}};

    // Whether a step would have to work beside a picture.
    bool picture_has_turn() {
        const auto before = turns.counts().beside_a_picture;
        { const StepTurn step(turns, {}); }
        return turns.counts().beside_a_picture != before;
    }
};

TEST_F(PictureTurns, LastUntilThePictureIsDrawn) {
    PictureTurn turn(turns);
    turn.begin(true);
    const GlBuffer something_to_do = GlBuffer::create();
    glNamedBufferStorage(something_to_do.name(), 1024, nullptr, 0);
    EXPECT_TRUE(picture_has_turn());
    turn.end();
    glFinish();
    turn.begin(false); // looks again at one that took its time
    EXPECT_FALSE(picture_has_turn());
    EXPECT_EQ(turns.counts().pictures, 1U);
}

TEST_F(PictureTurns, AreNotTakenWhereTheSimulationHasAnotherGpuOrNone) {
    PictureTurn turn(turns);
    turn.begin(false);
    EXPECT_FALSE(picture_has_turn());
    turn.end();
    EXPECT_EQ(turns.counts().pictures, 0U);
}

TEST_F(PictureTurns, EndWithTheWindowInTheMiddleOfAFrame) {
    {
        PictureTurn turn(turns);
        turn.begin(true);
    }
    EXPECT_FALSE(picture_has_turn());
}

} // namespace
} // namespace orrery
