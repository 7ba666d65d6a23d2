// Densities of a simulation that goes on, where its bodies are.

#include "sim/gauss/error_bound.hpp"
#include "sim/machine/devices.hpp"
#include "sim/simulation/live_density.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "tests/patience.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

constexpr double sigma = 0.2;
constexpr double error = 1e-4;

class LiveDensityTest : public testing::Test {
protected:
    void show(const std::string& algorithm, std::size_t bodies, bool running,
              Precision precision = Precision::fp32) {
        Settings settings;
        settings.algorithm = algorithm;
        settings.precision = precision;
        settings.source = "plummer";
        settings.bodies = bodies;
        settings.running = running;
        settings.steps_per_second = 0;
        simulation_.set(settings);
        ASSERT_TRUE(wait_until([&](const SimulationStatus& status) {
            return status.loaded && status.count == bodies &&
                   status.settings.algorithm == algorithm && status.settings.running == running;
        }));
    }
    // A system of its own, at rest.
    void show(Bodies<double> bodies, const std::string& algorithm, Precision precision) {
        Settings settings;
        settings.algorithm = algorithm;
        settings.precision = precision;
        settings.running = false;
        auto system = std::make_shared<System>();
        system->bodies = std::move(bodies);
        const std::size_t count = system->bodies.size();
        simulation_.begin_with(std::move(system), settings);
        ASSERT_TRUE(wait_until([&](const SimulationStatus& status) {
            return status.loaded && status.count == count;
        }));
    }
    bool wait_until(const std::function<bool(const SimulationStatus&)>& condition) {
        return wait_for([&] { return condition(simulation_.status()); });
    }

    LiveDensity::Source source() const {
        const SimulationStatus status = simulation_.status();
        return {simulation_, status.load_serial, status.bodies_serial, status.state_device};
    }

    // Compares the densities of a simulation at rest with the definition.
    void expect_right_densities() {
        ASSERT_TRUE(live_.take_bodies(source()));
        const BodyValues now = simulation_.read({.position = true, .mass = true});
        Bodies<double> bodies(now.mass.size());
        bodies.position = now.position;
        bodies.mass = now.mass;
        const auto at_bodies = live_.at_bodies(sigma, error, {});
        ASSERT_TRUE(at_bodies);
        expect_near(*at_bodies, exact_densities(bodies, bodies.position, sigma), bodies);
        VectorArray<double> points(50);
        for (std::size_t i = 0; i < points.size(); ++i) {
            points.x[i] = bodies.position.x[0] + 0.03 * static_cast<double>(i);
            points.y[i] = bodies.position.y[0] - 0.2;
            points.z[i] = bodies.position.z[0];
        }
        const auto at_points = live_.at_points(points, sigma, error, {});
        ASSERT_TRUE(at_points);
        expect_near(*at_points, exact_densities(bodies, points, sigma), bodies);
    }

    static void expect_near(const std::vector<float>& got, std::vector<double> exact,
                            const Bodies<double>& bodies) {
        const double volume = std::pow(2 * std::numbers::pi, 1.5) * std::pow(sigma, 3);
        for (double& density : exact) {
            density /= volume;
        }
        const double mass = std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
        ASSERT_EQ(got.size(), exact.size());
        EXPECT_LE(greatest_difference({got.begin(), got.end()}, exact),
                  (pair_error(error) + 3e-6) * mass / volume);
    }

    SimulationThread simulation_;
    LiveDensity live_{2, Workers::Priority::normal};
};

TEST_F(LiveDensityTest, IsThatOfBodiesOnTheHost) {
    show("cpu.simd_threads", 1000, false);
    for (int again = 0; again < 2; ++again) {
        expect_right_densities();
        EXPECT_FALSE(live_.on_gpu());
    }
    EXPECT_GT(live_.suggested_sigma(), 0);
}

// Over the boxes around as well, by the definition.
double density_in_box(const BodyValues& bodies, double edge, std::size_t at, double width) {
    double sum = 0;
    for (std::size_t j = 0; j < bodies.mass.size(); ++j) {
        double product = bodies.mass[j];
        const auto along = [&](const HostArray<double>& axis) {
            double part = 0;
            for (int box = -3; box <= 3; ++box) {
                const double way =
                    std::remainder(axis[j] - axis[at], edge) + static_cast<double>(box) * edge;
                part += std::exp(-way * way / (2 * width * width));
            }
            return part;
        };
        product *= along(bodies.position.x) * along(bodies.position.y) * along(bodies.position.z);
        sum += product;
    }
    return sum / std::pow(2 * std::numbers::pi, 1.5) / std::pow(width, 3);
}

TEST(BodyDensities, OfAPeriodicBoxAreThoseOfAllBoxesWhereverBodiesHaveGone) {
    constexpr double edge = 3, width = 0.4;
    constexpr std::size_t count = 300;
    BodyValues bodies;
    bodies.position = VectorArray<double>(count);
    bodies.mass = HostArray<double>(count);
    std::uint32_t random = 1;
    const auto next = [&random] {
        random = 1664525 * random + 1013904223;
        return random / 4294967296.0;
    };
    for (std::size_t i = 0; i < count; ++i) {
        // Some have left the box, and came in again through other faces.
        bodies.position.x[i] = edge * (3 * next() - 1);
        bodies.position.y[i] = edge * next();
        bodies.position.z[i] = edge * (2 * next() - 1);
        bodies.mass[i] = 0.5 + next();
    }
    Workers workers(2);
    const std::vector<float> found =
        body_densities(bodies, {{edge, edge, edge}}, width, 1e-4, workers);
    for (std::size_t i = 0; i < count; i += 7) {
        const double expected = density_in_box(bodies, edge, i, width);
        EXPECT_NEAR(static_cast<double>(found[i]) / expected, 1, 1e-3) << i;
    }
}

