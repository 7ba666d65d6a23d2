// Solvers that sort the bodies are given them sorted, more or less; whoever else asks finds every
// body under its index in original order.

#include "sim/machine/devices.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/state/state.hpp"
#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <tuple>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t count = 3000;
constexpr int steps = 40; // the bodies are put in order before the first one, and twice more

System galaxies() {
    System system = make_scene(find_scene("galaxy_collision"), count, 1);
    for (std::size_t i = 0; i < count; ++i) { // so that a body is known by its mass
        system.bodies.mass[i] *= 1 + 1e-4 * static_cast<double>(i);
    }
    return system;
}

// Each body in its place, to what the forces of two algorithms may differ by.
void expect_same_bodies(const System& a, const System& b, double tolerance) {
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3 apart = position(a, i) - position(b, i);
        ASSERT_LT(length(apart), tolerance * std::max(1.0, length(position(a, i)))) << i;
        ASSERT_EQ(a.bodies.mass[i], b.bodies.mass[i]) << i;
    }
}

class BodyOrder : public testing::TestWithParam<std::tuple<std::string, Precision>> {
protected:
    void SetUp() override {
        const SolverEntry& entry = find_solver(std::get<0>(GetParam()));
        if (!entry.unavailable().empty()) {
            GTEST_SKIP() << entry.unavailable();
        }
        simulation_.load(galaxies(), settings());
        for (int step = 0; step < steps; ++step) {
            ASSERT_EQ(simulation_.step(), Outcome::complete);
        }
    }

    static Settings settings(const std::string& algorithm = std::get<0>(GetParam())) {
        Settings settings;
        settings.algorithm = algorithm;
        settings.precision = std::get<1>(GetParam());
        settings.measure_energy = false;
        return settings;
    }
    // In the same memory.
    static std::string direct_sum() {
        return std::get<0>(GetParam()).starts_with("cpu.") ? "cpu.simd_threads" : "gpu.register";
    }

    std::vector<float> picture(BodyScalar scalar) const {
        std::vector<float> xyzs(4 * count);
        simulation_.write_latest({xyzs.data(), count}, scalar);
        return xyzs;
    }

    Simulation simulation_;
};

TEST_P(BodyOrder, IsTheOriginalOneInEveryCopy) {
    Simulation other;
    const bool mesh = std::get<0>(GetParam()) == "gpu.mesh"; // smooths what is near
    other.load(galaxies(), settings(mesh ? "cpu.mesh" : "cpu.simd_threads"));
    for (int step = 0; step < steps; ++step) {
        ASSERT_EQ(other.step(), Outcome::complete);
    }
    expect_same_bodies(simulation_.snapshot(), other.snapshot(), 1e-3);
}

TEST_P(BodyOrder, IsTheOriginalOneInPictures) {
    const System now = simulation_.snapshot();
    const std::vector<float> speeds = picture(BodyScalar::speed);
    const std::vector<float> of_components = picture(BodyScalar::component);
    const std::vector<Component>& components = simulation_.catalogue().components;
    ASSERT_GT(components.size(), 1U);
    for (std::size_t k = 0; k < components.size(); ++k) {
        for (std::size_t n = 0; n < components[k].count; ++n) {
            const std::size_t i = components[k].first + n;
            ASSERT_EQ(of_components[4 * i + 3], static_cast<float>(k));
            ASSERT_EQ(of_components[4 * i], static_cast<float>(now.bodies.position.x[i]));
            ASSERT_EQ(speeds[4 * i + 2], static_cast<float>(now.bodies.position.z[i]));
            ASSERT_NEAR(speeds[4 * i + 3], length(velocity(now, i)),
                        1e-6 * length(velocity(now, i)));
        }
    }
}

