// The automatic method's memory between calls, and when it chooses anew.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/kept_choice.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

// A caller that asks for densities again and again.
class Caller {
public:
    explicit Caller(Bodies<float> bodies) : bodies_(std::move(bodies)), sums_(bodies_.size()) {}

    Bodies<float>& bodies() { return bodies_; }
    const Bodies<float>& bodies() const { return bodies_; }
    const std::vector<float>& sums() const { return sums_; }

    // Whether it chose; the numbers are in sums().
    bool chooses(double sigma = 0.02, double error = 1e-3, int threads = 2) {
        Workers workers(threads);
        StepTimings timings;
        GaussWork work{workers, {}, timings, &kept_};
        sums_.resize(bodies_.size());
        const PointsView<float> points = points_of(bodies_.position);
        const GaussSum<float> sum{points, std::as_const(bodies_).mass, points, sums_, sigma, error};
        EXPECT_TRUE(gauss_transform(find_gauss_method("gauss"), sum, work));
        return std::ranges::any_of(timings.phases, [](const StepTimings::Phase& phase) {
            return std::string_view(phase.name) == "choose";
        });
    }

    // The choice that is kept.
    const KeptChoice& choice() const { return *kept_.choice; }

private:
    Bodies<float> bodies_;
    std::vector<float> sums_;
    GaussMemory kept_;
};

constexpr std::size_t some = 20'000;

Caller caller_of_some() {
    return Caller(converted<float>(even_cube(some)));
}

TEST(KeptGaussChoice, HoldsWhileBodiesMoveLittle) {
    Caller caller = caller_of_some();
    EXPECT_TRUE(caller.chooses());
    const std::vector<float> first = caller.sums();
    EXPECT_FALSE(caller.chooses());
    EXPECT_EQ(caller.sums(), first) << "of the same bodies the same, to the last bit";
    for (float& x : caller.bodies().position.x) {
        x *= 1.03F;
    }
    EXPECT_FALSE(caller.chooses());
    const auto wanted = densities<float>(find_gauss_method("cpu.gauss.cells"), caller.bodies(),
                                         nullptr, 0.02, 1e-6, 2);
    EXPECT_LE(relative_difference({caller.sums().begin(), caller.sums().end()}, wanted), 1e-3);
}

TEST(KeptGaussChoice, IsMadeAnewForAnotherQuestion) {
    Caller caller = caller_of_some();
    EXPECT_TRUE(caller.chooses(0.02, 1e-3));
    EXPECT_TRUE(caller.chooses(0.021, 1e-3)) << "sigma";
    EXPECT_TRUE(caller.chooses(0.021, 1e-4)) << "error";
    EXPECT_TRUE(caller.chooses(0.021, 1e-4, 1)) << "workers";
    EXPECT_FALSE(caller.chooses(0.021, 1e-4, 1));
    caller.bodies() = converted<float>(even_cube(some + 1));
    EXPECT_TRUE(caller.chooses(0.021, 1e-4, 1)) << "count";
}

TEST(KeptGaussChoice, IsMadeAnewForOtherPlacesOfTheBodies) {
    Caller caller = caller_of_some();
    EXPECT_TRUE(caller.chooses());
    caller.bodies().position.z[5] += 2;
    EXPECT_TRUE(caller.chooses()) << "the box around all of them";
    EXPECT_FALSE(caller.chooses());
    const VectorArray<float>& position = caller.bodies().position;
    const auto [low, high] = std::ranges::minmax_element(position.y);
    for (float& y : caller.bodies().position.y) { // in the same box
        y = &y == &*low || &y == &*high ? y : 0.8F * y;
    }
    EXPECT_TRUE(caller.chooses()) << "the bodies are closer together";
}

TEST(KeptGaussChoice, IsLookedAtAgainAfterManyCalls) {
    Caller caller = caller_of_some();
    Workers workers(2);
    ASSERT_TRUE(caller.chooses());
    const PointsView<float> points = points_of(caller.bodies().position);
    std::vector<float> sums(some);
    const GaussSum<float> sum{points, std::as_const(caller).bodies().mass, points, sums, 0.02,
                              1e-3};
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    const PointBounds bounds = bounds_of(sum, work);
    KeptChoice choice = caller.choice();
    int calls = 1;
    while (calls < 1000 && choice.holds(sum, bounds, work)) {
        ++calls;
    }
    EXPECT_EQ(calls, 256);
}

TEST(KeptGaussChoice, HandsThePlanToWhatItChose) {
    Caller caller = caller_of_some();
    ASSERT_TRUE(caller.chooses(0.5, 1e-3));
    const GaussLoad& load = caller.choice().load();
    const std::optional<PlaneWavePlan>& plan = load.plan(PlanFor::processor);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->spreading.width, cheapest_plan(load, PlanFor::processor).spreading.width);
    const std::array<double, 3> twice = {2 * load.extent[0], load.extent[1], load.extent[2]};
    const PlaneWavePlan longer = fitted_plan(*plan, twice, load.sigma);
    EXPECT_GT(longer.nodes[0], 1.2 * plan->nodes[0]);
    EXPECT_EQ(longer.nodes[1], plan->nodes[1]);
}

} // namespace
} // namespace orrery
