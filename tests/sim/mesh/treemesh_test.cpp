// Forces of tree and mesh together: against Ewald sums and direct sums, at the accuracy that is
// asked for.

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/scene.hpp"
#include "tests/sim/solvers/plain_sum.hpp"
#include "tests/sim/solvers/solver_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace orrery {
namespace {

const PeriodicBox cube{{1, 1, 1}};
const PeriodicBox oblong{{1, 0.5, 1.5}};

// All over the box, or most of them in clumps of which one lies across a corner.
Bodies<double> spread(std::size_t count, const PeriodicBox& box, bool clumped) {
    std::mt19937 random(11);
    const auto number = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    Bodies<double> bodies(count);
    HostArray<double>* const axes[] = {&bodies.position.x, &bodies.position.y, &bodies.position.z};
    for (std::size_t i = 0; i < count; ++i) {
        const bool in_clump = clumped && i % 4 != 0;
        const double part = in_clump ? 0.1 * number() * number() : 1;
        const double centre = in_clump ? (i % 2 == 0 ? 0.0 : 0.37) : 0.5;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            (*axes[axis])[i] = box.lengths[axis] * (centre + part * (number() - 0.5));
        }
        bodies.mass[i] = (0.5 + number()) / static_cast<double>(count);
    }
    return bodies;
}

class TreeMesh : public testing::Test {
protected:
    explicit TreeMesh(const char* algorithm = "cpu.treemesh") : algorithm_(algorithm) {}

    void SetUp() override {
        if (const std::string reason = fourier_transform_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
        solver_ = find_solver(algorithm_).make();
    }

    ForceParameters parameters(const PeriodicBox& box, double softening,
                               const OptionValues& options = {}) {
        ForceParameters result;
        result.softening = softening;
        result.box = box;
        result.options = {solver_->info(), options};
        return result;
    }

    Forces forces(const Bodies<double>& bodies, const ForceParameters& asked,
                  Precision precision = Precision::fp32) {
        const SolverRun run = run_solver(*solver_, precision, bodies, asked, {.potential = true});
        EXPECT_EQ(run.outcome, Outcome::complete);
        return run.forces;
    }

    // Against the truth, on some of the bodies.
    struct Errors {
        ForceError force, potential;
    };
    Errors errors(const Bodies<double>& bodies, const ForceParameters& asked,
                  Precision precision = Precision::fp32) {
        const Forces found = forces(bodies, asked, precision);
        const auto targets = sample_bodies(bodies.size(), 200, 1);
        Workers workers(2);
        const ReferenceForces truth =
            reference_forces(view(bodies), targets, asked.gravity, asked.softening, workers, {},
                             precision, asked.box);
        std::vector<Vector3> pulls;
        std::vector<double> potentials;
        for (const std::size_t i : targets) {
            pulls.push_back(found.acceleration[i]);
            potentials.push_back(found.potential[i]);
        }
        return {force_error(pulls, truth.acceleration, asked.box),
                potential_error(potentials, truth.potential, asked.box)};
    }

    Solver& solver() { return *solver_; }

private:
    const char* algorithm_;
    std::unique_ptr<Solver> solver_;
};

// A tree alone, with plane waves.
class TreeInBox : public TreeMesh {
protected:
    TreeInBox() : TreeMesh("cpu.tree") {}
};

TEST_F(TreeMesh, IsWithinAThousandthOfEwaldInABox) {
    for (const PeriodicBox& box : {cube, oblong}) {
        for (const bool clumped : {false, true}) {
            const Bodies<double> bodies = spread(4000, box, clumped);
            for (const double softening : {0.0, 0.002}) {
                for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                    const Errors found = errors(bodies, parameters(box, softening), precision);
                    EXPECT_LT(found.force.p99, 1e-3) << box.lengths[1] << ' ' << clumped;
                    EXPECT_LT(found.potential.p99, 2e-3) << box.lengths[1] << ' ' << clumped;
                }
            }
        }
    }
}

TEST_F(TreeMesh, IsMoreExactWhereLessErrorIsAskedFor) {
    const Bodies<double> bodies = spread(4000, cube, true);
    double before = 1;
    for (const double error : {1e-2, 1e-3, 1e-4}) {
        const double found =
            errors(bodies, parameters(cube, 0.002, {{"error", error}, {"split", 2.0}})).force.p99;
        EXPECT_LT(found, std::max(error, 2e-4));
        EXPECT_LT(found, before);
        before = found;
    }
}

