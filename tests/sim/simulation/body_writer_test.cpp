#include "sim/state/body_writer.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace orrery {
namespace {

// Body i stands at (i, 2 i, 3 i) and has velocity (0, 3 i, 4 i): speed 5 i.
template <class Real>
Bodies<Real> ladder(std::size_t count) {
    Bodies<Real> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto n = static_cast<Real>(i);
        bodies.position.x[i] = n;
        bodies.position.y[i] = 2 * n;
        bodies.position.z[i] = 3 * n;
        bodies.velocity.y[i] = 3 * n;
        bodies.velocity.z[i] = 4 * n;
    }
    return bodies;
}

struct Picture {
    std::vector<float> xyzs;
    ScalarRange range;
};

// Into a target that has room for `capacity` bodies; what follows it must stay -1.
template <class Real>
Picture write(const Bodies<Real>& bodies, std::size_t capacity, BodyScalar scalar,
              const std::vector<Component>& components = {},
              const std::vector<float>& interactions = {},
              const std::vector<std::uint32_t>& places = {}) {
    Picture picture{std::vector<float>(4 * (capacity + 4), -1.0F), {}};
    const BodySource<Real> source{bodies.position, bodies.velocity, bodies.velocity, interactions,
                                  places};
    picture.range =
        write_bodies({picture.xyzs.data(), capacity, false, nullptr}, scalar, source, components);
    for (std::size_t i = 4 * capacity; i < picture.xyzs.size(); ++i) {
        EXPECT_EQ(picture.xyzs[i], -1.0F);
    }
    return picture;
}

template <class Real>
class BodyWriter : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(BodyWriter, Precisions);

TYPED_TEST(BodyWriter, WritesPlaceAndSpeedOfEveryBody) {
    for (const std::size_t count : {0, 1, 3, 255, 256, 257, 1000}) {
        const Picture picture = write(ladder<TypeParam>(count), count, BodyScalar::speed);
        for (std::size_t i = 0; i < count; ++i) {
            const auto n = static_cast<float>(i);
            ASSERT_EQ(picture.xyzs[4 * i + 0], n);
            ASSERT_EQ(picture.xyzs[4 * i + 1], 2 * n);
            ASSERT_EQ(picture.xyzs[4 * i + 2], 3 * n);
            ASSERT_EQ(picture.xyzs[4 * i + 3], 5 * n);
        }
    }
}

TYPED_TEST(BodyWriter, WritesBodiesInOriginalOrderWhereverTheyAre) {
    constexpr std::size_t count = 3000;
    const Bodies<TypeParam> bodies = ladder<TypeParam>(count);
    Bodies<TypeParam> shuffled(count);
    std::vector<std::uint32_t> places;
    std::vector<float> interactions, shuffled_interactions(count);
    for (std::size_t body = 0; body < count; ++body) {
        const std::size_t i = (1471 * body + 12) % count;
        places.push_back(static_cast<std::uint32_t>(i));
        shuffled.position.x[i] = bodies.position.x[body];
        shuffled.position.y[i] = bodies.position.y[body];
        shuffled.position.z[i] = bodies.position.z[body];
        shuffled.velocity.y[i] = bodies.velocity.y[body];
        shuffled.velocity.z[i] = bodies.velocity.z[body];
        interactions.push_back(static_cast<float>(7 * body));
        shuffled_interactions[i] = interactions.back();
    }
    const std::vector<Component> components{{"a", 0, 1000}, {"b", 1000, 2000}};
    for (const BodyScalar scalar :
         {BodyScalar::none, BodyScalar::speed, BodyScalar::interactions, BodyScalar::component}) {
        for (const std::size_t capacity : {count, count / 3}) {
            const Picture picture =
                write(shuffled, capacity, scalar, components, shuffled_interactions, places);
            const Picture expected = write(bodies, capacity, scalar, components, interactions);
            EXPECT_EQ(picture.xyzs, expected.xyzs);
            EXPECT_EQ(picture.range.low, expected.range.low);
            EXPECT_EQ(picture.range.high, expected.range.high);
        }
    }
}

TYPED_TEST(BodyWriter, PutsBodiesInsideTheirBox) {
    constexpr double length = 10;
    const std::vector<double> places{0, 3, 9.5, 10, 12, -1, -10, -1e-30, 37, -995, 10 - 1e-12};
    Bodies<TypeParam> bodies(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        bodies.position.x[i] = bodies.position.z[i] = static_cast<TypeParam>(places[i]);
        bodies.position.y[i] = static_cast<TypeParam>(2 * places[i]);
    }
    std::vector<float> xyzs(4 * places.size());
    const BodySource<TypeParam> source{bodies.position, bodies.velocity, bodies.velocity};
    write_bodies({xyzs.data(), places.size(), false, nullptr}, BodyScalar::none, source, {}, {},
                 {.box = {{length, 2 * length, length}}});
    const std::vector<float> inside{0, 3, 9.5F, 0, 2, 9, 0, 0, 7, 5, 0};
    for (std::size_t i = 0; i < places.size(); ++i) {
        EXPECT_EQ(xyzs[4 * i], inside[i]) << places[i];
        EXPECT_EQ(xyzs[4 * i + 1], 2 * inside[i]) << places[i];
        EXPECT_EQ(xyzs[4 * i + 2], inside[i]) << places[i];
    }
}

