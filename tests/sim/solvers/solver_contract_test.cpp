// The results of every registered solver: once for each of them and each of its precisions.

#include "tests/sim/solvers/solver_contract.hpp"
#include "tests/test_data.hpp"

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/snapshot.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace orrery {
namespace {

// Around the sizes of vectors, warps and tiles, and none of their multiples.
constexpr std::size_t awkward_counts[] = {0, 1, 2, 3, 31, 32, 33, 1000, 4097};

TEST_P(SolverContract, KeepsItsPromiseForAnyNumberOfBodies) {
    for (const std::size_t count : awkward_counts) {
        for (const double softening : {0.0, 0.01}) {
            expect_promise_kept(cluster(count), softened(softening));
        }
    }
}

TEST_P(SolverContract, GivesPotentialsAndRatesOfChangeAsWell) {
    for (const std::size_t count : {0U, 1U, 2U, 33U, 1000U}) {
        for (const double softening : {0.0, 0.1}) {
            const WantedForces all = everything();
            expect_promise_kept(cluster(count), softened(softening), {all.potential, false});
            expect_promise_kept(cluster(count), softened(softening), {false, all.jerk});
            expect_promise_kept(cluster(count), softened(softening), all);
        }
    }
}

TEST_P(SolverContract, CountsForEachBodyItsShareOfAllInteractions) {
    if (!info().counts_interactions) {
        return; // each body meets all others
    }
    for (const std::size_t count : awkward_counts) {
        for (const bool potential : {false, true}) {
            const SolverRun result =
                run(cluster(count), softened(0.01), {.potential = potential, .interactions = true});
            double sum = 0;
            for (const float interactions : result.interactions) {
                EXPECT_GE(interactions, 1);
                sum += double{interactions};
            }
            EXPECT_EQ(result.interactions.size(), count);
            EXPECT_EQ(sum, result.timings.interactions) << count << " bodies";
        }
    }
}

TEST_P(SolverContract, ScalesWithG) {
    expect_promise_kept(cluster(100), softened(0.05, 43.0071), everything());
}

TEST_P(SolverContract, PullsTwoBodiesEquallyAndOppositely) {
    Bodies<double> bodies(2);
    bodies.position.x[0] = 0.3;
    bodies.position.y[1] = -1.7;
    bodies.position.z[1] = 0.9;
    bodies.mass[0] = 3;
    bodies.mass[1] = 5;
    for (const double softening : {0.0, 0.5}) {
        const auto forces = run(bodies, softened(softening)).forces;
        const Vector3 left_over = 3 * forces.acceleration[0] + 5 * forces.acceleration[1];
        const double pull = length(3 * forces.acceleration[0]);
        EXPECT_GT(pull, 0);
        EXPECT_LE(length(left_over), promised_error() * pull);
        EXPECT_GT(forces.acceleration[1].x, 0) << "bodies must attract each other";
    }
}

TEST_P(SolverContract, LeavesASingleBodyAlone) {
    Bodies<double> bodies = cluster(1);
    for (const double softening : {0.0, 0.01}) {
        const auto forces = run(bodies, softened(softening), everything()).forces;
        EXPECT_EQ(length(forces.acceleration[0]), 0);
        if (info().has_potential) {
            EXPECT_EQ(forces.potential[0], 0) << "a body has no potential of its own";
        }
    }
}

TEST_P(SolverContract, FindsNoForceBetweenBodiesAtOnePoint) {
    // Pairs at one point, and a heavy crowd at the origin, where padding lies too.
    Bodies<double> bodies = cluster(100);
    for (std::size_t i = 0; i + 1 < bodies.size(); i += 2) {
        const bool crowd = i % 10 == 0;
        for (VectorArray<double>* vectors : {&bodies.position, &bodies.velocity}) {
            for (HostArray<double>* array : {&vectors->x, &vectors->y, &vectors->z}) {
                (*array)[i] = crowd ? 0 : (*array)[i];
                (*array)[i + 1] = (*array)[i];
            }
        }
        bodies.mass[i] *= crowd && !is_mesh() ? 1e6 : 1; // its field would round away the rest
    }
    for (const double softening : {0.0, 0.01}) {
        expect_promise_kept(bodies, softened(softening), everything());
    }
}

TEST_P(SolverContract, LetsMasslessBodiesFeelButNotPull) {
    Bodies<double> bodies = cluster(200);
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        bodies.mass[i] = 0;
    }
    expect_promise_kept(bodies);
    std::fill(bodies.mass.begin(), bodies.mass.end(), 0.0);
    for (const Vector3& acceleration : run(bodies).forces.acceleration) {
        EXPECT_EQ(length(acceleration), 0);
    }
}

// Kernels may leave out what is the same for neighbours in memory.
TEST_P(SolverContract, PullsByMassWhereManyBodiesHaveTheSame) {
    Bodies<double> bodies = cluster(4097);
    std::fill(bodies.mass.begin(), bodies.mass.end(), 0.25);
    expect_promise_kept(bodies, softened(0.01), everything());
    std::fill_n(bodies.mass.begin() + 1500, 700, 7.0);
    std::fill_n(bodies.mass.begin() + 2200, 800, 0.0);
    bodies.mass[300] = 3;
    expect_promise_kept(bodies);
    expect_promise_kept(bodies, softened(0.01), everything());
}

TEST_P(SolverContract, PullsByMassInMetresAndKilogramsWhereAllBodiesHaveTheSame) {
    Bodies<double> bodies = cluster(1000);
    for (HostArray<double>* array : {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
        for (double& place : *array) {
            place *= 1e11;
        }
    }
    for (const double mass : {1.0, 1e12, 1e13, 1e25}) {
        std::fill(bodies.mass.begin(), bodies.mass.end(), mass);
        expect_promise_kept(bodies, softened(1e9, 6.6743e-11));
    }
}

TEST_P(SolverContract, BearsAHugeMassRatio) {
    if (is_mesh()) {
        return; // the huge one's field rounds away what pulls on it
    }
    Bodies<double> bodies = cluster(50);
    std::fill(bodies.mass.begin(), bodies.mass.end(), 1.0);
    bodies.mass[17] = 1e30;
    for (const double softening : {0.0, 0.01}) {
        expect_promise_kept(bodies, softened(softening));
        expect_promise_kept(bodies, softened(softening, 1e-30));
    }
}

TEST_P(SolverContract, BearsPairsFarCloserThanTheRest) {
    Bodies<double> bodies = cluster(50);
    bodies.position.x[8] = bodies.position.y[8] = bodies.position.z[8] = 0;
    for (const double separation : {1e-3, 1e-6, 1e-10}) {
        bodies.position.x[9] = separation;
        bodies.position.y[9] = bodies.position.z[9] = 0;
        expect_promise_kept(bodies);
    }
}

TEST_P(SolverContract, ComputesInMetresAndKilograms) {
    // The Sun, Venus, the Earth, Jupiter and Neptune, all in one line but the Earth.
    Bodies<double> bodies(5);
    const double distances[] = {0, 1.082e11, 0, -7.785e11, 4.498e12};
    const double masses[] = {1.989e30, 4.867e24, 5.972e24, 1.898e27, 1.024e26};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.position.x[i] = distances[i];
        bodies.mass[i] = masses[i];
    }
    bodies.position.y[2] = 1.496e11;
    expect_promise_kept(bodies, softened(0, 6.6743e-11));
}

TEST_P(SolverContract, LosesNoMomentum) {
    if (!info().conserves_momentum) {
        return; // does not promise to conserve momentum
    }
    const Bodies<double> bodies = cluster(4097);
    const auto forces = run(bodies, softened(0.01)).forces;
    Vector3 total;
    double scale = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        total = total + bodies.mass[i] * forces.acceleration[i];
        scale += bodies.mass[i] * length(forces.acceleration[i]);
    }
    EXPECT_LT(length(total), (precision() == Precision::fp32 ? 1e-7 : 1e-15) * scale);
}

