// Meshes that ranks share by slabs: forces are those of one process.

#include "sim/machine/member_count.hpp"
#include "sim/mesh/slab_transform.hpp"
#include "sim/scene.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace orrery {
namespace {

class MeshOnRanks : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = find_solver("cpu.mesh").unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

// Of the typical acceleration; `share`: of the bodies whose difference is no larger.
double difference(const std::vector<Vector3>& one, const std::vector<Vector3>& other,
                  double share) {
    std::vector<double> differences;
    double squares = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        differences.push_back(length(one[i] - other[i]));
        squares += dot(one[i], one[i]);
    }
    std::sort(differences.begin(), differences.end());
    const auto last = static_cast<double>(one.size() - 1);
    const double at_share = differences[static_cast<std::size_t>(share * last)];
    const double typical = std::sqrt(squares / static_cast<double>(one.size()));
    return typical > 0 ? at_share / typical : at_share;
}

void expect_as_one_process(const System& system, const std::string& algorithm,
                           const OptionValues& options, double most, double share = 1) {
    Settings settings = settings_for(algorithm, Precision::fp64);
    settings.solver_options[algorithm] = options;
    const auto alone = accelerations_on_ranks(1, system, settings);
    for (std::size_t ranks = 2; ranks <= 5; ++ranks) {
        EXPECT_LE(difference(alone, accelerations_on_ranks(ranks, system, settings), share), most)
            << algorithm << ", " << system.bodies.size() << " bodies on " << ranks << " ranks";
    }
}

TEST_F(MeshOnRanks, PullsAsOneProcessDoesInOpenSpace) {
    for (const DomainSystem& system : domain_systems()) {
        SCOPED_TRACE(system.name);
        expect_as_one_process(system_of(system.bodies, 0.01), "cpu.mesh", {}, 1e-10);
    }
}

TEST_F(MeshOnRanks, PullsAsOneProcessDoesInABox) {
    const System web = make_scene(find_scene("cosmic_web"), 4096, 1);
    expect_as_one_process(web, "cpu.mesh", {}, 1e-10);
    expect_as_one_process(web, "cpu.mesh", {{"gradient", "spectral"}, {"scheme", "pcs"}}, 1e-10);
}

// Each rank's tree has cells of its own.
TEST_F(MeshOnRanks, KeepsThePromiseOfTreesInABox) {
    const System web = make_scene(find_scene("cosmic_web"), 1000, 1);
    for (const char* algorithm : {"cpu.tree", "cpu.treemesh"}) {
        expect_as_one_process(web, algorithm, {},
                              2 * find_solver(algorithm).info.promised_error(Precision::fp64),
                              0.99);
    }
}

TEST_F(MeshOnRanks, TransformsAsOneProcessDoes) {
    constexpr std::array<std::size_t, 3> cells{6, 5, 8}; // some of seven ranks have nothing
    std::mt19937 random(1);
    std::vector<double> field(cells[0] * cells[1] * cells[2]);
    for (double& value : field) {
        value = static_cast<double>(random()) * 0x1p-32;
    }
    Workers one(1);
    FourierTransform<double> whole(cells, one);
    std::vector<std::complex<double>> truth(whole.spectrum_size());
    ASSERT_EQ(whole.forward(field, truth, {}), Outcome::complete);
    for (const std::size_t count : {2U, 3U, 7U}) {
        on_ranks(count, [&](Communicator& ranks) {
            Workers workers(1);
            FourierTransform<double> transform(cells, workers);
            SlabTransform<double> slabs(transform, ranks, workers);
            std::vector<double> part = field;
            for (double& value : part) {
                value *= (static_cast<double>(ranks.rank()) + 1) * 2 /
                         static_cast<double>(count * (count + 1)); // 1 in all
            }
            std::vector<std::complex<double>> rows(slabs.spectrum_size());
            ASSERT_EQ(slabs.forward(part, rows, {}), Outcome::complete);
            const std::size_t line = cells[2] / 2 + 1;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::size_t row = slabs.first_row() + i / line % slabs.rows();
                const std::size_t plane = i / line / slabs.rows();
                EXPECT_LT(std::abs(rows[i] - truth[(plane * cells[1] + row) * line + i % line]),
                          1e-12);
            }
            ASSERT_EQ(slabs.backward(rows, part, {}), Outcome::complete);
            for (std::size_t i = 0; i < field.size(); ++i) {
                EXPECT_NEAR(part[i], field[i] * static_cast<double>(field.size()), 1e-11);
            }
        });
    }
}

// Whether ranks share transforms, or each makes all of them, which is tried after ten evaluations.
TEST_F(MeshOnRanks, StepsAsOneProcessDoesHoweverTransformsAreMade) {
    constexpr int steps = 2 * (MemberCount::settling + MemberCount::counted) + 3;
    const System web = make_scene(find_scene("cosmic_web"), 512, 1);
    for (const char* gradient : {"order4", "spectral"}) {
        Settings settings = settings_for("cpu.mesh", Precision::fp64);
        settings.solver_options["cpu.mesh"] = {{"gradient", gradient}};
        std::vector<std::vector<Vector3>> places(4);
        for (std::size_t count = 1; count < places.size(); ++count) {
            on_ranks(count, [&](Communicator& ranks) {
                Simulation simulation(Workers::Priority::normal, ranks);
                simulation.load(web, settings);
                for (int step = 0; step < steps; ++step) {
                    ASSERT_EQ(simulation.step(), Outcome::complete);
                }
                const System now = simulation.snapshot(); // rank 0 has all
                const VectorArray<double>& at = now.bodies.position;
                for (std::size_t i = 0; ranks.rank() == 0 && i < at.size(); ++i) {
                    places[count].push_back({at.x[i], at.y[i], at.z[i]});
                }
            });
            ASSERT_EQ(places[count].size(), places[1].size());
            EXPECT_LE(difference(places[1], places[count], 1), 1e-10) << count << " ranks";
        }
    }
}

TEST_F(MeshOnRanks, EndsAlikeOnAllRanksWhereOneIsAskedToStop) {
    const System web = make_scene(find_scene("cosmic_web"), 4096, 1);
    on_ranks(3, [&](Communicator& ranks) {
        Simulation simulation(Workers::Priority::normal, ranks);
        simulation.load(web, settings_for("cpu.mesh", Precision::fp32));
        std::stop_source stop;
        if (ranks.rank() == 1) {
            stop.request_stop();
        }
        EXPECT_EQ(simulation.evaluate(stop.get_token()), Outcome::cancelled);
        EXPECT_EQ(simulation.evaluate(), Outcome::complete);
    });
}

} // namespace
} // namespace orrery
