// The particle mesh on a GPU is the processor's, to rounding.

#include "sim/mesh/fourier_transform.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/solvers/plain_sum.hpp"
#include "tests/sim/solvers/solver_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace orrery {
namespace {

constexpr WantedForces with_potential{.potential = true};

// In its two precisions, on both.
class GpuMesh : public GpuTest {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        for (const char* mesh : {"gpu.mesh", "cpu.mesh"}) {
            if (const std::string reason = find_solver(mesh).unavailable(); !reason.empty()) {
                GTEST_SKIP() << reason;
            }
        }
        gpu_ = find_solver("gpu.mesh").make();
        cpu_ = find_solver("cpu.mesh").make();
    }

    Solver& gpu() { return *gpu_; }

    // Pulls and potentials, to a part of the largest ones.
    void expect_processors(const Bodies<double>& bodies, const PeriodicBox& box,
                           const OptionValues& options, const Pulled& pulled = {},
                           double softening = 0.01) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            SCOPED_TRACE(precision == Precision::fp32 ? "fp32" : "fp64");
            const auto run = [&](Solver& solver) {
                ForceParameters parameters;
                parameters.softening = softening;
                parameters.box = box;
                parameters.options = {solver.info(), options};
                return run_solver(solver, precision, bodies, parameters, with_potential, {}, 2,
                                  pulled);
            };
            const SolverRun expected = run(*cpu_);
            const SolverRun found = run(*gpu_);
            ASSERT_EQ(found.outcome, Outcome::complete);
            EXPECT_EQ(found.timings.interactions, expected.timings.interactions);
            // In float masses are whole numbers of 2^-22 of one.
            expect_near(found.forces, expected.forces, precision == Precision::fp32 ? 2e-4 : 1e-10);
        }
    }

private:
    static void expect_near(const Forces& found, const Forces& expected, double digits) {
        ASSERT_EQ(found.acceleration.size(), expected.acceleration.size());
        // At least what all of the mass does at a distance of five cells: a body's pull on itself,
        // which is nothing, is a difference of such pulls, rounded.
        double largest_pull = 2;
        double largest_potential = 0.1;
        double pull_apart = 0;
        double potential_apart = 0;
        for (std::size_t i = 0; i < found.acceleration.size(); ++i) {
            ASSERT_TRUE(std::isfinite(length(found.acceleration[i]))) << i;
            ASSERT_TRUE(std::isfinite(found.potential[i])) << i;
            largest_pull = std::max(largest_pull, length(expected.acceleration[i]));
            largest_potential = std::max(largest_potential, std::abs(expected.potential[i]));
            pull_apart =
                std::max(pull_apart, length(found.acceleration[i] - expected.acceleration[i]));
            potential_apart =
                std::max(potential_apart, std::abs(found.potential[i] - expected.potential[i]));
        }
        EXPECT_LE(pull_apart, digits * largest_pull);
        EXPECT_LE(potential_apart, digits * largest_potential);
    }

    std::unique_ptr<Solver> gpu_, cpu_;
};

const PeriodicBox open_space{};
const PeriodicBox cube{{2, 2, 2}};
const PeriodicBox slab{{3, 2, 1}}; // of unequal edges: cells, too, are no cubes

// Some inside the box, some on its edges, some far outside.
Bodies<double> around_the_box(std::size_t count) {
    Bodies<double> bodies = cluster(count);
    for (std::size_t i = 0; i < count; i += 7) {
        bodies.position.x[i] = 2 * std::round(bodies.position.x[i]);
        bodies.position.y[i] += 10;
        bodies.position.z[i] -= 31;
    }
    return bodies;
}

std::vector<OptionValues> schemes_and_gradients(const char* cells) {
    std::vector<OptionValues> all;
    for (const char* scheme : {"cic", "tsc", "pcs"}) {
        for (const char* gradient : {"order2", "order4", "order6", "order8", "spectral"}) {
            all.push_back({{"scheme", scheme}, {"gradient", gradient}, {"cells", cells}});
        }
    }
    return all;
}

std::string words(const OptionValues& options) {
    std::string text;
    for (const auto& [id, value] : options) {
        text += id + "=" + value.text() + " ";
    }
    return text;
}

