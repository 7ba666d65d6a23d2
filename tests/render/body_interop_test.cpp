// Which way a GPU's bodies take to the buffer that is drawn from. CUDA is played by a fake, so that
// every refusal can be had on every machine; gpu_interop_test.cpp asks the real one.

#include "tests/render/fake_interop.hpp"
#include "tests/render/graphics_test.hpp"
#include "tests/render/scenery.hpp"

#include <algorithm>
#include <set>

namespace orrery {
namespace {

using BodyInterop = GraphicsTest;

BodyTarget write(BodyBuffer& buffer, const Bodies4& bodies, std::optional<int> device) {
    buffer.resize(bodies.size() / 4, device);
    const BodyTarget target = buffer.map(device);
    std::ranges::copy(bodies, target.xyzs);
    return target;
}

// By the way that `device` says; tells whether that was device memory.
bool publish(BodyBuffer& buffer, const Bodies4& bodies, std::optional<int> device) {
    const bool on_device = write(buffer, bodies, device).on_device;
    EXPECT_TRUE(buffer.unmap(bodies.size() / 4));
    return on_device;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(BodyInterop, WritesWhereTheBodiesAreIfThatIsWhatDraws) {
    FakeCuda cuda{.device = 3};
    BodyBuffer buffer(cuda.opener());
    EXPECT_EQ(buffer.cuda_device(), std::nullopt);
    const Bodies4 bodies = numbered(1000, 1);
    const BodyTarget target = write(buffer, bodies, 3);
    EXPECT_TRUE(target.on_device);
    EXPECT_EQ(target.device, 3);
    EXPECT_EQ(target.stream, &cuda);
    EXPECT_EQ(target.capacity, 1000U);
    EXPECT_TRUE(buffer.unmap(1000));

    EXPECT_EQ(buffer.count(), 1000U);
    EXPECT_EQ(as_gl_sees_it(buffer), bodies);
    EXPECT_TRUE(std::ranges::equal(buffer.newest(), bodies)) << "as clicks and framing see them";
    EXPECT_EQ(buffer.cuda_device(), 3);
    EXPECT_EQ(buffer.interop_unavailable(), "");
    EXPECT_EQ(buffer.publish_gpu_milliseconds(), 0.25);
    EXPECT_EQ(buffer.bytes(), 2U * 16U * 1000U) << "and no memory for the way not taken";
}

TEST_F(BodyInterop, AsksForNothingWhileTheHostHasTheBodies) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    EXPECT_FALSE(publish(buffer, numbered(100, 1), std::nullopt));
    EXPECT_EQ(cuda.opened, 0) << "CUDA takes a quarter of a second to start";
    EXPECT_EQ(buffer.interop_unavailable(), "");
}

TEST_F(BodyInterop, ReadsBackTheNewestBodiesOnly) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    for (int round = 0; round < 5; ++round) {
        const Bodies4 bodies = numbered(200, static_cast<float>(round));
        publish(buffer, bodies, 0);
        EXPECT_TRUE(std::ranges::equal(buffer.newest(), bodies)) << round;
    }
}

TEST_F(BodyInterop, DrawsTheSamePictureWhicheverWayTheBodiesCame) {
    const Bodies4 galaxy = spiral_galaxy(5000);
    BodyRenderer renderer(shader_source_folder());
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    EXPECT_TRUE(publish(buffer, galaxy, 0));
    const Image picture = take_newest(renderer, buffer, Shot());
    EXPECT_GT(brightest(picture), 100);
    EXPECT_EQ(picture.rgb, take(renderer, galaxy, Shot()).rgb);
}

TEST_F(BodyInterop, RegistersEachBufferOnceAndMapsItOnlyWhileItIsWritten) {
    FakeCuda cuda;
    {
        BodyBuffer buffer(cuda.opener());
        std::set<unsigned int> names;
        for (int round = 0; round < 9; ++round) {
            write(buffer, numbered(50, 1), 0);
            EXPECT_EQ(cuda.mapped, 1);
            EXPECT_TRUE(buffer.unmap(50));
            EXPECT_EQ(cuda.mapped, 0);
            names.insert(buffer.gl_buffer());
        }
        EXPECT_EQ(names.size(), 2U) << "one drawn, one written";
        EXPECT_EQ(cuda.registrations, 2);
        EXPECT_EQ(cuda.opened, 1);
        write(buffer, numbered(50, 1), 0); // and gone while it is mapped
    }
    EXPECT_EQ(cuda.registered, 0);
    EXPECT_EQ(cuda.mapped, 0);
    EXPECT_FALSE(cuda.outlived) << "a buffer was deleted that CUDA still knew";
}

TEST_F(BodyInterop, KeepsShowingTheNewestBodiesWhileTheyMoveBetweenHostAndDevice) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    Bodies4 shown = numbered(300, 1);
    publish(buffer, shown, std::nullopt);
    for (int round = 2; round < 12; ++round) {
        const std::optional<int> device =
            round % 3 == 0 ? std::nullopt : std::optional(cuda.device);
        const Bodies4 next = numbered(300, static_cast<float>(round));
        EXPECT_EQ(write(buffer, next, device).on_device, device.has_value());
        EXPECT_EQ(as_gl_sees_it(buffer), shown) << "half written bodies show";
        EXPECT_TRUE(buffer.unmap(300));
        EXPECT_EQ(as_gl_sees_it(buffer), next);
        EXPECT_TRUE(std::ranges::equal(buffer.newest(), next));
        shown = next;
    }
    EXPECT_EQ(buffer.bytes(), (3U + 2U) * 16U * 300U) << "both ways' buffers";
}

