#include "sim/diagnostics/diagnostics.hpp"
#include "sim/periodic/ewald.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>

namespace orrery {
namespace {

std::vector<std::size_t> all_of(const Bodies<double>& bodies) {
    return sample_bodies(bodies.size(), bodies.size(), 0);
}

TEST(ReferenceForces, OfTwoBodiesAreNewtons) {
    Bodies<double> bodies(2);
    bodies.mass[0] = 3;
    bodies.mass[1] = 5;
    bodies.position.x[1] = 2;
    Workers workers(1);
    const auto targets = all_of(bodies);
    const ReferenceForces forces = reference_forces(view(bodies), targets, 10, 0, workers);
    EXPECT_DOUBLE_EQ(forces.acceleration[0].x, 10 * 5 / 4.0);
    EXPECT_DOUBLE_EQ(forces.acceleration[1].x, -10 * 3 / 4.0);
    EXPECT_DOUBLE_EQ(forces.potential[0], -10 * 5 / 2.0);
    EXPECT_DOUBLE_EQ(forces.potential[1], -10 * 3 / 2.0);
    EXPECT_EQ(forces.acceleration[0].y, 0);

    const ReferenceForces soft =
        reference_forces(view(bodies), targets, 1, std::sqrt(5.0), workers);
    EXPECT_NEAR(soft.acceleration[0].x, 5 * 2 / 27.0, 1e-15); // r^2 + eps^2 = 9
    EXPECT_NEAR(soft.potential[0], -5 / 3.0, 1e-15);
}

TEST(ReferenceForces, CountCoincidentBodiesOnlyWhereSoftened) {
    Bodies<double> bodies(3); // two at the origin, one at distance 1
    bodies.mass[0] = bodies.mass[1] = bodies.mass[2] = 1;
    bodies.position.z[2] = 1;
    Workers workers(1);
    const auto targets = all_of(bodies);
    const ReferenceForces hard = reference_forces(view(bodies), targets, 1, 0, workers);
    EXPECT_DOUBLE_EQ(hard.acceleration[0].z, 1);
    EXPECT_DOUBLE_EQ(hard.potential[0], -1);
    EXPECT_DOUBLE_EQ(hard.acceleration[2].z, -2);
    const ReferenceForces soft = reference_forces(view(bodies), targets, 1, 0.5, workers);
    EXPECT_NEAR(soft.potential[0], -1 / 0.5 - 1 / std::sqrt(1.25), 1e-15);
}

TEST(ReferenceForces, AddUpToNothingOverAllBodies) {
    const auto bodies = make_scene(find_scene("plummer"), 1501, 2).bodies; // no multiple of lanes
    Workers workers(2);
    const auto targets = all_of(bodies);
    const ReferenceForces forces = reference_forces(view(bodies), targets, 1, 0, workers);
    Vector3 total;
    double scale = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        total = total + bodies.mass[i] * forces.acceleration[i];
        scale += bodies.mass[i] * length(forces.acceleration[i]);
    }
    EXPECT_LT(length(total) / scale, 1e-14);
}

TEST(ReferenceForces, AreTheSameWhateverTargetsAreAskedForTogetherAndByHowManyThreads) {
    const auto bodies = make_scene(find_scene("plummer"), 3000, 2).bodies;
    Workers one(1);
    Workers three(3);
    const auto all = all_of(bodies);
    const std::vector<std::size_t> few = {2999, 17, 17, 0, 1234};
    const ReferenceForces of_all = reference_forces(view(bodies), all, 1, 0.01, three);
    const ReferenceForces of_few = reference_forces(view(bodies), few, 1, 0.01, one);
    for (std::size_t k = 0; k < few.size(); ++k) {
        EXPECT_EQ(of_few.acceleration[k].x, of_all.acceleration[few[k]].x);
        EXPECT_EQ(of_few.potential[k], of_all.potential[few[k]]);
    }
}

TEST(ReferenceForces, AgreeWithTheTruthComputedElsewhere) {
    ORRERY_REQUIRE_TEST_DATA(data);
    const auto bodies = read_snapshot(*data / "plummer_16384.tipsy").bodies;
    Workers workers;
    for (const auto& [file, softening] : {std::pair{"plummer_16384_forces_eps0.csv", 0.0},
                                          std::pair{"plummer_16384_forces_eps001.csv", 0.01}}) {
        std::ifstream csv(*data / file);
        std::string line;
        std::getline(csv, line); // names of the columns
        std::vector<std::size_t> targets;
        std::vector<Vector3> truth;
        std::vector<double> potential;
        while (std::getline(csv, line)) {
            std::size_t index = 0;
            Vector3 a;
            double phi = 0;
            ASSERT_EQ(
                std::sscanf(line.c_str(), "%zu,%lf,%lf,%lf,%lf", &index, &a.x, &a.y, &a.z, &phi),
                5);
            targets.push_back(index);
            truth.push_back(a);
            potential.push_back(phi);
        }
        ASSERT_EQ(targets.size(), 1000U);
        const ReferenceForces forces =
            reference_forces(view(bodies), targets, 1, softening, workers);
        EXPECT_LT(force_error(forces.acceleration, truth).maximum, 1e-12) << file;
        for (std::size_t k = 0; k < targets.size(); ++k) {
            ASSERT_NEAR(forces.potential[k] / potential[k], 1, 1e-13) << file;
        }
    }
}

TEST(ReferenceForces, StopWhenAskedTo) {
    const auto bodies = make_scene(find_scene("plummer"), 100, 2).bodies;
    Workers workers(1);
    std::stop_source stop;
    stop.request_stop();
    const auto targets = all_of(bodies);
    EXPECT_EQ(reference_forces(view(bodies), targets, 1, 0, workers, stop.get_token()).outcome,
              Outcome::cancelled);
    EXPECT_EQ(reference_forces(view(bodies), targets, 1, 0, workers).outcome, Outcome::complete);
}

TEST(ReferenceForces, ShowANumberThatIsNone) {
    Bodies<double> bodies(3);
    bodies.mass[0] = bodies.mass[1] = bodies.mass[2] = 1;
    bodies.position.x[1] = std::numeric_limits<double>::quiet_NaN();
    Workers workers(1);
    const std::vector<std::size_t> targets = {1};
    EXPECT_TRUE(
        std::isnan(reference_forces(view(bodies), targets, 1, 0.1, workers).acceleration[0].x));
}

TEST(ReferenceForces, InABoxAreSoftenedEwaldSums) {
    const PeriodicBox box{{2, 3, 2.5}};
    const double softening = 0.1;
    const Bodies<double> bodies = make_scene(find_scene("plummer"), 60, 2).bodies;
    Workers workers(2);
    const EwaldSum sum(box, 0, softening);
    const auto place = [&](std::size_t i) {
        return Vector3{bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]};
    };
    const std::vector<std::size_t> targets{3, 0, bodies.size() - 1};
    const ReferenceForces forces =
        reference_forces(view(bodies), targets, 2, softening, workers, {}, Precision::fp64, box);
    ASSERT_EQ(forces.outcome, Outcome::complete);
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const std::size_t i = targets[k];
        Vector3 pull;
        double potential = 0;
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            const auto images = sum.correction(place(i) - place(j));
            pull = pull + bodies.mass[j] * images.acceleration;
            potential += bodies.mass[j] * images.potential;
            if (j != i) {
                const Vector3 r = nearest_image(box, place(i) - place(j));
                const double softened = std::sqrt(dot(r, r) + softening * softening);
                pull = pull - bodies.mass[j] / (softened * softened * softened) * r;
                potential -= bodies.mass[j] / softened;
            }
        }
        EXPECT_LE(length(forces.acceleration[k] - 2 * pull), 1e-12 * length(2 * pull));
        EXPECT_NEAR(forces.potential[k], 2 * potential, 1e-12 * std::abs(potential));
    }
}

} // namespace
} // namespace orrery
