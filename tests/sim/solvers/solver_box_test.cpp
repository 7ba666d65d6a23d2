// What every solver promises that can compute in a periodic box: the forces of all images, against
// the Ewald sum of single pairs, which shares nothing with the solvers.

#include "tests/sim/solvers/solver_contract.hpp"

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/periodic/ewald.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace orrery {
namespace {

class SolverBox : public SolverContract {};

std::vector<SolverVariant> periodic_variants() {
    std::vector<SolverVariant> variants = solver_variants();
    std::erase_if(variants, [](const SolverVariant& variant) {
        return !find_solver(variant.id).info_with(variant.sharing).periodic;
    });
    return variants;
}

// Edges that floats hold.
const PeriodicBox oblong{{2, 1.5, 3.25}};

ForceParameters in_box(const PeriodicBox& box, double softening) {
    ForceParameters parameters = softened(softening);
    parameters.box = box;
    return parameters;
}

Vector3 vector_at(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

void put(Bodies<double>& bodies, std::size_t i, const Vector3& place, double mass) {
    bodies.position.x[i] = place.x;
    bodies.position.y[i] = place.y;
    bodies.position.z[i] = place.z;
    bodies.mass[i] = mass;
}

// Bodies spread over the box and some beyond, a third of them in a small cloud across its corner.
Bodies<double> spread_in(const PeriodicBox& box, std::size_t count) {
    std::mt19937_64 bits(5);
    const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
    const Bodies<double> cloud = cluster(count / 3 + 1);
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Vector3 place = {(3 * uniform() - 1) * box.lengths[0], uniform() * box.lengths[1],
                               uniform() * box.lengths[2]};
        const bool in_cloud = i % 3 == 0;
        put(bodies, i, in_cloud ? 0.05 * vector_at(cloud.position, i / 3) : place, 0.5 + uniform());
        bodies.velocity.x[i] = uniform() - 0.5;
        bodies.velocity.y[i] = uniform() - 0.5;
        bodies.velocity.z[i] = uniform() - 0.5;
    }
    return bodies;
}

PlainSum ewald_sum(const Bodies<double>& bodies, std::span<const std::size_t> targets,
                   const ForceParameters& parameters) {
    const EwaldSum sum(parameters.box, 0, parameters.softening);
    PlainSum result;
    for (const std::size_t i : targets) {
        Vector3 pull;
        double potential = 0;
        double scale = 0;
        double potential_scale = 0;
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            const Vector3 displacement =
                vector_at(bodies.position, i) - vector_at(bodies.position, j);
            const EwaldSum::Pull images = sum.correction(displacement);
            const Vector3 r = nearest_image(parameters.box, displacement);
            const double softened =
                std::sqrt(dot(r, r) + parameters.softening * parameters.softening);
            const double inverse = i == j || softened == 0 ? 0 : 1 / softened;
            const double m = bodies.mass[j];
            pull = pull + m * images.acceleration - m * inverse * inverse * inverse * r;
            potential += m * images.potential - m * inverse;
            scale += m * (length(images.acceleration) + inverse * inverse);
            potential_scale += m * (std::abs(images.potential) + inverse);
        }
        result.forces.acceleration.push_back(pull);
        result.forces.potential.push_back(potential);
        result.scales.acceleration.push_back(scale);
        result.scales.potential.push_back(potential_scale);
    }
    return result;
}

TEST_P(SolverBox, KeepsItsPromiseOfAllImages) {
    for (const PeriodicBox& box : {PeriodicBox{{1, 1, 1}}, oblong}) {
        for (const double softening : {0.0, 0.01}) {
            SCOPED_TRACE(testing::Message() << "box " << box.lengths[0] << ", " << softening);
            const Bodies<double> bodies = spread_in(box, 400);
            const ForceParameters parameters = promised(in_box(box, softening), bodies);
            std::vector<std::size_t> checked;
            for (std::size_t i = 0; i < bodies.size(); i += 9) {
                checked.push_back(i);
            }
            const WantedForces wanted{info().has_potential};
            const SolverRun result = run(bodies, parameters, wanted);
            ASSERT_EQ(result.outcome, Outcome::complete);
            expect_promise_kept(result.forces, checked,
                                ewald_sum(rounded(bodies, precision()), checked, parameters),
                                parameters, wanted);
        }
    }
}

// As in a young universe: of what pulls a thousandth is left.
Bodies<double> cold_lattice(std::size_t along) {
    constexpr double amplitude = 1.0 / 1024, wave = 2 * std::numbers::pi;
    Bodies<double> bodies(along * along * along);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto place = [along](std::size_t k) {
            return (static_cast<double>(k % along) + 0.5) / static_cast<double>(along);
        };
        const Vector3 at{place(i), place(i / along), place(i / along / along)};
        put(bodies, i,
            {at.x + amplitude * std::sin(wave * (at.x + at.y)),
             at.y + amplitude * std::cos(wave * at.z), at.z + amplitude * std::sin(wave * at.y)},
            1.0 / static_cast<double>(bodies.size()));
    }
    return bodies;
}