TEST_P(BodyOrder, IsThatOfTheForcesToo) {
    Simulation fresh; // in the original order
    fresh.load(simulation_.snapshot(), settings());
    ASSERT_EQ(fresh.evaluate(), Outcome::complete);
    const auto error = simulation_.force_error(count, 1);
    const auto expected = fresh.force_error(count, 1);
    ASSERT_TRUE(error && expected);
    EXPECT_NEAR(error->median, expected->median, 0.2 * expected->median);
    EXPECT_LT(expected->median, 0.5); // those of other bodies would be wrong by their size
}

TEST_P(BodyOrder, IsNotTouchedByASwitchOfAlgorithm) {
    const System before = simulation_.snapshot();
    for (const char* algorithm : {"cpu.simd", "cpu.tree", "cpu.simd_threads"}) {
        simulation_.apply(settings(algorithm));
        expect_same_bodies(simulation_.snapshot(), before, 1e-30);
    }
    simulation_.apply(settings());
    ASSERT_EQ(simulation_.step(), Outcome::complete);
    expect_same_bodies(simulation_.snapshot(), before, 10 * simulation_.time_step());
}

TEST_P(BodyOrder, IsGivenUpWhereNobodySorts) {
    const System before = simulation_.snapshot();
    simulation_.apply(settings(direct_sum()));
    const std::size_t bytes_before = simulation_.memory_bytes();
    expect_same_bodies(simulation_.snapshot(), before, 1e-30);
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    const std::size_t bytes_with_order = simulation_.memory_bytes();
    EXPECT_GE(bytes_with_order, bytes_before);
    ASSERT_EQ(simulation_.step(), Outcome::complete);
    EXPECT_LE(simulation_.memory_bytes() + count * sizeof(std::uint32_t), bytes_with_order);
    const double step = simulation_.time_step();
    expect_same_bodies(simulation_.snapshot(), before, 10 * step);
    EXPECT_LT(simulation_.force_error(count, 1)->p99, 1e-4);
}

TEST_P(BodyOrder, SurvivesAStepThatIsStopped) {
    const System before = simulation_.snapshot();
    std::stop_source stop;
    stop.request_stop();
    for (int attempt = 0; attempt < 20; ++attempt) {
        ASSERT_EQ(simulation_.step(stop.get_token()), Outcome::cancelled);
    }
    expect_same_bodies(simulation_.snapshot(), before, 1e-30);
    ASSERT_EQ(simulation_.step(), Outcome::complete);
    expect_same_bodies(simulation_.snapshot(), before, 10 * simulation_.time_step());
}

std::vector<std::string> sorting_algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.sorts_bodies) {
            ids.emplace_back(entry.info.id);
        }
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Sorting, BodyOrder,
                         testing::Combine(testing::ValuesIn(sorting_algorithms()),
                                          testing::Values(Precision::fp32, Precision::fp64)),
                         [](const auto& instance) {
                             std::string name = std::get<0>(instance.param);
                             name.replace(name.find('.'), 1, "_");
                             const bool single = std::get<1>(instance.param) == Precision::fp32;
                             return name + (single ? "_fp32" : "_fp64");
                         });

TEST(StateOrder, IsAnotherOneOnlyUntilTheOriginalOneIsAskedFor) {
    const Bodies<double> bodies = galaxies().bodies;
    const auto state = make_host_state(bodies, Precision::fp64);
    EXPECT_TRUE(state->in_original_order());
    Workers workers(2);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    std::vector<std::uint32_t> order;
    for (std::size_t k = 0; k < count; ++k) {
        order.push_back(static_cast<std::uint32_t>((1471 * k + 12) % count));
    }
    for (const std::uint32_t* next :
         {order.data(), order.data(), static_cast<std::uint32_t*>(nullptr)}) {
        state->prepare_order(next, execution);
        state->commit_order();
        EXPECT_EQ(state->in_original_order(), next == nullptr);
        const Bodies<double> now = finish_bodies(*state->begin_reading(whole_bodies()));
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(now.position.y[i], bodies.position.y[i]);
            ASSERT_EQ(now.velocity.x[i], bodies.velocity.x[i]);
            ASSERT_EQ(now.mass[i], bodies.mass[i]);
        }
    }
}

} // namespace
} // namespace orrery
