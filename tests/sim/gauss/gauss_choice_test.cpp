// Which method is taken, and which width.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/scene.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

GaussLoad load_of(const Bodies<double>& bodies, double sigma, double error) {
    Workers workers(2);
    std::vector<double> densities(bodies.size());
    const PointsView<double> points = points_of(bodies.position);
    const GaussSum<double> sum{points, bodies.mass, points, densities, sigma, error};
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    return gauss_load(sum, bounds_of(sum, work), work);
}

std::string chosen(const Bodies<double>& bodies, double sigma) {
    return quickest_gauss_method(load_of(bodies, sigma, 1e-4), GaussPlace::processor).id;
}

TEST(AutomaticGaussMethod, IsTheOneWithTheLeastEstimate) {
    for (const GaussSystem& system : gauss_systems(1000)) {
        for (const double sigma : {1e-3, 0.1, 10.0}) {
            const GaussLoad load = load_of(system.bodies, sigma, 1e-4);
            const GaussMethod& quickest = quickest_gauss_method(load);
            EXPECT_FALSE(quickest.automatic);
            for (const GaussMethod& method : gauss_methods()) {
                if (!method.automatic && !method.lesson && method.unavailable().empty()) {
                    EXPECT_LE(quickest.seconds(load), method.seconds(load)) << method.id;
                }
            }
        }
    }
}

TEST(AutomaticGaussMethod, IsWhatIsClearlyQuickest) {
    EXPECT_EQ(chosen(even_cube(20), 0.1), "cpu.gauss.direct");
    const Bodies<double> many = even_cube(100'000);
    EXPECT_EQ(chosen(many, 0.002), "cpu.gauss.cells");
    EXPECT_EQ(chosen(many, 0.05), "cpu.gauss.plane_wave");
    EXPECT_EQ(chosen(many, 10), "cpu.gauss.plane_wave");
    Bodies<double> with_one_far_away = many;
    with_one_far_away.position.x[7] = 1e6;
    EXPECT_NE(chosen(with_one_far_away, 0.01), "cpu.gauss.plane_wave");
}

TEST(GaussLoad, EstimatesHowManyPairsAreWithinReach) {
    const Bodies<double> bodies = even_cube(50'000);
    constexpr double sigma = 0.02;
    const double reach = gauss_reach(1e-4) * sigma;
    const double within = 50'000.0 * 4 * std::numbers::pi / 3 * reach * reach * reach;
    EXPECT_NEAR(load_of(bodies, sigma, 1e-4).pairs / (within * 50'000), 1, 0.3);
}

// Bodies of the pair within reach of each other, counted one by one.
double counted_pairs(const Bodies<double>& bodies, double reach) {
    double within = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = 0; j < bodies.size(); ++j) {
            const double x = bodies.position.x[j] - bodies.position.x[i];
            const double y = bodies.position.y[j] - bodies.position.y[i];
            const double z = bodies.position.z[j] - bodies.position.z[i];
            within += i != j && x * x + y * y + z * z < reach * reach ? 1 : 0;
        }
    }
    return within;
}

TEST(GaussLoad, CountsThePairsOfClumpsThatAreHardlyLargerThanTheReach) {
    for (const GaussSystem& system : gauss_systems(3000)) {
        for (const double sigma : {0.1, 0.3, 0.6}) {
            const double reach = gauss_reach(1e-4) * sigma;
            const double within = counted_pairs(system.bodies, reach);
            const GaussLoad load = load_of(system.bodies, sigma, 1e-4);
            if (within > 0.03 * 3000 * 3000) {
                EXPECT_NEAR(load.pairs / within, 1, 0.2) << system.name << ", sigma " << sigma;
                EXPECT_LE(load.growth, 3);
                const double farther = counted_pairs(system.bodies, 1.25 * reach);
                EXPECT_NEAR(std::pow(1.25, load.growth), farther / within, 0.3)
                    << system.name << ", sigma " << sigma;
            }
        }
    }
}

// A scene in which the clump is about as large as the reach: an endless medium of the same density
// has many times the pairs, and plane waves would resolve a halo that hardly has bodies.
TEST(AutomaticGaussMethod, SeesThatAClumpEnds) {
    const System plummer = make_scene(find_scene("plummer"), 20'000, 1);
    EXPECT_EQ(chosen(plummer.bodies, 0.5), "cpu.gauss.cells");
    EXPECT_EQ(chosen(plummer.bodies, 0.2), "cpu.gauss.cells");
    EXPECT_EQ(chosen(plummer.bodies, 1), "cpu.gauss.plane_wave");
}

TEST(GaussReach, LeavesOutThePartOfAnEvenMediumThatItPromises) {
    for (const double error : {1e-2, 1e-4, 1e-8}) {
        const double reach = gauss_reach(error);
        double beyond = 0; // of a Gaussian's integral, by small shells
        for (double r = reach; r < reach + 10; r += 1e-4) {
            beyond += std::sqrt(2 / std::numbers::pi) * r * r * std::exp(-r * r / 2) * 1e-4;
        }
        EXPECT_NEAR(beyond / error, 1, 0.01);
        EXPECT_LT(pair_error(error), error / 2);
    }
}

TEST(SuggestedSigma, IsOneAndAHalfDistancesOfNeighbours) {
    Workers workers(2);
    constexpr std::size_t count = 12;
    VectorArray<double> lattice(count * count * count);
    for (std::size_t i = 0; i < lattice.size(); ++i) {
        lattice.x[i] = 0.25 * static_cast<double>(i % count);
        lattice.y[i] = 0.25 * static_cast<double>(i / count % count);
        lattice.z[i] = 0.25 * static_cast<double>(i / (count * count));
    }
    EXPECT_NEAR(suggested_sigma(points_of(lattice), workers), 1.5 * 0.25, 0.08);
    EXPECT_EQ(suggested_sigma(points_of(VectorArray<double>(40)), workers), 0);
    EXPECT_EQ(suggested_sigma(points_of(VectorArray<double>(1)), workers), 0);
}

} // namespace
} // namespace orrery