TEST_F(TreeMesh, LeavesNoNetForceButThatOfItsError) {
    const Bodies<double> bodies = spread(4000, cube, true);
    const Forces found = forces(bodies, parameters(cube, 0.002));
    Vector3 net;
    double scale = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        net = net + bodies.mass[i] * found.acceleration[i];
        scale += bodies.mass[i] * length(found.acceleration[i]);
    }
    EXPECT_LT(length(net), 1e-4 * scale);
}

// Far fewer bodies than a group has: it is as large as the box, and feels all images.
TEST_F(TreeMesh, FeelsAllImagesWithAGroupAsLargeAsTheBox) {
    for (const std::size_t count : {2U, 5U, 30U}) {
        const Bodies<double> bodies = spread(count, cube, false);
        EXPECT_LT(errors(bodies, parameters(cube, 0, {{"split", 2.0}})).force.maximum, 2e-3)
            << count;
    }
}

TEST_F(TreeMesh, PullsABodyHalfABoxAwayNowhere) {
    Bodies<double> bodies(2);
    bodies.mass[0] = bodies.mass[1] = 1;
    bodies.position.x[0] = 0.3125;
    bodies.position.x[1] = 0.8125;
    EXPECT_LT(length(forces(bodies, parameters(cube, 0)).acceleration[0]), 1e-4);
}

TEST_F(TreeMesh, LeavesALatticeAtRest) {
    constexpr std::size_t side = 16;
    Bodies<double> bodies(side * side * side);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.position.x[i] = (0.3 + static_cast<double>(i / (side * side))) / side;
        bodies.position.y[i] = (0.3 + static_cast<double>(i / side % side)) / side;
        bodies.position.z[i] = (0.3 + static_cast<double>(i % side)) / side;
        bodies.mass[i] = 1.0 / static_cast<double>(bodies.size());
    }
    const double neighbour = side * side / static_cast<double>(bodies.size());
    for (const char* cells : {"automatic", "16", "64"}) {
        const Forces found = forces(bodies, parameters(cube, 0, {{"cells", cells}}));
        for (const Vector3& pull : found.acceleration) {
            EXPECT_LT(length(pull), 5e-3 * neighbour) << cells;
        }
    }
}

// Where pulls nearly cancel, so that errors are large against them.
TEST_F(TreeMesh, KeepsItsPromiseForFewBodiesOnAColdLattice) {
    for (const std::size_t count : {300U, 1000U, 4096U}) {
        const System system = make_scene(find_scene("cosmic_web"), count, 1);
        for (const double split : {1.25, 1.5, 2.0, 3.0}) {
            const ForceParameters asked =
                parameters(system.box, system.softening, {{"split", split}});
            EXPECT_LT(errors(system.bodies, asked).force.p99,
                      solver().info().promised_error(Precision::fp32, asked.options))
                << count << " bodies, split " << split;
        }
    }
}

TEST_F(TreeInBox, KeepsItsPromiseForFewBodiesOnAColdLattice) {
    for (const std::size_t count : {300U, 1000U, 4096U, 32768U}) {
        const System system = make_scene(find_scene("cosmic_web"), count, 1);
        for (const double error : {1e-3, 1e-4}) {
            const ForceParameters asked =
                parameters(system.box, system.softening, {{"error", error}});
            EXPECT_LT(errors(system.bodies, asked).force.p99,
                      solver().info().promised_error(Precision::fp32, asked.options))
                << count << " bodies, error " << error;
        }
    }
}

TEST_F(TreeInBox, IsWithinWhatIsAskedForOfEwald) {
    for (const PeriodicBox& box : {cube, oblong}) {
        for (const bool clumped : {false, true}) {
            const Bodies<double> bodies = spread(4000, box, clumped);
            for (const double error : {1e-2, 1e-3, 1e-4}) {
                const Errors found = errors(bodies, parameters(box, 0.002, {{"error", error}}));
                EXPECT_LT(found.force.p99, error) << box.lengths[1] << ' ' << clumped;
                EXPECT_LT(found.potential.p99, 2 * error) << box.lengths[1] << ' ' << clumped;
            }
        }
    }
}

TEST_F(TreeMesh, HasTheWholeLawWhateverTheSofteningInOpenSpace) {
    const Bodies<double> bodies = cluster(3000);
    for (const double softening : {0.0, 0.01, 0.3, 3.0}) {
        const Errors found = errors(bodies, parameters({}, softening));
        // Where softening is as large as the cluster, pulls near its centre are next to nothing.
        EXPECT_LT(found.force.p99, softening > 1 ? 3e-3 : 1.5e-3) << softening;
        EXPECT_LT(found.potential.p99, 1.5e-3) << softening;
    }
}

} // namespace
} // namespace orrery
