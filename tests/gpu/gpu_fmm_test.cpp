// How far the fast multipole method's forces on a GPU are from a direct sum's.

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/scene.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/solvers/measured_error.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

class GpuFmm : public GpuTest {};

ForceParameters error_wanted(double error, double order = 0) {
    ForceParameters parameters = softened(0.01);
    parameters.options = {find_solver("gpu.fmm").info, {{"error", error}, {"order", order}}};
    return parameters;
}

ForceError measured(const Bodies<double>& bodies, const ForceParameters& parameters,
                    Precision precision = Precision::fp32) {
    return measured_error("gpu.fmm", bodies, parameters, precision).error;
}

TEST_F(GpuFmm, HasTheErrorWantedOnEveryScene) {
    for (const char* scene : {"plummer", "hernquist", "uniform_cube", "cold_sphere", "disk_galaxy",
                              "galaxy_collision", "shells"}) {
        const Bodies<double> bodies = make_scene(find_scene(scene), 20'000, 1).bodies;
        for (const double wanted : {1e-2, 3e-3, 1e-3, 1e-4, 1e-5}) {
            const double p99 = measured(bodies, error_wanted(wanted)).p99;
            EXPECT_LT(p99, 2 * wanted) << scene;
            EXPECT_GT(p99, 0.05 * wanted) << scene << ": more accurate than wanted";
        }
    }
}

TEST_F(GpuFmm, GoesOnInDoubleWhereFloatEnds) {
    EXPECT_LT(measured(plummer(20'000).bodies, error_wanted(1e-6), Precision::fp64).p99, 1e-6);
}

TEST_F(GpuFmm, HasItForTwoClustersFarApart) {
    Bodies<double> bodies = plummer(20'000).bodies;
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        bodies.position.x[i] += 1000;
    }
    EXPECT_LT(measured(bodies, error_wanted(1e-3)).p99, 2e-3);
}

TEST_F(GpuFmm, HasItWhereOneBodyIsFarAway) {
    Bodies<double> bodies = plummer(20'000).bodies;
    bodies.position.x[0] = 1e6;
    EXPECT_LT(measured(bodies, error_wanted(1e-3)).p99, 2e-3);
}

TEST_F(GpuFmm, HasItForMassesOverNineDecades) {
    Bodies<double> bodies = plummer(20'000).bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] = std::pow(10.0, -static_cast<double>(i % 10));
    }
    EXPECT_LT(measured(bodies, error_wanted(1e-3)).p99, 2e-3);
}

// The median, because along a line many bodies are where the pulls from both sides cancel.
TEST_F(GpuFmm, IsRightWhereverBodiesLie) {
    for (const TreeSystem& system : tree_systems()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const ForceError error = measured(system.bodies, error_wanted(1e-3), precision);
            EXPECT_LT(error.median, 1e-3) << system.name;
            EXPECT_LT(error.p99, 0.1) << system.name;
        }
    }
}

TEST_F(GpuFmm, BearsACrowdAtOnePoint) {
    constexpr std::size_t count = 50'000;
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.mass[i] = 1.0 / count;
    }
    bodies.position.x[count / 2] = 1;
    const auto solver = find_solver("gpu.fmm").make();
    ForceParameters parameters = error_wanted(1e-3);
    parameters.softening = 0.5;
    const SolverRun run =
        run_solver(*solver, Precision::fp32, bodies, parameters, {.potential = true});
    const double apart = std::sqrt(1.25);
    // Potentials to the rounding of this many equal terms in float.
    EXPECT_NEAR(run.forces.acceleration[count / 2].x, -1 / (apart * apart * apart), 1e-4);
    EXPECT_NEAR(run.forces.potential[count / 2], -1 / apart, 1e-4);
    for (const std::size_t i : {std::size_t{0}, std::size_t{7}, std::size_t{64}, count - 1}) {
        EXPECT_NEAR(run.forces.acceleration[i].x, 2e-5 / (apart * apart * apart), 1e-9);
        EXPECT_NEAR(run.forces.potential[i], -(1 - 2 * 2e-5) / 0.5 - 2e-5 / apart, 3e-3);
    }
}

TEST_F(GpuFmm, KeepsAtMost260BytesForABody) {
    const Bodies<double> bodies = plummer(1 << 20).bodies;
    const auto solver = find_solver("gpu.fmm").make();
    run_solver(*solver, Precision::fp32, bodies, error_wanted(1e-3, 5));
    const double per_body =
        static_cast<double>(solver->scratch_bytes()) / static_cast<double>(bodies.size());
    RecordProperty("bytes_per_body", std::to_string(per_body));
    EXPECT_LT(per_body, 260);
}

// Kilograms and metres, whose products leave the range of a float.
TEST_F(GpuFmm, HasTheSameErrorInAnyUnits) {
    Bodies<double> bodies = plummer(20'000).bodies;
    const double wanted = measured(bodies, error_wanted(1e-3)).p99;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] *= 0x1p100;
        bodies.position.x[i] *= 0x1p40;
        bodies.position.y[i] *= 0x1p40;
        bodies.position.z[i] *= 0x1p40;
    }
    ForceParameters parameters = error_wanted(1e-3);
    parameters.softening *= 0x1p40;
    EXPECT_NEAR(measured(bodies, parameters).p99, wanted, 0.1 * wanted);
}

} // namespace
} // namespace orrery
