// The forces of particle meshes: against Ewald sums in a box, direct sums in open space, and what
// follows from symmetry.

#include "sim/base/error.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/periodic/ewald.hpp"
#include "tests/sim/solvers/plain_sum.hpp"
#include "tests/sim/solvers/solver_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>

namespace orrery {
namespace {

class MeshForces : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = fourier_transform_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        solver_ = find_solver("cpu.mesh").make();
    }

    Solver& solver() { return *solver_; }

    ForceParameters parameters(const OptionValues& options, double softening = 0,
                               const PeriodicBox& box = {}) {
        ForceParameters result = softened(softening);
        result.box = box;
        result.options = {solver().info(), options};
        return result;
    }

    // With the least softening that the promise holds for.
    ForceParameters promised(const OptionValues& options, const Bodies<double>& bodies,
                             const PeriodicBox& box = {}) {
        Workers workers(1);
        ForceParameters result = parameters(options, 0, box);
        result.softening = least_promised_softening(
            solver().info(), result, mesh_bounds(view(bodies), true, workers), bodies.size());
        return result;
    }

    Forces forces(const Bodies<double>& bodies, const ForceParameters& asked,
                  Precision precision = Precision::fp64) {
        const SolverRun run = run_solver(solver(), precision, bodies, asked, {.potential = true});
        EXPECT_EQ(run.outcome, Outcome::complete);
        return run.forces;
    }

private:
    std::unique_ptr<Solver> solver_;
};

const PeriodicBox unit_box{{1, 1, 1}};

Bodies<double> random_bodies(std::size_t count, const PeriodicBox& box = unit_box) {
    std::mt19937 random(7);
    const auto number = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = box.lengths[0] * number();
        bodies.position.y[i] = box.lengths[1] * number();
        bodies.position.z[i] = box.lengths[2] * number();
        bodies.mass[i] = (0.5 + number()) / static_cast<double>(count);
    }
    return bodies;
}

// Most of them in two clumps, one of them across a face.
Bodies<double> clumps(std::size_t count) {
    Bodies<double> bodies = random_bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 5 != 0) {
            const double centre = i % 2 == 0 ? 0.0 : 0.6;
            for (HostArray<double>* axis :
                 {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
                (*axis)[i] = centre + 0.2 * ((*axis)[i] - 0.5);
            }
        }
    }
    return bodies;
}

Vector3 place(const Bodies<double>& bodies, std::size_t i) {
    return {bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]};
}

// The law in a box: the nearest image, and Ewald's correction.
std::vector<Vector3> ewald_forces(const Bodies<double>& bodies, const ForceParameters& asked) {
    const EwaldSum ewald(asked.box, 0, asked.softening);
    std::vector<Vector3> truth(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            if (i == j) {
                continue;
            }
            const Vector3 d = nearest_image(asked.box, place(bodies, j) - place(bodies, i));
            const double r2 = dot(d, d) + asked.softening * asked.softening;
            const Vector3 pull =
                ewald.correction(-1 * d).acceleration + 1 / (r2 * std::sqrt(r2)) * d;
            truth[i] = truth[i] + bodies.mass[j] * pull;
        }
    }
    return truth;
}

// Root mean square of the error over that of the truth.
double rms_error(const std::vector<Vector3>& found, const std::vector<Vector3>& truth) {
    double error = 0;
    double size = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        error += dot(found[i] - truth[i], found[i] - truth[i]);
        size += dot(truth[i], truth[i]);
    }
    return std::sqrt(error / size);
}

Vector3 net_force(const Bodies<double>& bodies, const Forces& forces, double& scale) {
    Vector3 net;
    scale = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        net = net + bodies.mass[i] * forces.acceleration[i];
        scale += bodies.mass[i] * length(forces.acceleration[i]);
    }
    return net;
}

double largest(const std::vector<Vector3>& vectors) {
    double most = 0;
    for (const Vector3& vector : vectors) {
        most = std::max(most, length(vector));
    }
    return most;
}

TEST_F(MeshForces, AgreeWithEwaldSumsInABox) {
    for (const Bodies<double>& bodies : {random_bodies(40), clumps(40)}) {
        const ForceParameters asked = promised({{"cells", "64"}}, bodies, unit_box);
        const auto truth = ewald_forces(bodies, asked);
        EXPECT_LT(rms_error(forces(bodies, asked).acceleration, truth), 2e-2);
        EXPECT_LT(rms_error(forces(bodies, asked, Precision::fp32).acceleration, truth), 2e-2);
        const ForceParameters best = promised(
            {{"cells", "64"}, {"scheme", "pcs"}, {"gradient", "spectral"}}, bodies, unit_box);
        EXPECT_LT(rms_error(forces(bodies, best).acceleration, truth), 1e-2);
    }
}

