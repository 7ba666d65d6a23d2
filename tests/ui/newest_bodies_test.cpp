// When bodies are brought anew to the buffer that is drawn from.
#include "app/window/body_publisher.hpp"
#include "tests/render/graphics_test.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

// A simulation in a pause: nothing of it changes by itself.
class NewestBodiesInAPause : public GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        Settings settings;
        settings.source = "plummer";
        settings.bodies = 64;
        settings.algorithm = "cpu.simd";
        settings.running = false;
        simulation_.set(settings);
        simulation_.wait_until_idle({});
    }
    // How many named places came along; -1: nothing was brought.
    int brought(const std::vector<std::size_t>& named, BodyScalar scalar = BodyScalar::none) {
        const auto written = newest_.bring(simulation_, simulation_.status(), scalar, named);
        return written ? static_cast<int>(written->named.size()) : -1;
    }

    SimulationThread simulation_;
    NewestBodies newest_;
};

TEST_F(NewestBodiesInAPause, ComeOnceUntilOthersAreNamed) {
    EXPECT_EQ(brought({}), 0);
    EXPECT_EQ(brought({}), -1) << "they are there";
    EXPECT_EQ(brought({3}), 1);
    EXPECT_EQ(brought({3}), -1);
    EXPECT_EQ(brought({4}), 1) << "as many, but another one";
    EXPECT_EQ(brought({4, 3}), 2);
    EXPECT_EQ(brought({3, 4}), 2) << "in the order that was asked for";
    EXPECT_EQ(brought({}), 0) << "nobody is followed any more";
    EXPECT_EQ(brought({}, BodyScalar::speed), 0) << "their colour means something else";
    EXPECT_EQ(brought({}, BodyScalar::speed), -1);
}

TEST_F(NewestBodiesInAPause, ComeAgainWhenAHandHasBeenThereAndWhenThatIsTakenBack) {
    EXPECT_EQ(brought({5}), 1);
    simulation_.edit({.what = RemovedBody{2}, .words = "delete 3"});
    simulation_.wait_until_idle({});
    EXPECT_EQ(brought({5}), 1) << "number 5 is another body now";
    EXPECT_EQ(newest_.bodies().count(), 63U);
    EXPECT_EQ(brought({5}), -1);
    const std::vector<Replaced> replaced = simulation_.take_replaced();
    ASSERT_FALSE(replaced.empty());
    simulation_.restore(replaced.back().timeline, simulation_.status().settings);
    simulation_.wait_until_idle({});
    EXPECT_EQ(brought({5}), 1);
    EXPECT_EQ(newest_.bodies().count(), 64U);
    EXPECT_EQ(brought({5}), -1);
}

} // namespace
} // namespace orrery