TEST_P(SolverBox, KeepsItsPromiseWherePullsCancel) {
    const PeriodicBox box{{1, 1, 1}};
    const Bodies<double> bodies = cold_lattice(12);
    const ForceParameters parameters = promised(in_box(box, 1.0 / 300), bodies);
    const Bodies<double> seen = rounded(bodies, precision());
    const auto targets = sample_bodies(bodies.size(), 60, 1);
    Workers workers(2);
    const ReferenceForces truth =
        reference_forces(view(seen), targets, parameters.gravity, parameters.softening, workers, {},
                         Precision::fp64, box);
    const Forces found = run(bodies, parameters, {}).forces;
    std::vector<Vector3> accelerations;
    for (const std::size_t body : targets) {
        accelerations.push_back(found.acceleration[body]);
    }
    EXPECT_LE(force_error(accelerations, truth.acceleration, box).p99,
              info().promised_error(precision(), {}, box));
}

TEST_P(SolverBox, PullsBodiesThatStandInOtherBoxesAsInTheFirst) {
    Bodies<double> bodies = spread_in(oblong, 60);
    for (double* places :
         {bodies.position.x.data(), bodies.position.y.data(), bodies.position.z.data()}) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            places[i] = std::round(places[i] * 1024) / 1024; // exact in other boxes, too
        }
    }
    const ForceParameters parameters = promised(in_box(oblong, 0.05), bodies);
    const WantedForces wanted{info().has_potential};
    const Forces before = run(bodies, parameters, wanted).forces;
    bodies.position.x[7] += 2 * oblong.lengths[0];
    bodies.position.y[8] -= oblong.lengths[1];
    bodies.position.z[9] += 3 * oblong.lengths[2];
    const Forces after = run(bodies, parameters, wanted).forces;
    const auto all = all_of(bodies.size());
    const PlainSum truth = ewald_sum(bodies, all, parameters);
    for (const std::size_t i : all) {
        EXPECT_LE(length(after.acceleration[i] - before.acceleration[i]),
                  promised_error() * truth.scales.acceleration[i]);
        if (wanted.potential) {
            EXPECT_NEAR(after.potential[i], before.potential[i],
                        promised_error() * truth.scales.potential[i]);
        }
    }
}

TEST_P(SolverBox, PullsNowhereAlongAnEdgeThatIsHalfwayToTheNextImage) {
    for (const double softening : {0.0, 0.02}) {
        Bodies<double> bodies(2);
        put(bodies, 0, {0.125, 0.25, 0.5}, 1);
        put(bodies, 1, {0.125 + oblong.lengths[0] / 2, 0.5, 0.5}, 2);
        const Forces forces = run(bodies, in_box(oblong, softening)).forces;
        const double alone = 1 / (0.0625 + oblong.lengths[0] * oblong.lengths[0] / 4);
        EXPECT_LE(std::abs(forces.acceleration[0].x), 2 * promised_error() * alone);
        EXPECT_LE(std::abs(forces.acceleration[1].x), promised_error() * alone);
        EXPECT_GT(std::abs(forces.acceleration[0].y), 0.1 * alone);
        EXPECT_LE(std::abs(forces.acceleration[1].z), promised_error() * alone);
    }
}

TEST_P(SolverBox, PullsEquallyAndOppositely) {
    const Bodies<double> bodies = spread_in(oblong, 80);
    const ForceParameters parameters = promised(in_box(oblong, 0.02), bodies);
    const Forces forces = run(bodies, parameters).forces;
    const auto all = all_of(bodies.size());
    const PlainSum truth = ewald_sum(bodies, all, parameters);
    Vector3 total;
    double scale = 0;
    for (const std::size_t i : all) {
        total = total + bodies.mass[i] * forces.acceleration[i];
        scale += bodies.mass[i] * truth.scales.acceleration[i];
    }
    EXPECT_LE(length(total), promised_error() * scale);
}

TEST_P(SolverBox, LeavesALatticeAtRest) {
    constexpr std::size_t along = 8; // so that half an edge is half an edge
    Bodies<double> bodies(along * along * along);
    const double apart = 1.0 / along;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto x = static_cast<double>(i % along);
        const auto y = static_cast<double>(i / along % along);
        const auto z = static_cast<double>(i / along / along);
        put(bodies, i, {x * apart, y * apart, z * apart}, 1);
    }
    const Forces forces = run(bodies, promised(in_box({{1, 1, 1}}, 0.01), bodies)).forces;
    const double nearest = 1 / (apart * apart);
    for (const Vector3& acceleration : forces.acceleration) {
        EXPECT_LE(length(acceleration), 10 * promised_error() * nearest);
    }
}

