// The Ewald sum shared out between pairs and plane waves, against the one of single pairs.

#include "sim/periodic/box_pairs.hpp"
#include "sim/periodic/plane_waves.hpp"

#include <gtest/gtest.h>

#include <random>

namespace orrery {
namespace {

Bodies<double> random_bodies(const PeriodicBox& box, std::size_t count) {
    std::mt19937_64 bits(3);
    const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = (3 * uniform() - 1) * box.lengths[0]; // also in other boxes
        bodies.position.y[i] = uniform() * box.lengths[1];
        bodies.position.z[i] = uniform() * box.lengths[2];
        bodies.velocity.x[i] = uniform() - 0.5;
        bodies.velocity.y[i] = uniform() - 0.5;
        bodies.velocity.z[i] = uniform() - 0.5;
        bodies.mass[i] = 0.5 + uniform();
    }
    return bodies;
}

Vector3 at(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

struct Whole {
    Accelerations<double> forces;
    explicit Whole(std::size_t count) : forces(count, true, true) {}
};

// Pairs and waves together.
Whole shared_out(const Bodies<double>& bodies, const PeriodicBox& box, double reach,
                 double softening, Workers* workers) {
    const EwaldSplit split(box, reach, softening);
    const BoxPairs pairs(split, 0);
    Whole whole(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        Vector3 pull;
        Vector3 jerk;
        double potential = 0;
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            const Vector3 v = at(bodies.velocity, j) - at(bodies.velocity, i);
            pairs.for_each(at(bodies.position, i), at(bodies.position, j), i == j,
                           [&](const BoxPairs::Term& term) {
                               const double m = bodies.mass[j];
                               pull = pull + m * term.strength * term.r;
                               jerk = jerk + m * term.strength * v +
                                      m * term.change * dot(term.r, v) * term.r;
                               potential += m * term.potential;
                           });
        }
        const auto to = whole.forces.view();
        to.store_pull(i, pull.x, pull.y, pull.z, potential);
        to.jerk_x[i] = jerk.x;
        to.jerk_y[i] = jerk.y;
        to.jerk_z[i] = jerk.z;
    }
    PlaneWaves waves(split);
    EXPECT_EQ(waves.prepare(view(bodies), true, workers, {}), Outcome::complete);
    const ForceTargets<double> targets{view(bodies), 0, whole.forces.view()};
    EXPECT_EQ(waves.add_to(targets, 1, workers, {}), Outcome::complete);
    return whole;
}

const PeriodicBox boxes[] = {{{1, 1, 1}}, {{1, 1.5, 2.5}}, {{8, 0.25, 0.25}}, {{0.1, 2, 3}}};

TEST(EwaldSplit, GivesTheSumOverSinglePairs) {
    for (const PeriodicBox& box : boxes) {
        for (const double reach : {EwaldSplit::double_reach, EwaldSplit::float_reach}) {
            SCOPED_TRACE(testing::Message() << "box " << box.lengths[0] << ", reach " << reach);
            // In an oblong box the powers of a phase are long, and clouds cancel more.
            const double rounding = box.lengths[0] == 8 ? 1e-11 : 1e-13;
            const double tolerance = reach == EwaldSplit::double_reach ? rounding : 3e-7;
            const double softening = box.lengths[0] == 1 ? 0.1 * box.lengths[1] : 0;
            const EwaldSum sum(box, 0, softening);
            const Bodies<double> bodies = random_bodies(box, 20);
            Workers workers(2);
            const Whole whole = shared_out(bodies, box, reach, softening, &workers);
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                Vector3 pull;
                double potential = bodies.mass[i] * sum.self_potential();
                double scale = 0;
                for (std::size_t j = 0; j < bodies.size(); ++j) {
                    if (j != i) {
                        const auto part = sum.pull(at(bodies.position, i) - at(bodies.position, j));
                        pull = pull + bodies.mass[j] * part.acceleration;
                        potential += bodies.mass[j] * part.potential;
                        const Vector3 r =
                            nearest_image(box, at(bodies.position, i) - at(bodies.position, j));
                        scale += bodies.mass[j] / dot(r, r);
                    }
                }
                EXPECT_LE(length(at(whole.forces.acceleration, i) - pull), tolerance * scale);
                EXPECT_NEAR(whole.forces.potential[i], potential,
                            tolerance * std::sqrt(scale * 20));
            }
        }
    }
}

TEST(EwaldSplit, GivesTheSameOnOneThreadAndOnMany) {
    const Bodies<double> bodies = random_bodies(boxes[1], 150);
    Workers workers(3);
    const Whole one = shared_out(bodies, boxes[1], EwaldSplit::float_reach, 0.01, nullptr);
    const Whole many = shared_out(bodies, boxes[1], EwaldSplit::float_reach, 0.01, &workers);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        EXPECT_EQ(one.forces.acceleration.x[i], many.forces.acceleration.x[i]);
        EXPECT_EQ(one.forces.potential[i], many.forces.potential[i]);
        EXPECT_EQ(one.forces.jerk.z[i], many.forces.jerk.z[i]);
    }
}

TEST(EwaldSplit, GivesJerksThatAreTheChangeOfPulls) {
    for (const PeriodicBox& box : boxes) {
        Bodies<double> bodies = random_bodies(box, 12);
        const double softening = 0.02 * box.lengths[1];
        const double shortest = std::min({box.lengths[0], box.lengths[1], box.lengths[2]});
        const double h = 1e-5 * shortest;
        const auto moved = [&](double time) {
            Bodies<double> there = bodies;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                there.position.x[i] += time * bodies.velocity.x[i];
                there.position.y[i] += time * bodies.velocity.y[i];
                there.position.z[i] += time * bodies.velocity.z[i];
            }
            return shared_out(there, box, EwaldSplit::double_reach, softening, nullptr);
        };
        const Whole now = moved(0);
        const Whole before = moved(-h);
        const Whole after = moved(h);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vector3 difference =
                1 / (2 * h) *
                (at(after.forces.acceleration, i) - at(before.forces.acceleration, i));
            EXPECT_LE(length(at(now.forces.jerk, i) - difference), 1e-5 * length(difference))
                << box.lengths[0] << ' ' << i;
        }
    }
}

} // namespace
} // namespace orrery
