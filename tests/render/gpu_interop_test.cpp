// Bodies that CUDA writes to the buffer that OpenGL draws from. Everything here is put into the
// target's stream without waiting, as a simulation does; what waits is only what looks at the
// outcome.

#include "render/capture.hpp"
#include "render/cuda_interop.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace orrery {
namespace {

// Skips, saying why, where CUDA cannot write to the buffers of this OpenGL.
class GpuInterop : public GraphicsTest {
protected:
    void SetUp() override {
        GraphicsTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        BodyBuffer probe;
        probe.resize(1, 0);
        if (!probe.cuda_device()) {
            GTEST_SKIP() << probe.interop_unavailable();
        }
        device_ = *probe.cuda_device();
        ASSERT_EQ(cudaSetDevice(device_), cudaSuccess);
    }
    void TearDown() override {
        if (!IsSkipped()) {
            EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "left for others to find";
        }
        GraphicsTest::TearDown();
    }

    int device() const { return device_; }

private:
    int device_ = 0;
};

// Bodies in a GPU's memory.
DeviceArray<float> uploaded(const Bodies4& bodies) {
    DeviceArray<float> array(bodies.size());
    cuda_check(cudaMemcpy(array.data(), bodies.data(), array.bytes(), cudaMemcpyHostToDevice),
               "uploading bodies");
    return array;
}

// Puts a copy into the target's stream.
void publish(BodyBuffer& buffer, const DeviceArray<float>& bodies, int device) {
    buffer.resize(bodies.size() / 4, device);
    const BodyTarget target = buffer.map(device);
    ASSERT_TRUE(target.on_device) << buffer.interop_unavailable();
    ASSERT_GE(4 * target.capacity, bodies.size());
    ASSERT_EQ(cudaMemcpyAsync(target.xyzs, bodies.data(), bodies.bytes(), cudaMemcpyDeviceToDevice,
                              static_cast<cudaStream_t>(target.stream)),
              cudaSuccess);
    ASSERT_TRUE(buffer.unmap(bodies.size() / 4)) << buffer.interop_unavailable();
}

TEST_F(GpuInterop, DrawsTheSamePictureAsACopyThroughTheProcessor) {
    const Bodies4 galaxy = spiral_galaxy(50'000);
    const DeviceArray<float> on_gpu = uploaded(galaxy);
    BodyRenderer renderer(shader_source_folder());
    BodyBuffer buffer;
    for (const BodyStyle::Sprite sprite :
         {BodyStyle::Sprite::glow, BodyStyle::Sprite::points, BodyStyle::Sprite::discs}) {
        Shot shot;
        shot.style.sprite = sprite;
        publish(buffer, on_gpu, device());
        const Image picture = take_newest(renderer, buffer, shot);
        EXPECT_GT(brightest(picture), 100);
        EXPECT_EQ(picture.rgb, take(renderer, galaxy, shot).rgb) << static_cast<int>(sprite);
    }
    EXPECT_EQ(buffer.interop_unavailable(), "");
}

TEST_F(GpuInterop, ShowsEveryPublicationInItsOwnFrame) {
    // Far more than the ring holds, without waiting: a buffer overwritten or drawn too early shows
    // in a picture.
    constexpr std::size_t frames = 40;
    constexpr std::size_t different = 4;
    std::array<DeviceArray<float>, different> sources;
    std::array<Image, different> expected;
    BodyRenderer renderer(shader_source_folder());
    const Shot shot;
    for (std::size_t i = 0; i < different; ++i) {
        Bodies4 bodies = spiral_galaxy(400'000);
        for (std::size_t x = 0; x < bodies.size(); x += 4) {
            bodies[x] += static_cast<float>(i) - 1.5F;
        }
        sources[i] = uploaded(bodies);
        expected[i] = take(renderer, bodies, shot);
    }
    BodyBuffer buffer;
    std::vector<std::unique_ptr<Framebuffer>> pictures;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        publish(buffer, sources[frame % different], device());
        pictures.push_back(std::make_unique<Framebuffer>(shot.size));
        renderer.draw(buffer, camera_of(shot), shot.style, shot.size,
                      pictures.back()->gl_framebuffer());
    }
    for (std::size_t frame = 0; frame < frames; ++frame) {
        EXPECT_EQ(read_pixels(pictures[frame]->gl_framebuffer(), shot.size).rgb,
                  expected[frame % different].rgb)
            << frame;
    }
}

TEST_F(GpuInterop, BringsEveryOneOfFourMillionBodies) {
    constexpr std::size_t count = 4'000'000; // times four: all different as floats
    BodyBuffer buffer;
    for (int round = 0; round < 4; ++round) {
        const Bodies4 bodies = numbered(count, static_cast<float>(round));
        publish(buffer, uploaded(bodies), device());
        ASSERT_EQ(buffer.count(), count);
        EXPECT_TRUE(as_gl_sees_it(buffer) == bodies) << round;
        EXPECT_TRUE(std::ranges::equal(buffer.newest(), bodies)) << round;
    }
    EXPECT_EQ(buffer.bytes(), std::size_t{2} * 16 * count);
}

TEST_F(GpuInterop, GrowsWhileItIsDrawnFrom) {
    BodyRenderer renderer(shader_source_folder());
    BodyBuffer buffer;
    for (const std::size_t count : {1000U, 30'000U, 500U, 200'000U}) {
        const Bodies4 galaxy = spiral_galaxy(count);
        const Image before = take_newest(renderer, buffer, Shot());
        buffer.resize(count, device());
        EXPECT_EQ(take_newest(renderer, buffer, Shot()).rgb, before.rgb)
            << "the old bodies are gone";
        publish(buffer, uploaded(galaxy), device());
        EXPECT_EQ(take_newest(renderer, buffer, Shot()).rgb, take(renderer, galaxy, Shot()).rgb)
            << count;
    }
}

TEST_F(GpuInterop, TakesTurnsWithTheProcessor) {
    BodyBuffer buffer;
    for (int round = 0; round < 8; ++round) {
        const Bodies4 bodies = numbered(10'000, static_cast<float>(round));
        if (round % 3 == 0) {
            fill(buffer, bodies);
        } else {
            publish(buffer, uploaded(bodies), device());
        }
        EXPECT_EQ(as_gl_sees_it(buffer), bodies) << round;
    }
}

// CUDA asked to share a buffer that OpenGL does not have.
class Misdirected final : public CudaInterop {
public:
    explicit Misdirected(std::unique_ptr<CudaInterop> real) : real_(std::move(real)) {}
    int device() const override { return real_->device(); }
    void* stream() const override { return real_->stream(); }
    std::unique_ptr<SharedBuffer> share(unsigned) override { return real_->share(123'456); }
    double gpu_milliseconds() override { return real_->gpu_milliseconds(); }

private:
    std::unique_ptr<CudaInterop> real_;
};

TEST_F(GpuInterop, CopiesWithASentenceWhenCudaRefusesABuffer) {
    BodyBuffer buffer([] { return std::make_unique<Misdirected>(open_cuda_interop()); });
    const Bodies4 galaxy = spiral_galaxy(3000);
    buffer.resize(3000, device());
    const BodyTarget target = buffer.map(device());
    ASSERT_FALSE(target.on_device);
    std::ranges::copy(galaxy, target.xyzs);
    EXPECT_TRUE(buffer.unmap(3000));
    EXPECT_TRUE(buffer.interop_unavailable().starts_with("CUDA refused to share OpenGL's buffer ("))
        << buffer.interop_unavailable();
    BodyRenderer renderer(shader_source_folder());
    EXPECT_EQ(take_newest(renderer, buffer, Shot()).rgb, take(renderer, galaxy, Shot()).rgb);
}

TEST_F(GpuInterop, LearnsHowLongAPublicationTakesWithoutWaitingForIt) {
    const DeviceArray<float> bodies = uploaded(star_cluster(100'000));
    BodyBuffer buffer;
    EXPECT_EQ(buffer.publish_gpu_milliseconds(), 0);
    for (int round = 0; round < 20; ++round) {
        publish(buffer, bodies, device());
    }
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_GT(buffer.publish_gpu_milliseconds(), 0);
}

TEST_F(GpuInterop, PublishesASimulationsBodiesAsItsCopyOfThem) {
    Settings settings;
    settings.algorithm = "gpu.shared";
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 20'000, 1), settings);
    if (simulation.state_device() != device()) {
        GTEST_SKIP() << "the simulation runs on another GPU than OpenGL";
    }
    BodyBuffer buffer;
    Bodies4 copy(4 * simulation.count());
    for (int step = 0; step < 5; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
        buffer.resize(simulation.count(), device());
        const BodyTarget target = buffer.map(device());
        ASSERT_TRUE(target.on_device) << buffer.interop_unavailable();
        const Simulation::Written written = simulation.write_latest(target, BodyScalar::speed);
        ASSERT_TRUE(buffer.unmap(written.count));
        simulation.write_latest({.xyzs = copy.data(), .capacity = simulation.count()},
                                BodyScalar::speed);
        EXPECT_EQ(as_gl_sees_it(buffer), copy) << step;
    }
}

TEST_F(GpuInterop, LeavesATargetAloneThatTheBodiesHaveLeft) {
    Simulation simulation; // on the host
    simulation.load(make_scene(find_scene("plummer"), 100, 1), Settings{});
    const Bodies4 older = numbered(100, 1);
    BodyBuffer buffer;
    publish(buffer, uploaded(older), device());
    EXPECT_EQ(simulation.write_latest(buffer.map(device()), BodyScalar::speed).version, 0U);
    buffer.discard();
    EXPECT_EQ(as_gl_sees_it(buffer), older);
}

} // namespace
} // namespace orrery