TEST_F(GpuMesh, IsTheProcessorsInABoxWithEverySchemeAndGradient) {
    for (const OptionValues& options : schemes_and_gradients("32")) {
        SCOPED_TRACE(words(options));
        expect_processors(around_the_box(2000), cube, options);
    }
}

TEST_F(GpuMesh, IsTheProcessorsInABoxOfUnequalEdges) {
    for (const OptionValues& options : schemes_and_gradients("48")) {
        SCOPED_TRACE(words(options));
        expect_processors(around_the_box(2000), slab, options);
    }
}

TEST_F(GpuMesh, IsTheProcessorsInOpenSpaceWithEverySchemeAndGradient) {
    for (const OptionValues& options : schemes_and_gradients("32")) {
        SCOPED_TRACE(words(options));
        expect_processors(cluster(2000), open_space, options);
    }
}

TEST_F(GpuMesh, IsTheProcessorsForAwkwardNumbersOfBodies) {
    for (const std::size_t count : {1U, 2U, 3U, 31U, 32U, 33U, 255U, 256U, 257U, 4097U}) {
        SCOPED_TRACE(count);
        for (const PeriodicBox& box : {open_space, cube}) {
            expect_processors(cluster(count), box, {});
        }
    }
}

// More bodies in a brick of the mesh than one block of threads takes.
TEST_F(GpuMesh, IsTheProcessorsForACrowdInOneCellAndBodiesAtOnePoint) {
    Bodies<double> crowd =
        cluster(66'000); // more than a sum with the unit of one part has bits for
    for (std::size_t i = 1; i < crowd.size(); ++i) {
        for (HostArray<double>* axis : {&crowd.position.x, &crowd.position.y, &crowd.position.z}) {
            (*axis)[i] = 0.5 + 1e-3 * (*axis)[i];
        }
    }
    Bodies<double> point(300);
    std::fill(point.mass.begin(), point.mass.end(), 1.0 / 300);
    for (const char* scheme : {"cic", "tsc", "pcs"}) {
        SCOPED_TRACE(scheme);
        for (const PeriodicBox& box : {open_space, cube}) {
            expect_processors(crowd, box, {{"scheme", scheme}});
            expect_processors(point, box, {{"scheme", scheme}});
        }
    }
}

TEST_F(GpuMesh, IsTheProcessorsForSomeTargetsAndForOthers) {
    const Bodies<double> bodies = cluster(1000);
    const Bodies<double> near = cluster(501, 2);
    Bodies<double> far = cluster(77, 3);
    for (std::size_t i = 0; i < far.size(); i += 2) {
        far.position.x[i] += 5; // outside of the cube around the sources
    }
    std::vector<std::uint32_t> list;
    for (std::uint32_t i = 999; i > 3; i -= 3) {
        list.push_back(i);
    }
    for (const char* gradient : {"order4", "spectral"}) {
        for (const PeriodicBox& box : {open_space, cube}) {
            SCOPED_TRACE(std::string(gradient) + (box.is_periodic() ? ", box" : ", open"));
            const OptionValues options{{"gradient", gradient}};
            expect_processors(bodies, box, options, {.first = 333});
            expect_processors(bodies, box, options, {.first = 10, .end = 11});
            expect_processors(bodies, box, options, {.list = list});
            expect_processors(bodies, box, options, {.list = {999}});
            expect_processors(bodies, box, options, {.others = &near});
            expect_processors(bodies, box, options, {.others = &far});
            expect_processors(bodies, box, options, {.before = 0.5});
        }
    }
}

TEST_F(GpuMesh, FollowsMeshesFromSizeToSizeAndSofteningsBack) {
    const Bodies<double> bodies = cluster(1000);
    for (const char* cells : {"16", "64", "32", "16"}) {
        SCOPED_TRACE(cells);
        for (const double softening : {0.0, 0.2}) {
            expect_processors(bodies, cube, {{"cells", cells}}, {}, softening);
            expect_processors(bodies, open_space, {{"cells", cells}, {"gradient", "spectral"}}, {},
                              softening);
        }
    }
}

TEST_F(GpuMesh, AddsUpToNothing) {
    const Bodies<double> bodies = cluster(10'000);
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const PeriodicBox& box : {open_space, cube}) {
            ForceParameters parameters;
            parameters.box = box;
            parameters.options = {gpu().info(), {}};
            const SolverRun run = run_solver(gpu(), precision, bodies, parameters);
            Vector3 net;
            double scale = 0;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                net = net + bodies.mass[i] * run.forces.acceleration[i];
                scale += bodies.mass[i] * length(run.forces.acceleration[i]);
            }
            EXPECT_LT(length(net), (precision == Precision::fp32 ? 1e-5 : 1e-12) * scale);
        }
    }
}

