// Forces of many ranks against the direct sum in double, at every edge of decomposition.

#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

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
