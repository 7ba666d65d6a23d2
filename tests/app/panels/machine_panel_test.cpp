// What the machine panel computes before it draws.

#include "app/panels/machine_plots.hpp"
#include "app/panels/step_words.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

class MachinePanel : public testing::Test {
protected:
    MachinePanel() { app_.status.settings = app_.settings; }

    PanelsState state_;
    AppState& app_ = state_.app;
};

TEST_F(MachinePanel, RaisesARoofForEachKindOfProcessor) {
    const Roofline line = roofline(app_);
    ASSERT_EQ(line.roofs.size(), 2U);
    for (const Roof& roof : line.roofs) {
        EXPECT_DOUBLE_EQ(roof.at(roof.ridge()), roof.flops);
        EXPECT_DOUBLE_EQ(roof.at(roof.ridge() / 10), roof.flops / 10) << "the slope is memory";
        EXPECT_DOUBLE_EQ(roof.at(roof.ridge() * 10), roof.flops) << "the ceiling is arithmetic";
        EXPECT_GT(roof.issue_limit, 0);
        EXPECT_LT(roof.issue_limit, roof.flops);
    }
    app_.peaks->gpus.clear();
    EXPECT_EQ(roofline(app_).roofs.size(), 1U);
}

TEST_F(MachinePanel, KnowsNoIssueLimitInDouble) {
    app_.status.settings.precision = Precision::fp64;
    for (const Roof& roof : roofline(app_).roofs) {
        EXPECT_EQ(roof.issue_limit, 0) << roof.name;
        EXPECT_LT(roof.flops, 1e14);
    }
}

TEST_F(MachinePanel, PlacesEveryAlgorithmThatHasRunWithinItsLimits) {
    const Roofline line = roofline(app_);
    ASSERT_EQ(line.dots.size(), solvers().size());
    std::size_t live = 0;
    for (const RoofDot& dot : line.dots) {
        EXPECT_NEAR(dot.flops, 20 * 1.94e12, 1e6) << dot.algorithm;
        EXPECT_GT(dot.intensity, line.intensities.low) << dot.algorithm;
        EXPECT_LT(dot.intensity, line.intensities.high) << dot.algorithm;
        EXPECT_GT(dot.flops, line.flops.low) << dot.algorithm;
        EXPECT_LT(dot.flops, line.flops.high) << dot.algorithm;
        live += dot.live ? 1 : 0;
    }
    EXPECT_EQ(live, 1U);
}

TEST_F(MachinePanel, PlacesTilesFurtherToTheRight) {
    const auto intensity = [](const char* id) {
        return arithmetic_intensity(find_solver(id).info, Precision::fp32);
    };
    EXPECT_DOUBLE_EQ(intensity("cpu.aos"), 20.0 / 16);
    EXPECT_GT(intensity("cpu.aos_tiled"), 10 * intensity("cpu.aos"));
    EXPECT_GT(intensity("cpu.simd"), intensity("cpu.soa"));
}

TEST_F(MachinePanel, TellsRatesAsAShareOfThePeak) {
    const SolverInfo& info = find_solver("cpu.simd").info;
    const double peak = app_.peaks->flops(Space::host, Precision::fp32);
    EXPECT_EQ(peak_share(app_, info, 0.43 * peak / 20), "43 %");
    EXPECT_EQ(peak_share(app_, info, 0.0125 * peak / 20).substr(0, 2), "1.");
    EXPECT_EQ(peak_share(app_, info, 0), "");
    app_.peaks.reset();
    EXPECT_EQ(peak_share(app_, info, 1e9), "");
}

TEST(BandwidthTable, DrawsCurvesForTheMiddleNumberOfBlocks) {
    ProcessorPeaks gpu;
    gpu.bandwidth = {{Access::rows, 4, 32, 1, 1e9},
                     {Access::rows, 4, 32, 8, 7e9},
                     {Access::rows, 4, 64, 8, 9e9},
                     {Access::columns, 4, 32, 8, 2e9}};
    EXPECT_EQ(curve_blocks(gpu), 8);
    const auto curves = bandwidth_curves_of(gpu);
    ASSERT_EQ(curves.size(), 2U);
    EXPECT_EQ(curves[0].threads, (std::vector<double>{32, 64}));
    EXPECT_EQ(curves[0].gigabytes, (std::vector<double>{7, 9}));

    const BandwidthGrid grid = bandwidth_grid(gpu, Access::rows, 4);
    EXPECT_EQ(grid.columns, (std::vector<std::string>{"32", "64"}));
    EXPECT_EQ(grid.rows, (std::vector<std::string>{"8", "1"})) << "many blocks at the top";
    EXPECT_EQ(grid.gigabytes, (std::vector<double>{7, 9, 1, 0}));
    EXPECT_TRUE(bandwidth_grid(gpu, Access::copy, 4).gigabytes.empty());
}

} // namespace
} // namespace orrery