TEST_F(MeshForces, AgreeWithEwaldSumsInABoxOfThreeEdges) {
    const PeriodicBox box{{1, 0.7, 1.3}};
    const Bodies<double> bodies = random_bodies(30, box);
    const ForceParameters asked = promised({{"cells", "64"}}, bodies, box);
    EXPECT_LT(rms_error(forces(bodies, asked).acceleration, ewald_forces(bodies, asked)), 2e-2);
}

TEST_F(MeshForces, AgreeWithDirectSumsInOpenSpace) {
    const Bodies<double> bodies = cluster(1000);
    for (const char* gradient : {"order4", "spectral"}) {
        const ForceParameters asked = promised({{"cells", "64"}, {"gradient", gradient}}, bodies);
        const Forces found = forces(bodies, asked);
        const PlainSum truth = plain_sum(bodies, all_of(bodies.size()), asked);
        EXPECT_LT(rms_error(found.acceleration, truth.forces.acceleration), 5e-3) << gradient;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            EXPECT_NEAR(found.potential[i] / truth.forces.potential[i], 1, 5e-3) << i;
        }
    }
}

TEST_F(MeshForces, AddUpToNothing) {
    for (const char* scheme : {"cic", "tsc", "pcs"}) {
        for (const char* gradient : {"order2", "order8", "spectral"}) {
            const OptionValues options{{"cells", "32"}, {"scheme", scheme}, {"gradient", gradient}};
            const Bodies<double> bodies = clumps(500);
            for (const PeriodicBox& box : {unit_box, PeriodicBox{}}) {
                double scale = 0;
                const Vector3 net =
                    net_force(bodies, forces(bodies, parameters(options, 0, box)), scale);
                EXPECT_LT(length(net), 1e-13 * scale) << scheme << " " << gradient;
            }
        }
    }
}

Bodies<double> lattice(std::size_t side) {
    Bodies<double> bodies(side * side * side);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto along = [&](std::size_t step) {
            return (0.3 + double(step % side)) / double(side);
        };
        bodies.position.x[i] = along(i / (side * side));
        bodies.position.y[i] = along(i / side);
        bodies.position.z[i] = along(i);
        bodies.mass[i] = 1.0 / double(bodies.size());
    }
    return bodies;
}

TEST_F(MeshForces, LeaveALatticeAtRest) {
    for (const char* cells : {"16", "32", "64"}) {
        const Forces found = forces(lattice(16), parameters({{"cells", cells}}, 0, unit_box));
        EXPECT_LT(largest(found.acceleration), 1e-11) << cells;
    }
}

// On cells that are no whole number to an edge of the lattice it is pulled as if by a wave; so the
// solver does not choose them.
TEST_F(MeshForces, LeaveALatticeOfAnySideAtRestOnCellsOfTheirOwnChoice) {
    for (const std::size_t side : {8U, 10U, 20U, 24U, 40U}) {
        const Bodies<double> bodies = lattice(side);
        const Forces found = forces(bodies, parameters({}, 0, unit_box));
        EXPECT_LT(largest(found.acceleration), 1e-11) << side;
    }
    const double of_neighbour = 24.0 * 24 / (24 * 24 * 24);
    EXPECT_GT(largest(forces(lattice(24), parameters({{"cells", "32"}}, 0, unit_box)).acceleration),
              0.1 * of_neighbour);
}

// Sheets of bodies move as a wave: each is pulled towards where it came from, by 4 pi G times the
// mean density times its way, whatever the wave.
TEST_F(MeshForces, OfAPlaneWaveAreThoseOfSheets) {
    constexpr std::size_t side = 32;
    constexpr double amplitude = 1e-3;
    Bodies<double> bodies(side * side * side);
    for (const double waves : {1.0, 2.0}) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const double from = double(i / (side * side)) / side;
            bodies.position.x[i] = from + amplitude * std::sin(2 * std::numbers::pi * waves * from);
            bodies.position.y[i] = double(i / side % side) / side;
            bodies.position.z[i] = double(i % side) / side;
            bodies.mass[i] = 1.0 / double(bodies.size());
        }
        const double most = 4 * std::numbers::pi * amplitude;
        for (const char* cells : {"32", "64"}) {
            const Forces found = forces(bodies, parameters({{"cells", cells}}, 0, unit_box));
            double worst = 0;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                const double from = double(i / (side * side)) / side;
                const double truth = most * std::sin(2 * std::numbers::pi * waves * from);
                worst = std::max(worst, length(found.acceleration[i] - Vector3{truth, 0, 0}));
            }
            // The lattice's own images of the wave, as far as clouds of three points see them.
            EXPECT_LT(worst / most, 2 * std::pow(waves / side, 2))
                << waves << " waves, " << cells << " cells";
        }
    }
}

