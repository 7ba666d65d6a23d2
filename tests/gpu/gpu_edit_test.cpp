// Bodies that are added, changed and taken away while a GPU has them.

#include "sim/simulation/body_edit.hpp"
#include "sim/simulation/time_travel.hpp"
#include "tests/gpu/gpu_test.hpp"

namespace orrery {
namespace {

constexpr std::size_t edited_on_gpu = 1000;

class GpuEdit : public GpuTest {};

double largest_difference(const HostArray<double>& a, const HostArray<double>& b,
                          std::size_t first_of_b, std::size_t count) {
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        largest = std::max(largest, std::abs(a[i] - b[first_of_b + i]));
    }
    return largest;
}

TEST_F(GpuEdit, KeepsAllOtherBodiesToTheLastBitForEveryAlgorithm) {
    for (const std::string& algorithm : gpu_algorithms()) {
        Simulation simulation;
        simulation.load(plummer(edited_on_gpu), settings_of(algorithm, Precision::fp32));
        for (int step = 0; step < 20; ++step) { // some sort their bodies meanwhile
            ASSERT_EQ(simulation.step(), Outcome::complete) << algorithm;
        }
        const System before = simulation.snapshot();
        simulation.edit({RemovedBody{0}, ""});
        simulation.edit({AddedBody{0.25, {3, 0, 0}, {0, 0.5, 0}}, ""});
        simulation.edit({ChangedBody{.number = 7, .mass_factor = 2}, ""});
        EXPECT_TRUE(simulation.state_device()) << algorithm;
        const System after = simulation.snapshot();
        ASSERT_EQ(after.bodies.size(), edited_on_gpu) << algorithm;
        EXPECT_EQ(after.time, before.time) << algorithm;
        const std::size_t rest = edited_on_gpu - 1;
        EXPECT_EQ(largest_difference(after.bodies.position.x, before.bodies.position.x, 1, rest), 0)
            << algorithm;
        EXPECT_EQ(largest_difference(after.bodies.velocity.z, before.bodies.velocity.z, 1, rest), 0)
            << algorithm;
        EXPECT_EQ(after.bodies.mass[6], 2 * before.bodies.mass[7]) << algorithm;
        EXPECT_EQ(after.bodies.mass[rest], 0.25) << algorithm;
        ASSERT_EQ(simulation.step(), Outcome::complete) << algorithm;
        const ForceError error = simulation.force_error(100, 1).value();
        // A mesh promises little at so small a softening, but no other bodies' forces.
        EXPECT_LT(error.median, error.promised_from > 0 ? 0.6 : 1e-2)
            << algorithm << " computes with the bodies of now";
        EXPECT_EQ(simulation.count(), edited_on_gpu) << algorithm;
    }
}

TEST_F(GpuEdit, IsTakenBackToTheLastBit) {
    for (const std::string& algorithm : gpu_algorithms()) {
        const Settings settings = settings_of(algorithm, Precision::fp32);
        Simulation simulation;
        TimeTravel travel(simulation);
        simulation.load(plummer(edited_on_gpu), settings);
        travel.begin();
        for (int step = 0; step < 5; ++step) {
            ASSERT_EQ(simulation.step(), Outcome::complete) << algorithm;
            travel.stepped();
        }
        const System before = simulation.snapshot();
        const auto whole = travel.whole();
        simulation.edit({AddedRing{.bodies = 50, .radius = 1}, ""});
        travel.edited();
        ASSERT_EQ(simulation.count(), edited_on_gpu + 50) << algorithm;
        ASSERT_EQ(simulation.step(), Outcome::complete) << algorithm;
        travel.stepped();
        travel.resume(*whole, settings);
        EXPECT_TRUE(same(simulation.snapshot(), before)) << algorithm;
        EXPECT_TRUE(simulation.state_device()) << algorithm;
    }
}

} // namespace
} // namespace orrery
