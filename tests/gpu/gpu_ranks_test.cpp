// Ranks of which each computes on a GPU, which has its bodies where the algorithm knows of domains:
// several on one GPU, where there is one.

#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/domain/on_ranks.hpp"

namespace orrery {
namespace {

constexpr double softening = 0.01;

class GpuRanks : public OnGpu<testing::TestWithParam<const char*>> {};

TEST_P(GpuRanks, KeepTheAlgorithmsPromiseForEveryDecomposition) {
    for (const DomainSystem& system : domain_systems()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const Settings settings = settings_for(GetParam(), precision);
            const SolverInfo& info = find_solver(settings.algorithm).info;
            for (const std::size_t ranks : {1U, 2U, 3U, 4U}) {
                EXPECT_LE(error_on_ranks(ranks, system.bodies, softening, settings).p99,
                          info.promised_error(precision))
                    << system.name << " on " << ranks << " ranks";
            }
        }
    }
}

TEST_P(GpuRanks, MoveBodiesAsOneProcessDoes) {
    const System start = plummer(1000);
    const Settings settings = settings_for(GetParam(), Precision::fp64);
    const auto after = [&](std::size_t ranks) {
        System now;
        on_ranks(ranks, [&](Communicator& own) {
            Simulation simulation(Workers::Priority::normal, own);
            simulation.load(start, settings);
            for (int step = 0; step < 10; ++step) {
                EXPECT_EQ(simulation.step(), Outcome::complete);
            }
            const bool by_domains = find_solver(settings.algorithm).info.knows_ranks;
            EXPECT_EQ(simulation.state_device().has_value(), ranks == 1 || by_domains);
            const System all = simulation.snapshot();
            if (own.rank() == 0) {
                now = all;
            }
        });
        return now;
    };
    const bool direct = find_solver(settings.algorithm).info.is_direct;
    EXPECT_LT(largest_relative_displacement(after(3), after(1)), direct ? 1e-11 : 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Of, GpuRanks,
                         testing::Values("gpu.shared", "gpu.symmetric", "gpu.tree", "gpu.fmm"),
                         [](const auto& one) {
                             std::string name = one.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

} // namespace
} // namespace orrery