TEST_F(MeshForces, OfABodyHalfABoxAwayCancel) {
    Bodies<double> bodies(2);
    bodies.mass[0] = bodies.mass[1] = 1;
    bodies.position.x[0] = 0.3125;
    bodies.position.x[1] = 0.8125;
    const auto pull = [&] {
        return length(forces(bodies, parameters({{"cells", "32"}}, 0, unit_box)).acceleration[0]);
    };
    const double half = pull();
    bodies.position.x[1] = 0.5625;
    EXPECT_LT(half, 1e-12 * pull());
}

TEST_F(MeshForces, StayTheSameWhenABodyMovesByTheBox) {
    Bodies<double> bodies = clumps(300);
    const ForceParameters asked = parameters({{"cells", "32"}}, 0, unit_box);
    const Forces before = forces(bodies, asked);
    for (std::size_t i = 0; i < bodies.size(); i += 3) {
        bodies.position.x[i] += 1;
        bodies.position.y[i] -= 3;
    }
    const Forces after = forces(bodies, asked);
    const double scale = largest(before.acceleration);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        EXPECT_LT(length(after.acceleration[i] - before.acceleration[i]), 1e-10 * scale) << i;
    }
}

TEST_F(MeshForces, ReachBodiesOutsideTheSourcesCube) {
    const Bodies<double> bodies = cluster(300);
    Bodies<double> others = cluster(20, 3);
    for (double& x : others.position.x) {
        x += 60;
    }
    ForceParameters asked = parameters({{"cells", "64"}}, 5);
    const SolverRun run = run_solver(solver(), Precision::fp64, bodies, asked, {.potential = true},
                                     {}, 2, {.others = &others});
    const PlainSum truth = plain_sum_at(others, bodies, asked);
    EXPECT_LT(rms_error(run.forces.acceleration, truth.forces.acceleration), 1e-2);
    EXPECT_LT(rms_error(forces(bodies, promised({{"cells", "64"}}, bodies)).acceleration,
                        plain_sum(bodies, all_of(300), promised({{"cells", "64"}}, bodies))
                            .forces.acceleration),
              5e-3);
}

TEST_F(MeshForces, OfOneBodyOrBodiesAtOnePointAreNone) {
    for (const std::size_t count : {1U, 2U, 5U}) {
        Bodies<double> bodies(count);
        std::fill(bodies.mass.begin(), bodies.mass.end(), 2.0);
        const Forces found = forces(bodies, parameters({}, 0.5));
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(length(found.acceleration[i]), 0);
            EXPECT_DOUBLE_EQ(found.potential[i], -2.0 * double(count - 1) / 0.5);
        }
    }
    EXPECT_TRUE(forces(Bodies<double>(0), parameters({})).acceleration.empty());
}

TEST_F(MeshForces, AreTheSameWhateverTheNumberOfThreads) {
    const Bodies<double> bodies = cluster(4097);
    for (const PeriodicBox& box : {PeriodicBox{{40, 40, 40}}, PeriodicBox{}}) {
        const ForceParameters asked = parameters({{"cells", "32"}}, 0.1, box);
        const auto one =
            run_solver(solver(), Precision::fp32, bodies, asked, {.potential = true}, {}, 1).forces;
        const auto three =
            run_solver(solver(), Precision::fp32, bodies, asked, {.potential = true}, {}, 3).forces;
        EXPECT_EQ(one.potential, three.potential);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            ASSERT_EQ(length(one.acceleration[i] - three.acceleration[i]), 0) << i;
        }
    }
}

TEST(MeshMemory, IsRefusedInASentenceWhereThereIsNone) {
    EXPECT_NO_THROW(require_memory_for_mesh(1e8));
    try {
        require_memory_for_mesh(1e18);
        ADD_FAILURE() << "no machine has an exabyte";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("takes 1000000000 GB"), std::string::npos)
            << error.what();
    }
}

} // namespace
} // namespace orrery