TEST_F(BodyInterop, GrowsOnDemandAndShowsTheOldBodiesUntilThereAreNewOnes) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    const Bodies4 few = numbered(10, 1);
    publish(buffer, few, 0);
    buffer.resize(10'000, 0);
    EXPECT_EQ(as_gl_sees_it(buffer), few);
    const Bodies4 many = numbered(10'000, 2);
    EXPECT_TRUE(publish(buffer, many, 0));
    EXPECT_EQ(as_gl_sees_it(buffer), many);
    EXPECT_EQ(cuda.registered, 2) << "what was outgrown is given back";
    EXPECT_FALSE(cuda.outlived);
}

TEST_F(BodyInterop, ForgetsWhatIsDiscarded) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    const Bodies4 good = numbered(100, 1);
    publish(buffer, good, 0);
    for (const std::optional<int> device : {std::optional(0), std::optional<int>()}) {
        write(buffer, numbered(100, 7), device);
        buffer.discard();
        EXPECT_EQ(as_gl_sees_it(buffer), good);
        EXPECT_EQ(cuda.mapped, 0);
    }
    buffer.discard(); // nothing
    EXPECT_TRUE(publish(buffer, numbered(100, 3), 0));
}

// CUDA says no to one of the things it is asked for.
struct Refusal {
    const char* name;
    std::string FakeCuda::*words;
};
class RefusingCuda : public GraphicsTest, public testing::WithParamInterface<Refusal> {};

TEST_P(RefusingCuda, CostsACopyAndOneSentenceButNoPicture) {
    FakeCuda cuda;
    cuda.*GetParam().words = "CUDA has its moods";
    const Bodies4 galaxy = spiral_galaxy(3000);
    BodyBuffer buffer(cuda.opener());
    for (int round = 0; round < 5; ++round) {
        EXPECT_FALSE(publish(buffer, galaxy, 0));
    }
    EXPECT_EQ(buffer.interop_unavailable(), "CUDA has its moods, so positions are copied through "
                                            "the processor; ask the test");
    EXPECT_EQ(buffer.cuda_device(), std::nullopt);
    EXPECT_EQ(buffer.publish_gpu_milliseconds(), 0);
    EXPECT_EQ(cuda.opened, 1) << "a refusal is for good";
    EXPECT_EQ(cuda.registered, 0);
    EXPECT_FALSE(cuda.outlived);
    BodyRenderer renderer(shader_source_folder());
    EXPECT_EQ(take_newest(renderer, buffer, Shot()).rgb, take(renderer, galaxy, Shot()).rgb);
}

INSTANTIATE_TEST_SUITE_P(When, RefusingCuda,
                         testing::Values(Refusal{"NoInteropAtAll", &FakeCuda::no_open},
                                         Refusal{"ABufferIsNotRegistered", &FakeCuda::no_share},
                                         Refusal{"ABufferIsNotMapped", &FakeCuda::no_map}),
                         [](const auto& info) { return info.param.name; });

TEST_F(BodyInterop, KeepsTheOlderBodiesWhenCudaDoesNotHandOverTheNew) {
    FakeCuda cuda;
    BodyBuffer buffer(cuda.opener());
    const Bodies4 older = numbered(100, 1);
    publish(buffer, older, 0);
    cuda.no_unmap = "The GPU fell off";
    const Bodies4 newer = numbered(100, 2);
    write(buffer, newer, 0);
    EXPECT_FALSE(buffer.unmap(100));
    EXPECT_EQ(as_gl_sees_it(buffer), older);
    EXPECT_TRUE(std::ranges::equal(buffer.newest(), older));
    EXPECT_TRUE(contains(buffer.interop_unavailable(), "The GPU fell off"));
    EXPECT_FALSE(publish(buffer, newer, 0)) << "through the processor from here on";
    EXPECT_EQ(as_gl_sees_it(buffer), newer);
    EXPECT_EQ(cuda.registered, 0);
    EXPECT_FALSE(cuda.outlived);
}

TEST_F(BodyInterop, SaysSoWhenOneCardSimulatesAndAnotherDraws) {
    FakeCuda cuda{.device = 1};
    BodyBuffer buffer(cuda.opener());
    const Bodies4 bodies = numbered(100, 1);
    EXPECT_FALSE(publish(buffer, bodies, 0));
    EXPECT_EQ(as_gl_sees_it(buffer), bodies);
    EXPECT_TRUE(
        contains(buffer.interop_unavailable(), "The simulation runs on GPU 0 and OpenGL on GPU 1"))
        << buffer.interop_unavailable();
    EXPECT_TRUE(publish(buffer, bodies, 1)) << "and it is not for good";
    EXPECT_EQ(buffer.interop_unavailable(), "");
}

TEST_F(BodyInterop, SaysWhyAndWhatToDoWhereThisMachineHasNone) {
    BodyBuffer buffer;
    buffer.resize(100, 0);
    if (buffer.cuda_device()) {
        GTEST_SKIP() << "CUDA can write to OpenGL's buffers here, on GPU " << *buffer.cuda_device();
    }
    const Bodies4 bodies = numbered(100, 1);
    EXPECT_FALSE(publish(buffer, bodies, 0));
    EXPECT_EQ(as_gl_sees_it(buffer), bodies);
    const std::string& sentence = buffer.interop_unavailable();
    const std::size_t consequence = sentence.find(", so positions are copied");
    ASSERT_NE(consequence, std::string::npos) << sentence;
    EXPECT_GT(consequence, 10U) << "no reason: " << sentence;
    EXPECT_LT(sentence.find("; ") + 10, sentence.size()) << "no remedy: " << sentence;
}

} // namespace
} // namespace orrery
