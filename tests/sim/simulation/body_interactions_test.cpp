// The number of terms in each body's sum, which may colour it: counted when asked for, and only
// then.

#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t count = 3000;
constexpr float all_others = count - 1;

class BodyInteractions : public testing::TestWithParam<Precision> {
protected:
    BodyInteractions() { simulation_.load(make_scene(find_scene("plummer"), count, 1), settings_); }

    Settings settings(const std::string& algorithm) const {
        Settings settings;
        settings.algorithm = algorithm;
        settings.precision = GetParam();
        settings.count_interactions = true;
        return settings;
    }

    std::vector<float> interactions() const {
        std::vector<float> xyzs(4 * count);
        simulation_.write_latest({xyzs.data(), count}, BodyScalar::interactions);
        std::vector<float> scalars;
        for (std::size_t i = 0; i < count; ++i) {
            scalars.push_back(xyzs[4 * i + 3]);
        }
        return scalars;
    }

    void expect_all_others() const { EXPECT_EQ(interactions(), std::vector(count, all_others)); }

    // Numbers that vary, and together are what the last evaluation reports.
    void expect_counted() const {
        double sum = 0;
        for (const float terms : interactions()) {
            sum += double{terms};
        }
        EXPECT_EQ(sum, simulation_.timings().interactions);
        const std::vector<float> counted = interactions();
        EXPECT_LT(*std::min_element(counted.begin(), counted.end()),
                  *std::max_element(counted.begin(), counted.end()));
    }

    Settings settings_ = settings("cpu.tree");
    Simulation simulation_;
};

TEST_P(BodyInteractions, OfATreeAreThoseOfTheLastEvaluation) {
    expect_all_others(); // nothing has been evaluated
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    expect_counted();
    ASSERT_EQ(simulation_.step(), Outcome::complete);
    expect_counted();
}

TEST_P(BodyInteractions, OfADirectSumAreAllOtherBodies) {
    settings_.algorithm = "cpu.simd";
    simulation_.apply(settings_);
    ASSERT_EQ(simulation_.step(), Outcome::complete);
    expect_all_others();
}

TEST_P(BodyInteractions, OfATreeDoNotOutliveIt) {
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    simulation_.apply(settings("cpu.simd"));
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    expect_all_others();
}

TEST_P(BodyInteractions, AreCountedOnceTheyAreAskedForThoughTheForcesAreKnown) {
    settings_.count_interactions = false;
    simulation_.apply(settings_);
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    expect_all_others();
    settings_.count_interactions = true;
    simulation_.apply(settings_);
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    expect_counted();
}

TEST_P(BodyInteractions, TakeMemoryOnlyWhileTheyAreAskedFor) {
    const auto bytes_after_two_steps = [&](bool counted) {
        settings_.count_interactions = counted;
        simulation_.apply(settings_);
        EXPECT_EQ(simulation_.step(), Outcome::complete);
        EXPECT_EQ(simulation_.step(), Outcome::complete);
        return simulation_.memory_bytes();
    };
    settings_.measure_energy = false;
    const std::size_t without = bytes_after_two_steps(false);
    const std::size_t with = bytes_after_two_steps(true);
    EXPECT_GE(with, without + 2 * count * sizeof(float));
    EXPECT_LT(bytes_after_two_steps(false), with - count * sizeof(float));
}

INSTANTIATE_TEST_SUITE_P(Precisions, BodyInteractions,
                         testing::Values(Precision::fp32, Precision::fp64),
                         [](const auto& instance) {
                             return instance.param == Precision::fp32 ? "fp32" : "fp64";
                         });

} // namespace
} // namespace orrery