TEST_F(LiveDensityTest, HasNothingToTellBeforeThereAreBodies) {
    EXPECT_FALSE(live_.take_bodies({simulation_, 0, 0, std::nullopt}));
}

class LiveDensityOnGpu : public LiveDensityTest {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
    // The first state seen is read through the host, which tells masses and a width.
    void expect_right_densities_on_gpu() {
        ASSERT_TRUE(live_.take_bodies(source()));
        expect_right_densities();
        EXPECT_TRUE(live_.on_gpu());
    }
};

TEST_F(LiveDensityOnGpu, IsTheDefinitionsForEveryKindOfStateThere) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        show("gpu.shared", 3000, false, precision);
        expect_right_densities_on_gpu();
    }
    show("gpu.tree", 4000, true); // which sorts its bodies
    ASSERT_TRUE(wait_until([](const SimulationStatus& status) { return status.steps >= 3; }));
    show("gpu.tree", 4000, false);
    expect_right_densities_on_gpu();
}

TEST_F(LiveDensityOnGpu, FollowsTheBodiesWhereverTheyGo) {
    for (const auto& [algorithm, bodies] :
         {std::pair("gpu.shared", std::size_t{2000}), std::pair("gpu.shared", std::size_t{3000}),
          std::pair("cpu.simd_threads", std::size_t{3000}),
          std::pair("gpu.symmetric", std::size_t{3000}),
          std::pair("cpu.simd_threads", std::size_t{100}),
          std::pair("gpu.tree", std::size_t{2500})}) {
        show(algorithm, bodies, false);
        expect_right_densities();
        expect_right_densities();
        EXPECT_EQ(live_.on_gpu(), simulation_.status().state_device.has_value()) << algorithm;
    }
}

TEST_F(LiveDensityOnGpu, IsTakenWhileStepsGoOnAndAlgorithmsChange) {
    show("gpu.shared", 4000, true);
    const std::array algorithms{"gpu.tree", "cpu.simd_threads", "gpu.symmetric", "gpu.shared"};
    const double volume = std::pow(2 * std::numbers::pi, 1.5) * std::pow(sigma, 3);
    int on_gpu = 0;
    for (std::size_t round = 0; round < 80; ++round) {
        if (round % 20 == 10) {
            Settings settings = simulation_.status().settings;
            settings.algorithm = algorithms[round / 20];
            settings.bodies = 4000 + round;
            simulation_.set(settings);
        }
        if (!live_.take_bodies(source())) {
            continue; // they were leaving just then
        }
        const auto densities = live_.at_bodies(sigma, error, {});
        ASSERT_TRUE(densities);
        on_gpu += live_.on_gpu() ? 1 : 0;
        // A body is as dense as itself alone at least, and no denser than all of them in one place.
        const auto [least, greatest] = std::ranges::minmax_element(*densities);
        EXPECT_GT(*least, 0.9F / 5000 / static_cast<float>(volume));
        EXPECT_LT(*greatest, 1.01F / static_cast<float>(volume));
    }
    EXPECT_GT(on_gpu, 20);
    EXPECT_FALSE(simulation_.status().error);
}

// The figures for docs/performance.md: `gauss_tests --gtest_filter=*RecordsHowLong*
// --gtest_output=xml:FILE`.
TEST_F(LiveDensityOnGpu, RecordsHowLongItTakesAndHowManyStepsAreTakenMeanwhile) {
    for (const std::size_t bodies : {std::size_t{1} << 18, std::size_t{1} << 20}) {
        show("gpu.tree", bodies, true);
        for (const bool through_host : {true, false}) {
            std::vector<double> milliseconds;
            const std::uint64_t steps_before = simulation_.status().steps;
            const auto start = Clock::now();
            for (int again = 0; again < 6; ++again) {
                LiveDensity::Source from = source();
                from.device = through_host ? std::nullopt : from.device;
                const auto begin = Clock::now();
                ASSERT_TRUE(live_.take_bodies(from));
                ASSERT_TRUE(live_.at_bodies(0.05, error, {}));
                milliseconds.push_back(milliseconds_since(begin));
            }
            EXPECT_EQ(live_.on_gpu(), !through_host);
            std::ranges::sort(milliseconds);
            const std::string name =
                std::to_string(bodies) + (through_host ? "_through_the_host" : "_on_the_gpu");
            RecordProperty("milliseconds_" + name, std::to_string(milliseconds[3]));
            const auto steps = static_cast<double>(simulation_.status().steps - steps_before);
            RecordProperty("steps_a_second_" + name,
                           std::to_string(steps / milliseconds_since(start) * 1e3));
        }
    }
}

TEST_F(LiveDensityOnGpu, IsReadThroughTheHostFarFromTheOrigin) {
    Bodies<double> bodies = even_cube(800);
    for (double& x : bodies.position.x) {
        x += 1e7; // in single precision they would stand in one plane
    }
    show(std::move(bodies), "gpu.shared", Precision::fp64);
    for (int again = 0; again < 3; ++again) {
        expect_right_densities();
        EXPECT_FALSE(live_.on_gpu());
    }
}

} // namespace
} // namespace orrery