TEST_P(SolverContract, GivesTheSameBitsAgainWhereItSaysSo) {
    if (!info().repeatable) {
        return; // adds up in the order in which its parts happen to finish
    }
    const Bodies<double> bodies = cluster(4097);
    const auto once = run(bodies, softened(0.01)).forces;
    // Not every step is measured: energy must not change where it goes. (On a GPU the kernel with
    // potentials is another one, which the compiler may round in another order.)
    const bool either = info().space == Space::host && info().has_potential;
    for (const bool potential : {false, either}) {
        SCOPED_TRACE(potential ? "with potentials" : "without potentials");
        const auto again = run(bodies, softened(0.01), {.potential = potential}).forces;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            ASSERT_EQ(once.acceleration[i].x, again.acceleration[i].x) << i;
            ASSERT_EQ(once.acceleration[i].y, again.acceleration[i].y) << i;
            ASSERT_EQ(once.acceleration[i].z, again.acceleration[i].z) << i;
        }
    }
}

// 1,000 bodies of a real file against forces that were computed elsewhere in double.
TEST_P(SolverContract, AgreesWithTheForcesOfARealFile) {
    if (info().promise == mesh_promise) {
        return; // the file's softenings are below its cells
    }
    ORRERY_REQUIRE_TEST_DATA(data);
    const System sphere = read_snapshot(*data / "plummer_16384.tipsy");
    for (const auto& [softening, file] : {std::pair(0.0, "plummer_16384_forces_eps0.csv"),
                                          std::pair(0.01, "plummer_16384_forces_eps001.csv")}) {
        const auto computed =
            run(sphere.bodies, softened(softening), {.potential = info().has_potential}).forces;
        std::ifstream rows(*data / file);
        std::string heading;
        std::getline(rows, heading);
        std::vector<Vector3> accelerations, truth;
        std::size_t body = 0;
        char comma = ',';
        Vector3 acceleration;
        double potential = 0;
        while (rows >> body >> comma >> acceleration.x >> comma >> acceleration.y >> comma >>
               acceleration.z >> comma >> potential) {
            ASSERT_LT(body, computed.acceleration.size());
            accelerations.push_back(computed.acceleration[body]);
            truth.push_back(acceleration);
            if (info().has_potential) {
                EXPECT_NEAR(computed.potential[body] / potential, 1, promised_error());
            }
        }
        ASSERT_EQ(truth.size(), 1000U) << file;
        EXPECT_LT(force_error(accelerations, truth).p99, promised_error()) << file;
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverContract, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
