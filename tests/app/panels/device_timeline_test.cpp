// The Timings panel with several GPUs; no GPU is needed.

#include "app/panels/timings.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(DeviceTimeline, HasARowForEachMemberInTheGroupsOrder) {
    History history;
    add_shared_step(history, 9, {1, 0, 1}, 4);
    const DeviceTimeline timeline = device_timeline(history);
    ASSERT_EQ(timeline.rows.size(), 3U);
    EXPECT_EQ(timeline.rows[0].name, "GPU 1");
    EXPECT_EQ(timeline.rows[1].name, "GPU 0");
    EXPECT_EQ(timeline.rows[2].name, "GPU 1 (2)") << "a GPU that counts as two";
    EXPECT_EQ(timeline.phases, (std::vector<std::string>{"exchange", "layout", "forces"}));
    for (const DeviceTimeline::Row& row : timeline.rows) {
        ASSERT_EQ(row.spans.size(), 3U);
        for (const StepTimings::DeviceSpan& span : row.spans) {
            EXPECT_EQ(span.member, row.member);
            EXPECT_LE(span.end, timeline.milliseconds);
        }
    }
    EXPECT_DOUBLE_EQ(timeline.milliseconds, 4);
}

TEST(DeviceTimeline, IsOfTheNewestStepOnly) {
    History history;
    EXPECT_TRUE(device_timeline(history).rows.empty()) << "no step yet";
    add_shared_step(history, 8, {0, 1}, 4);
    add_steps(history, "cpu.simd", 9, 9.5, 1, 1e9);
    EXPECT_TRUE(device_timeline(history).rows.empty()) << "now the CPU computes";
}

} // namespace
} // namespace orrery
