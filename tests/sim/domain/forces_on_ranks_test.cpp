// Forces of many ranks against the direct sum in double, at every edge of decomposition.

#include "sim/diagnostics/diagnostics.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace orrery {
namespace {

ForceError error_on_ranks(std::size_t ranks, const Bodies<double>& bodies, double softening,
                          const Settings& settings) {
    const std::vector<Vector3> found = accelerations_on_ranks(ranks, bodies, softening, settings);
    std::vector<std::size_t> targets = sample_bodies(bodies.size(), 300, 3);
    Workers workers(1);
    const ReferenceForces truth =
        reference_forces(view(bodies), targets, 1, softening, workers, {}, settings.precision);
    std::vector<Vector3> computed;
    for (const std::size_t target : targets) {
        computed.push_back(found[target]);
    }
    return force_error(computed, truth.acceleration);
}

class ForcesOnRanks : public testing::TestWithParam<const char*> {};

TEST_P(ForcesOnRanks, KeepTheAlgorithmsPromiseForEveryDecomposition) {
    constexpr double softening = 0.01;
    for (const DomainSystem& system : domain_systems()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const Settings settings = settings_for(GetParam(), precision);
            const SolverInfo& info = find_solver(settings.algorithm).info;
            const double alone = error_on_ranks(1, system.bodies, softening, settings).p99;
            for (std::size_t ranks = 2; ranks <= 4; ++ranks) {
                const ForceError error = error_on_ranks(ranks, system.bodies, softening, settings);
                EXPECT_LE(error.p99, info.promised_error(precision))
                    << system.name << " on " << ranks << " ranks; alone " << alone;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, ForcesOnRanks,
                         testing::Values("cpu.tree", "cpu.fmm", "cpu.simd", "cpu.soa"),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

} // namespace
} // namespace orrery
