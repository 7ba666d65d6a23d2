// A GPU writes the same for the picture as the processor.

#include "sim/state/body_writer.hpp"
#include "tests/gpu/gpu_test.hpp"

#include <chrono>
#include <thread>

namespace orrery {
namespace {

constexpr std::size_t bodies = 5000; // more than are sampled for the legend

class GpuPicture : public OnGpu<testing::TestWithParam<Precision>> {
protected:
    void SetUp() override {
        OnGpu::SetUp();
        if (IsSkipped()) {
            return;
        }
        const System system = make_scene(find_scene("galaxy_collision"), bodies, 1);
        on_gpu_.load(system, settings_of("gpu.shared", GetParam()));
        on_host_.load(system, settings_of("cpu.simd_threads", GetParam()));
        ASSERT_EQ(on_gpu_.evaluate(), Outcome::complete);
        ASSERT_EQ(on_host_.evaluate(), Outcome::complete);
    }

    struct Picture {
        std::vector<float> xyzs;
        Simulation::Written written;
    };
    static Picture picture(const Simulation& simulation, BodyScalar scalar,
                           std::size_t capacity = bodies) {
        Picture picture;
        picture.xyzs.assign(4 * (bodies + 1), -1234.0F);
        picture.written = simulation.write_latest({picture.xyzs.data(), capacity}, scalar);
        return picture;
    }

    // `tolerance`: of the scalars, relative to the host's; positions are the same to the last bit.
    void expect_same_picture(BodyScalar scalar, float tolerance) {
        const Picture here = picture(on_host_, scalar);
        const Picture there = picture(on_gpu_, scalar);
        ASSERT_EQ(there.written.count, here.written.count);
        EXPECT_EQ(there.written.time, here.written.time);
        for (std::size_t k = 0; k < here.xyzs.size(); ++k) {
            const float allowed = k % 4 == 3 ? tolerance * std::abs(here.xyzs[k]) : 0;
            ASSERT_NEAR(there.xyzs[k], here.xyzs[k], allowed) << k;
        }
        EXPECT_NEAR(there.written.scalar_low, here.written.scalar_low,
                    tolerance * here.written.scalar_low);
        EXPECT_NEAR(there.written.scalar_high, here.written.scalar_high,
                    tolerance * here.written.scalar_high);
    }

    Simulation on_gpu_, on_host_;
};

TEST_P(GpuPicture, IsTheProcessorsWithoutAScalar) {
    expect_same_picture(BodyScalar::none, 0);
}

TEST_P(GpuPicture, IsTheProcessorsColouredBySpeed) {
    expect_same_picture(BodyScalar::speed, 1e-6F);
}

TEST_P(GpuPicture, IsTheProcessorsColouredByAcceleration) {
    // In float the pulls on a body may all but cancel, and what is left is rounding.
    expect_same_picture(BodyScalar::acceleration, GetParam() == Precision::fp32 ? 1e-3F : 1e-6F);
}

TEST_P(GpuPicture, IsTheProcessorsColouredByComponent) {
    ASSERT_GT(on_gpu_.catalogue().components.size(), 2U);
    expect_same_picture(BodyScalar::component, 0);
    EXPECT_GT(picture(on_gpu_, BodyScalar::component).xyzs[4 * bodies - 1], 0)
        << "the last body is of no later component than the first";
}

TEST_P(GpuPicture, IsTheProcessorsColouredByInteractionsOfADirectSum) {
    expect_same_picture(BodyScalar::interactions, 0);
}

TEST_P(GpuPicture, ShowsWhatATreeSummedForEachBodyOnceItCounts) {
    Settings settings = settings_of("gpu.tree", GetParam());
    settings.measure_energy = false;
    const auto bytes_after_two_steps = [&](bool counted) {
        settings.count_interactions = counted;
        on_gpu_.apply(settings);
        EXPECT_EQ(on_gpu_.step(), Outcome::complete);
        EXPECT_EQ(on_gpu_.step(), Outcome::complete);
        return on_gpu_.memory_bytes();
    };
    const std::size_t without = bytes_after_two_steps(false);
    EXPECT_EQ(picture(on_gpu_, BodyScalar::interactions).xyzs[3], bodies - 1);

    EXPECT_EQ(bytes_after_two_steps(true), without + 2 * bodies * sizeof(float));
    const Picture counted = picture(on_gpu_, BodyScalar::interactions);
    double sum = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
        sum += double{counted.xyzs[4 * i + 3]};
    }
    EXPECT_EQ(sum, on_gpu_.timings().interactions);
    EXPECT_GT(counted.written.scalar_low, 0);
    EXPECT_LT(counted.written.scalar_low, counted.written.scalar_high);