// From just below an edge to just above it, a body is never in the middle of the box.
TYPED_TEST(BodyWriter, LetsBodiesFlyThroughTheFacesOfTheirBox) {
    Bodies<TypeParam> before(1), after(1);
    before.position.x[0] = static_cast<TypeParam>(9.5);
    after.position.x[0] = static_cast<TypeParam>(10.5);
    before.velocity.x[0] = after.velocity.x[0] = static_cast<TypeParam>(0.25);
    const BodySource<TypeParam> source{after.position, after.velocity, after.velocity};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        // A momentum of 0.25 where a = 1/2 is a change of x of 1 in a unit of time.
        const WayFrom<TypeParam> way{before.position, before.velocity, {}, 1, share, 4, 4};
        std::vector<float> xyzs(4);
        write_bodies({xyzs.data(), 1, false, nullptr}, BodyScalar::speed, source, {}, &way,
                     {.box = {{10, 10, 10}}, .speed_factor = 2});
        const double place = 9.5 + share;
        EXPECT_NEAR(xyzs[0], place < 10 ? place : place - 10, 1e-5) << share;
        EXPECT_EQ(xyzs[3], 0.5F) << "the speed against the expansion";
    }
}

TYPED_TEST(BodyWriter, LeavesOutWhatDoesNotFit) {
    const Picture picture = write(ladder<TypeParam>(100), 40, BodyScalar::none);
    EXPECT_EQ(picture.xyzs[std::size_t{4} * 39], 39.0F);
}

TYPED_TEST(BodyWriter, TellsTheRangeThatHoldsAllButTwoPercentAtEitherEnd) {
    for (const std::size_t count : {101, 100'001}) {
        const ScalarRange range =
            write(ladder<TypeParam>(count), count, BodyScalar::acceleration).range;
        const double fastest = 5.0 * static_cast<double>(count - 1);
        EXPECT_NEAR(range.low / fastest, 0.02, 0.003);
        EXPECT_NEAR(range.high / fastest, 0.98, 0.003);
    }
}

TYPED_TEST(BodyWriter, PutsBodiesAllAlikeAtTheUpperEndOfTheRange) {
    const std::vector<float> interactions(300, 41.0F);
    const ScalarRange range =
        write(ladder<TypeParam>(300), 300, BodyScalar::interactions, {}, interactions).range;
    EXPECT_EQ(range.low, 0.0F);
    EXPECT_EQ(range.high, 41.0F);
}

TYPED_TEST(BodyWriter, WritesTheInteractionsThatWereCounted) {
    std::vector<float> interactions(700);
    std::iota(interactions.begin(), interactions.end(), 1000.0F);
    const Picture picture =
        write(ladder<TypeParam>(700), 500, BodyScalar::interactions, {}, interactions);
    for (std::size_t i = 0; i < 500; ++i) {
        ASSERT_EQ(picture.xyzs[4 * i + 0], static_cast<float>(i));
        ASSERT_EQ(picture.xyzs[4 * i + 3], interactions[i]);
    }
    EXPECT_NEAR(picture.range.low, 1014, 2);
    EXPECT_NEAR(picture.range.high, 1685, 2);
}

TYPED_TEST(BodyWriter, HasEveryBodyMeetAllOthersWhereInteractionsWereNotCounted) {
    const Picture picture = write(ladder<TypeParam>(300), 200, BodyScalar::interactions);
    for (std::size_t i = 0; i < 200; ++i) {
        ASSERT_EQ(picture.xyzs[4 * i + 3], 299.0F);
    }
    EXPECT_EQ(picture.range.low, 0.0F);
    EXPECT_EQ(picture.range.high, 299.0F);
    EXPECT_EQ(write(ladder<TypeParam>(1), 1, BodyScalar::interactions).range.high, 0.0F);
    EXPECT_EQ(write(ladder<TypeParam>(0), 0, BodyScalar::interactions).range.high, 0.0F);
}

TYPED_TEST(BodyWriter, NumbersTheComponents) {
    const std::vector<Component> components = {
        {"disc", 0, 300}, {"bulge", 300, 0}, {"halo", 300, 400}};
    const Picture picture = write(ladder<TypeParam>(700), 700, BodyScalar::component, components);
    for (std::size_t i = 0; i < 700; ++i) {
        ASSERT_EQ(picture.xyzs[4 * i + 3], i < 300 ? 0.0F : 2.0F);
        ASSERT_EQ(picture.xyzs[4 * i], static_cast<float>(i));
    }
    EXPECT_EQ(picture.range.low, 0.0F);
    EXPECT_EQ(picture.range.high, 2.0F);
}

TYPED_TEST(BodyWriter, GivesASystemWithoutComponentsOneColour) {
    const Picture picture = write(ladder<TypeParam>(10), 10, BodyScalar::component);
    EXPECT_EQ(picture.xyzs[4 * 9 + 3], 0.0F);
    EXPECT_LT(picture.range.low, picture.range.high);
}

} // namespace
} // namespace orrery