// So a continued run, which has them in another order, goes on as if it had never stopped.
TEST_F(GpuMesh, GivesTheSameBitsInWhateverOrderBodiesAre) {
    Bodies<double> bodies = cluster(30'000);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] *= i % 1000 == 0 ? 1e3 : 1 + 1e-3 * static_cast<double>(i % 17);
        if (i % 3 == 0) { // a crowd that fills several parts of a brick
            bodies.position.x[i] = 0.5 + 1e-3 * bodies.position.x[i];
            bodies.position.y[i] = 0.5 + 1e-3 * bodies.position.y[i];
            bodies.position.z[i] = 0.5 + 1e-3 * bodies.position.z[i];
        }
    }
    const std::size_t count = bodies.size();
    const auto place = [&](std::size_t i) { return (i * 7919 + 11) % count; };
    Bodies<double> mixed(count);
    for (std::size_t i = 0; i < count; ++i) {
        mixed.position.x[place(i)] = bodies.position.x[i];
        mixed.position.y[place(i)] = bodies.position.y[i];
        mixed.position.z[place(i)] = bodies.position.z[i];
        mixed.mass[place(i)] = bodies.mass[i];
    }
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const PeriodicBox& box : {open_space, cube}) {
            for (const char* scheme : {"cic", "tsc", "pcs"}) {
                SCOPED_TRACE(scheme);
                ForceParameters parameters;
                parameters.box = box;
                parameters.options = {gpu().info(), {{"scheme", scheme}}};
                const SolverRun one =
                    run_solver(gpu(), precision, bodies, parameters, with_potential);
                const SolverRun other =
                    run_solver(gpu(), precision, mixed, parameters, with_potential);
                std::size_t different = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    const Vector3 apart =
                        one.forces.acceleration[i] - other.forces.acceleration[place(i)];
                    different += length(apart) != 0 ||
                                         one.forces.potential[i] != other.forces.potential[place(i)]
                                     ? 1U
                                     : 0U;
                }
                EXPECT_EQ(different, 0U);
            }
        }
    }
}

// Each of them is less than the unit that masses of their brick are counted in.
TEST_F(GpuMesh, HasTheMassOfManyLightBodiesBesideAHeavyOne) {
    Bodies<double> bodies = cluster(5001);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] = i == 0 ? 1 : 0x1p-21;
        bodies.position.x[i] = 0.5 + 1e-3 * bodies.position.x[i];
        bodies.position.y[i] = 0.5 + 1e-3 * bodies.position.y[i];
        bodies.position.z[i] = 0.5 + 1e-3 * bodies.position.z[i];
    }
    expect_processors(bodies, cube, {}); // a tenth of what they have together
}

// solve() would throw: past it, nothing that is no number may lead out of an array or be hidden.
TEST_F(GpuMesh, SpreadsWhatIsNoNumberToAllResults) {
    for (const double none :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        for (const PeriodicBox& box : {open_space, cube}) {
            Bodies<double> given = cluster(1000);
            given.position.y[500] = none;
            const Bodies<float> bodies = converted<float>(given);
            Accelerations<float> result(bodies.size());
            Workers workers(2);
            StepTimings timings;
            Execution execution{{}, workers, timings};
            ForceParameters parameters;
            parameters.box = box;
            parameters.options = {gpu().info(), {}};
            const auto request =
                ForceRequest<float>::among(view(bodies), result.view(), parameters);
            ASSERT_EQ(solve_on_device(gpu(), request, execution), Outcome::complete);
            EXPECT_FALSE(std::isfinite(result.acceleration.x[500]));
            EXPECT_FALSE(std::isfinite(result.acceleration.x[3]));
        }
    }
}