    EXPECT_EQ(bytes_after_two_steps(false), without);
    EXPECT_EQ(picture(on_gpu_, BodyScalar::interactions).written.scalar_high, bodies - 1);
}

// Between two states: at a share of the way that the written time tells, and not in the order in
// which a tree has sorted the bodies.
TEST_P(GpuPicture, FliesFromOneStateToTheNext) {
    Settings settings = settings_of("gpu.tree", GetParam());
    settings.time_step = 1;
    on_gpu_.apply(settings);
    ASSERT_EQ(on_gpu_.step(), Outcome::complete);
    bool flown = false;
    for (const int seconds : {2, 8, 32}) { // the first is enough, but on a busy machine
        if (flown) {
            break;
        }
        on_gpu_.set_flight(std::chrono::seconds(seconds));
        const System from = on_gpu_.snapshot();
        ASSERT_EQ(on_gpu_.step(), Outcome::complete);
        const System to = on_gpu_.snapshot();
        std::this_thread::sleep_for(std::chrono::milliseconds(250 * seconds));
        std::vector<float> xyzs(4 * bodies);
        const std::vector<std::size_t> named{4321};
        const Simulation::Written written =
            on_gpu_.write_latest({xyzs.data(), bodies}, BodyScalar::none, named);
        flown = written.flying;
        const double duration = to.time - from.time;
        const double share = flown ? (written.time - from.time) / duration : 1;
        const HermiteWeights w = hermite_weights(share, duration);
        const auto there = [&](HostArray<double> VectorArray<double>::*axis, std::size_t i) {
            return w.from * (from.bodies.position.*axis)[i] +
                   w.from_velocity * (from.bodies.velocity.*axis)[i] +
                   w.to * (to.bodies.position.*axis)[i] +
                   w.to_velocity * (to.bodies.velocity.*axis)[i];
        };
        double moved = 0;
        for (std::size_t i = 0; i < bodies; ++i) {
            ASSERT_NEAR(xyzs[4 * i], there(&VectorArray<double>::x, i), 2e-5) << i;
            ASSERT_NEAR(xyzs[4 * i + 1], there(&VectorArray<double>::y, i), 2e-5) << i;
            ASSERT_NEAR(xyzs[4 * i + 2], there(&VectorArray<double>::z, i), 2e-5) << i;
            moved = std::max(moved, std::abs(to.bodies.position.x[i] - from.bodies.position.x[i]));
        }
        EXPECT_GT(moved, 1e-2);
        EXPECT_NEAR(written.named.y[0], double{xyzs[4 * named[0] + 1]}, 1e-5);
    }
    EXPECT_TRUE(flown);
    on_gpu_.set_flight({});
    EXPECT_FALSE(picture(on_gpu_, BodyScalar::none).written.flying);
}

TEST_P(GpuPicture, HoldsAsManyBodiesAsFit) {
    for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, bodies - 1}) {
        const Picture all = picture(on_gpu_, BodyScalar::speed);
        const Picture some = picture(on_gpu_, BodyScalar::speed, capacity);
        EXPECT_EQ(some.written.count, capacity);
        for (std::size_t k = 0; k < some.xyzs.size(); ++k) {
            ASSERT_EQ(some.xyzs[k], k < 4 * capacity ? all.xyzs[k] : -1234.0F) << k;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Precisions, GpuPicture, testing::Values(Precision::fp32, Precision::fp64),
                         [](const auto& instance) {
                             return instance.param == Precision::fp32 ? "fp32" : "fp64";
                         });

} // namespace
} // namespace orrery
