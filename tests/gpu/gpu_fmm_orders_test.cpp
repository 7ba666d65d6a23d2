// The fast multipole method on a GPU with expansions of every order, which lie in registers up to
// order 6 and in slices beyond.

#include "sim/scene.hpp"
#include "tests/gpu/gpu_test.hpp"
#include "tests/sim/solvers/measured_error.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace orrery {
namespace {

ForceParameters of_order(double order, double error, double softening, double leaf = 64) {
    ForceParameters parameters = softened(softening);
    parameters.options = {find_solver("gpu.fmm").info,
                          {{"error", error}, {"order", order}, {"leaf", leaf}}};
    return parameters;
}

Bodies<double> scene(const char* id) {
    return make_scene(find_scene(id), 20'000, 1).bodies;
}

// Every other body is moved far away.
Bodies<double> two_distant(Bodies<double> bodies) {
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        bodies.position.x[i] += 1000;
        bodies.position.y[i] -= 300;
    }
    return bodies;
}

Bodies<double> one_body_far_away() {
    Bodies<double> bodies = scene("plummer");
    bodies.position.z[77] = 1e7;
    return bodies;
}

// So far that products of their coordinates are no numbers in single precision.
Bodies<double> bodies_farther_away() {
    Bodies<double> bodies = one_body_far_away();
    bodies.position.x[78] = -1e8;
    bodies.position.y[79] = 3e9;
    return bodies;
}

Bodies<double> masses_over_nine_decades() {
    Bodies<double> bodies = scene("plummer");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] = std::pow(10.0, -static_cast<double>(i % 10));
    }
    return bodies;
}