// What it keeps: a sorted copy, the mesh, what each brick's bodies reach, room for transforms.
TEST_F(GpuMesh, KeepsAtMost80BytesForABody) {
    const Bodies<double> bodies = cluster(1 << 20);
    ForceParameters parameters;
    parameters.box = cube;
    parameters.options = {gpu().info(), {}};
    run_solver(gpu(), Precision::fp32, bodies, parameters);
    const double per_body =
        static_cast<double>(gpu().scratch_bytes()) / static_cast<double>(bodies.size());
    RecordProperty("bytes_per_body", std::to_string(per_body));
    EXPECT_LT(per_body, 80);
}

// Pulls of few bodies nearly cancel on a lattice: what mesh and tree leave is a large part of them.
class GpuTreeMesh : public GpuTest {};

TEST_F(GpuTreeMesh, KeepsItsPromiseForFewBodiesInABox) {
    const SolverEntry& entry = find_solver("gpu.treemesh");
    if (const std::string reason = entry.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    for (const std::size_t count : {300U, 1000U, 4096U}) {
        for (const double split : {1.25, 1.5, 2.0}) {
            Settings settings = settings_of("gpu.treemesh", Precision::fp32);
            settings.solver_options["gpu.treemesh"] = {{"split", split}};
            Simulation simulation;
            simulation.load(make_scene(find_scene("cosmic_web"), count, 1), settings);
            ASSERT_EQ(simulation.evaluate(), Outcome::complete);
            const ForceError error = simulation.force_error(500, 1).value();
            EXPECT_LT(error.p99, simulation.solver_info().promised_error(
                                     Precision::fp32, {entry.info, {{"split", split}}}))
                << count << " bodies, split " << split;
        }
    }
}

TEST_F(GpuTreeMesh, IsAsExactAsTheTreeInOpenSpaceWithEveryOrder) {
    if (const std::string reason = find_solver("gpu.treemesh").unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    for (const double order : {1.0, 2.0}) {
        for (const double wanted : {1e-3, 1e-4}) {
            const auto error_of = [&](const char* algorithm) {
                Settings settings = settings_of(algorithm, Precision::fp32);
                settings.solver_options[algorithm] = {{"order", order}, {"error", wanted}};
                Simulation simulation;
                simulation.load(make_scene(find_scene("uniform_cube"), 32768, 1), settings);
                EXPECT_EQ(simulation.evaluate(), Outcome::complete);
                return simulation.force_error(500, 1).value().p99;
            };
            EXPECT_LT(error_of("gpu.treemesh"), 1.5 * error_of("gpu.tree"))
                << "order " << order << ", error " << wanted;
        }
    }
}

TEST_F(GpuTreeMesh, LeavesABodyItselfOutOfItsPotentialWhateverTheSoftening) {
    const SolverEntry& entry = find_solver("gpu.treemesh");
    if (const std::string reason = entry.unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    // Two small clumps, each a small group of small cells.
    Bodies<double> bodies(16);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double corner = i < 8 ? 0 : 1;
        bodies.mass[i] = 1;
        bodies.position.x[i] = corner + 1e-3 * static_cast<double>(i % 2);
        bodies.position.y[i] = corner + 1e-3 * static_cast<double>(i / 2 % 2);
        bodies.position.z[i] = corner + 1e-3 * static_cast<double>(i / 4 % 2);
    }
    const std::array<std::size_t, 4> targets{0, 5, 8, 15};
    for (const double softening : {0.0, 0.1, 0.3}) {
        const auto solver = entry.make();
        ForceParameters parameters = softened(softening);
        parameters.options = {solver->info(), {}};
        const PlainSum truth = plain_sum(bodies, targets, parameters);
        const SolverRun found =
            run_solver(*solver, Precision::fp64, bodies, parameters, {.potential = true});
        for (std::size_t k = 0; k < targets.size(); ++k) {
            const double expected = truth.forces.potential[k];
            EXPECT_NEAR(found.forces.potential[targets[k]], expected, 1e-3 * std::abs(expected))
                << "body " << targets[k] << ", softening " << softening;
        }
    }
}

} // namespace
} // namespace orrery
