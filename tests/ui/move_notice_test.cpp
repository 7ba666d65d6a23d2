#include "app/state/history.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class MoveNotice : public testing::Test {
protected:
    MoveNotice() {
        on_host_.loaded = on_gpu_.loaded = true;
        on_host_.load_serial = on_gpu_.load_serial = 3;
        on_host_.move_milliseconds = 4.5;
        on_gpu_.move_milliseconds = 12.3;
        on_gpu_.state_device = 1;
    }

    SimulationStatus on_host_, on_gpu_;
};

TEST_F(MoveNotice, TellsWhereTheBodiesWentAndHowLongItTook) {
    EXPECT_EQ(move_notice(on_host_, on_gpu_), "Bodies copied to GPU 1 in 12.3 ms");
    EXPECT_EQ(move_notice(on_gpu_, on_host_), "Bodies copied to host memory in 4.50 ms");
    SimulationStatus elsewhere = on_gpu_;
    elsewhere.state_device = 0;
    EXPECT_EQ(move_notice(on_gpu_, elsewhere), "Bodies copied to GPU 0 in 12.3 ms");
}

TEST_F(MoveNotice, IsSilentWhileTheyStay) {
    EXPECT_FALSE(move_notice(on_host_, on_host_));
    EXPECT_FALSE(move_notice(on_gpu_, on_gpu_));
}

TEST_F(MoveNotice, IsSilentAboutBodiesThatWereLoadedThere) {
    EXPECT_FALSE(move_notice({}, on_gpu_)) << "the first load";
    on_gpu_.load_serial = 4;
    EXPECT_FALSE(move_notice(on_host_, on_gpu_));
}

} // namespace
} // namespace orrery