Bodies<double> at_one_point(Bodies<double> bodies) {
    for (HostArray<double>* array : {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
        std::fill(array->begin(), array->end(), 0.25);
    }
    return bodies;
}

using OrderCase = std::tuple<int, Precision>;

class GpuFmmOrder : public OnGpu<testing::TestWithParam<OrderCase>> {
protected:
    static int order() { return std::get<0>(GetParam()); }
    static Precision precision() { return std::get<1>(GetParam()); }
    // Which this order reaches without looking at most bodies one by one.
    static double fine() {
        return order() < 4 ? 1e-4 : precision() == Precision::fp32 ? 1e-5 : 1e-7;
    }

    // At each body, against what its sum adds up.
    static void expect_right(const Bodies<double>& bodies, const ForceParameters& parameters) {
        const auto solver = find_solver("gpu.fmm").make();
        const auto all = all_of(bodies.size());
        const PlainSum truth = plain_sum(rounded(bodies, precision()), all, parameters);
        const double wanted = solver->info().promised_error(precision(), parameters.options);
        for (const bool potential : {false, true}) {
            const Forces found =
                run_solver(*solver, precision(), bodies, parameters, {.potential = potential})
                    .forces;
            for (const std::size_t i : all) {
                ASSERT_LE(length(found.acceleration[i] - truth.forces.acceleration[i]),
                          wanted * truth.scales.acceleration[i])
                    << i << " of " << bodies.size();
                if (potential) {
                    ASSERT_NEAR(found.potential[i], truth.forces.potential[i],
                                wanted * truth.scales.potential[i])
                        << i << " of " << bodies.size();
                }
            }
        }
    }
};

TEST_P(GpuFmmOrder, IsTheDirectSumOfAnyNumberOfBodies) {
    for (const double softening : {0.0, 0.05}) {
        // Small leaves, so that few bodies have cells that are far from each other.
        const ForceParameters parameters = of_order(order(), fine(), softening, 4);
        for (const std::size_t count : {1U, 2U, 3U, 31U, 33U, 64U, 65U, 1000U}) {
            expect_right(cluster(count), parameters);
            expect_right(two_distant(cluster(count)), parameters);
        }
        expect_right(at_one_point(cluster(1000)), parameters);
        expect_right(two_distant(at_one_point(cluster(65))), parameters);
    }
}

TEST_P(GpuFmmOrder, HasTheErrorWanted) {
    const Bodies<double> bodies = scene("plummer");
    for (const double wanted : {1e-3, fine()}) {
        for (const double softening : {0.0, 0.05}) {
            const MeasuredError found = measured_error(
                "gpu.fmm", bodies, of_order(order(), wanted, softening), precision());
            EXPECT_LT(found.error.p99, wanted) << "softening " << softening;
        }
    }
}

TEST_P(GpuFmmOrder, FindsWhatTheProcessorFinds) {
    const SolverInfo& on_host = find_solver("cpu.fmm").info;
    if (order() > on_host.find_option("order")->maximum) {
        return; // cpu.fmm has no such order
    }
    const Bodies<double> bodies = scene("hernquist");
    ForceParameters parameters = of_order(order(), 1e-4, 0.02);
    const auto by_gpu =
        run_solver(*find_solver("gpu.fmm").make(), precision(), bodies, parameters).forces;
    parameters.options = {on_host, {{"error", 1e-4}, {"order", static_cast<double>(order())}}};
    const auto by_host =
        run_solver(*find_solver("cpu.fmm").make(), precision(), bodies, parameters).forces;
    // Each is allowed its own.
    EXPECT_LT(force_error(by_gpu.acceleration, by_host.acceleration).p99, 2e-4);
}

std::string order_name(const testing::TestParamInfo<OrderCase>& info) {
    const auto& [order, precision] = info.param;
    return std::to_string(order) + (precision == Precision::fp32 ? "_fp32" : "_fp64");
}
INSTANTIATE_TEST_SUITE_P(Float, GpuFmmOrder,
                         testing::Combine(testing::Range(2, 11), testing::Values(Precision::fp32)),
                         order_name);
INSTANTIATE_TEST_SUITE_P(Double, GpuFmmOrder,
                         testing::Combine(testing::Range(2, 13), testing::Values(Precision::fp64)),
                         order_name);

struct Case {
    const char* name;
    Bodies<double> (*bodies)();
};

constexpr Case cases[] = {
    {"plummer", [] { return scene("plummer"); }},
    {"hernquist", [] { return scene("hernquist"); }},
    {"cold_sphere", [] { return scene("cold_sphere"); }},
    {"shells", [] { return scene("shells"); }},
    {"disk_galaxy", [] { return scene("disk_galaxy"); }},
    {"uniform_cube", [] { return scene("uniform_cube"); }},
    {"two_distant_clusters", [] { return two_distant(scene("plummer")); }},
    {"one_body_far_away", one_body_far_away},
    {"bodies_farther_away", bodies_farther_away},
    {"masses_over_nine_decades", masses_over_nine_decades},
};

class GpuFmmScenes : public OnGpu<testing::TestWithParam<Case>> {
protected:
    static double p99(double order, double wanted, Precision precision) {
        const ForceParameters parameters = of_order(order, wanted, 0.01);
        return measured_error("gpu.fmm", GetParam().bodies(), parameters, precision).error.p99;
    }
    // The tolerances are measured on more bodies, and of 500 samples five are beyond the p99.
    static constexpr double slack = 1.5;
};

TEST_P(GpuFmmScenes, HaveTheErrorWantedWithTheOrderChosen) {
    for (const double wanted : {1e-3, 1e-4, 1e-5}) {
        EXPECT_LT(p99(0, wanted, Precision::fp32), slack * wanted);
    }
    for (const double wanted : {1e-6, 1e-8, 1e-10}) {
        EXPECT_LT(p99(0, wanted, Precision::fp64), slack * wanted);
    }
}

TEST_P(GpuFmmScenes, HaveItWithHighOrders) {
    for (const double order : {8.0, 10.0}) {
        for (const double wanted : {1e-3, 1e-4, 1e-5}) {
            EXPECT_LT(p99(order, wanted, Precision::fp32), slack * wanted) << "order " << order;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Every, GpuFmmScenes, testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

class GpuFmmOrders : public GpuTest {};

TEST_F(GpuFmmOrders, GoDownToTheRoundingOfFloat) {
    for (const double order : {7.0, 8.0, 9.0, 10.0}) {
        const MeasuredError found = measured_error("gpu.fmm", scene("plummer"),
                                                   of_order(order, 1e-6, 0.01), Precision::fp32);
        EXPECT_LT(found.error.p99, 3e-6) << order;
    }
}

} // namespace
} // namespace orrery