TEST_P(SolverBox, GivesABodyThePotentialOfItsOwnImages) {
    if (!info().has_potential) {
        return;
    }
    Bodies<double> one(1);
    put(one, 0, {0.3, 1.9, 0.1}, 3);
    const Forces forces = run(one, in_box({{1, 1, 1}}, 0.01), {true}).forces;
    const double expected = 3 * EwaldSum({{1, 1, 1}}, 0, 0.01).self_potential();
    // A sum of larger terms.
    EXPECT_NEAR(forces.potential[0], expected, 10 * promised_error() * expected);
    EXPECT_LE(length(forces.acceleration[0]), promised_error());
}

TEST_P(SolverBox, PullsOtherBodiesAndSomeOfItsOwn) {
    const Bodies<double> bodies = spread_in(oblong, 150);
    const ForceParameters parameters = promised(in_box(oblong, 0.02), bodies);
    const WantedForces wanted{info().has_potential};
    const Forces all = run(bodies, parameters, wanted).forces;
    const auto every = all_of(bodies.size());
    const PlainSum truth = ewald_sum(bodies, every, parameters);
    const auto expect_same = [&](const Forces& part, std::size_t k, std::size_t i) {
        EXPECT_LE(length(part.acceleration[k] - all.acceleration[i]),
                  2 * promised_error() * truth.scales.acceleration[i]);
        if (wanted.potential) {
            EXPECT_NEAR(part.potential[k], all.potential[i],
                        2 * promised_error() * truth.scales.potential[i]);
        }
    };
    const std::vector<std::uint32_t> list{149, 3, 77, 78, 0};
    const Forces listed = run_on({.list = list}, bodies, parameters, wanted).forces;
    for (std::size_t k = 0; k < list.size(); ++k) {
        expect_same(listed, k, list[k]);
    }
    const Forces range = run_on({.first = 61, .end = 140}, bodies, parameters, wanted).forces;
    for (std::size_t k = 0; k < 79; ++k) {
        expect_same(range, k, 61 + k);
    }
    // Tracers at places where no source is: what a massless source there would feel.
    Bodies<double> tracers = spread_in({{2, 2, 2}}, 10);
    Bodies<double> with_them(bodies.size() + tracers.size());
    for (std::size_t i = 0; i < with_them.size(); ++i) {
        const bool own = i < bodies.size();
        put(with_them, i,
            own ? vector_at(bodies.position, i)
                : vector_at(tracers.position, i - bodies.size()) + Vector3{.1, .1, .1},
            own ? bodies.mass[i] : 0);
    }
    for (std::size_t k = 0; k < tracers.size(); ++k) {
        put(tracers, k, vector_at(with_them.position, bodies.size() + k), 1);
    }
    const Forces on_tracers = run_on({.others = &tracers}, bodies, parameters, wanted).forces;
    std::vector<std::size_t> last(tracers.size());
    for (std::size_t k = 0; k < last.size(); ++k) {
        last[k] = bodies.size() + k;
    }
    const PlainSum felt = ewald_sum(rounded(with_them, precision()), last, parameters);
    for (std::size_t k = 0; k < last.size(); ++k) {
        EXPECT_LE(length(on_tracers.acceleration[k] - felt.forces.acceleration[k]),
                  promised_error() * felt.scales.acceleration[k]);
    }
}

TEST_P(SolverBox, GivesJerksOfAllImages) {
    if (!info().has_jerk) {
        return;
    }
    const Bodies<double> bodies = spread_in(oblong, 60);
    const ForceParameters parameters = promised(in_box(oblong, 0.05), bodies);
    const Forces forces = run(bodies, parameters, {false, true}).forces;
    const auto all = all_of(bodies.size());
    const double step = 1e-4;
    const auto moved = [&](double time) {
        Bodies<double> there = bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            put(there, i, vector_at(bodies.position, i) + time * vector_at(bodies.velocity, i),
                bodies.mass[i]);
        }
        return ewald_sum(there, all, parameters);
    };
    const PlainSum before = moved(-step);
    const PlainSum after = moved(step);
    for (const std::size_t i : all) {
        const Vector3 change =
            1 / (2 * step) * (after.forces.acceleration[i] - before.forces.acceleration[i]);
        EXPECT_LE(length(forces.jerk[i] - change), 1e-4 * after.scales.acceleration[i]);
    }
}

TEST_P(SolverBox, ComputesInOpenSpaceAfterwards) {
    for (const PeriodicBox& box : {oblong, PeriodicBox{{1, 1, 1}}}) {
        run(cluster(50), in_box(box, 0.1));
        expect_promise_kept(cluster(100), promised(softened(0.1), cluster(100)));
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverBox, testing::ValuesIn(periodic_variants()), variant_name);

} // namespace
} // namespace orrery
