// The GPU's Gauss transform against the processor's.

#include "sim/base/error.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/lessons/hermite/gpu_hermite_in_plane.hpp"
#include "sim/machine/devices.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace orrery {
namespace {

class GaussOnGpu : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

// Direct sums and plane waves approximate nothing that the other does not.
TEST_F(GaussOnGpu, IsTheProcessorsSumToRounding) {
    for (const GaussSystem& system : gauss_systems(3000)) {
        if (system.name != "even cube" && system.name != "Plummer") {
            continue; // too far apart for grids of this width
        }
        for (const char* method : {"direct", "plane_wave"}) {
            for (const double error : {1e-2, 1e-4}) {
                const auto by = [&](const char* where) {
                    return densities<double>(
                        find_gauss_method(std::string(where) + ".gauss." + method), system.bodies,
                        nullptr, 0.4, error, 2);
                };
                EXPECT_LE(greatest_difference(by("cpu"), by("gpu")), 1e-11)
                    << method << ", " << system.name << ", error " << error;
            }
        }
    }
}

TEST_F(GaussOnGpu, GivesTheSameBitsWithMemoryThatWasKept) {
    const Bodies<float> few = converted<float>(even_cube(700));
    const Bodies<float> many = converted<float>(even_cube(5000));
    Workers workers(2);
    StepTimings timings;
    GaussMemory kept;
    GaussWork work{workers, {}, timings, &kept};
    for (const GaussMethod& method : gauss_methods()) {
        if (method.automatic) {
            continue; // a GPU that was started already may be another choice
        }
        for (const Bodies<float>* bodies : {&few, &many, &few}) {
            std::vector<float> sums(bodies->size());
            const PointsView<float> points = points_of(bodies->position);
            gauss_transform(method, GaussSum<float>{points, bodies->mass, points, sums, 0.1, 1e-3},
                            work);
            const auto alone = densities<float>(method, *bodies, nullptr, 0.1, 1e-3, 2);
            EXPECT_EQ(std::vector<double>(sums.begin(), sums.end()), alone) << method.id;
        }
    }
}

std::vector<const GaussMethod*> methods_of_the_gpu() {
    std::vector<const GaussMethod*> methods;
    for (const GaussMethod& method : gauss_methods()) {
        if (!method.automatic && !method.on_processor()) {
            methods.push_back(&method);
        }
    }
    return methods;
}

// By a method that is given bodies in the GPU's memory.
template <class Real>
std::vector<double> densities_there(const GaussMethod& method, BodiesOnGpu<Real>& bodies,
                                    bool at_targets, double sigma, double error, Workers& workers) {
    StepTimings timings;
    GaussWork work{workers, {}, timings};
    EXPECT_TRUE(gauss_transform(method,
                                at_targets ? bodies.sum_at_targets(sigma, error)
                                           : bodies.sum_at_bodies(sigma, error),
                                work));
    const std::span<const Real> sums = bodies.densities();
    return {sums.begin(), sums.end()};
}

template <class Real>
void expect_the_same_bits_there(const Bodies<Real>& bodies, const VectorArray<Real>& points) {
    Workers workers(2);
    const auto there = make_bodies_on_gpu<Real>(0);
    there->copy_bodies(points_of(bodies.position), bodies.mass, workers);
    there->copy_targets(points_of(points), workers);
    for (const GaussMethod* method : methods_of_the_gpu()) {
        EXPECT_EQ(densities_there(*method, *there, false, 0.1, 1e-3, workers),
                  densities<Real>(*method, bodies, nullptr, 0.1, 1e-3, 2))
            << method->id;
        EXPECT_EQ(densities_there(*method, *there, true, 0.1, 1e-3, workers),
                  densities<Real>(*method, bodies, &points, 0.1, 1e-3, 2))
            << method->id;
    }
}

TEST_F(GaussOnGpu, GivesTheSameBitsOfBodiesThatAreThere) {
    for (const std::size_t count : {std::size_t{1}, std::size_t{77}, std::size_t{40'000}}) {
        const Bodies<double> bodies = even_cube(count);
        const Bodies<double> points = even_cube(333);
        expect_the_same_bits_there(bodies, points.position);
        expect_the_same_bits_there(converted<float>(bodies), converted<float>(points.position));
    }
}

TEST_F(GaussOnGpu, ChoosesAmongItsOwnMethodsForBodiesThatAreThere) {
    Workers workers(2);
    StepTimings timings;
    GaussMemory kept;
    GaussWork work{workers, {}, timings, &kept};
    const auto there = make_bodies_on_gpu<double>(0);
    for (const std::size_t count : {std::size_t{3}, std::size_t{5000}, std::size_t{3}}) {
        const Bodies<double> bodies = even_cube(count);
        there->copy_bodies(points_of(bodies.position), bodies.mass, workers);
        ASSERT_TRUE(
            gauss_transform(find_gauss_method("gauss"), there->sum_at_bodies(0.1, 1e-4), work));
        const std::span<const double> sums = there->densities();
        EXPECT_LE(relative_difference({sums.begin(), sums.end()},
                                      exact_densities(bodies, bodies.position, 0.1)),
                  1e-4);
    }
    EXPECT_THROW(gauss_transform(find_gauss_method("cpu.gauss.cells"),
                                 there->sum_at_bodies(0.1, 1e-4), work),
                 Error);
    Bodies<double> bodies = even_cube(2000);
    bodies.position.z[1234] = std::nan("");
    there->copy_bodies(points_of(bodies.position), std::as_const(bodies).mass, workers);
    EXPECT_THROW(gauss_transform(find_gauss_method("gauss"), there->sum_at_bodies(0.1, 1e-4), work),
                 Error);
}

TEST_F(GaussOnGpu, EvaluatesAHermiteSeriesInAPlaneAsTheProcessorDoes) {
    constexpr std::size_t count = 1001;
    std::vector<float> x(count);
    std::vector<float> y(count);
    for (std::size_t i = 0; i < count; ++i) {
        x[i] = static_cast<float>(i % 37) / 37 - 0.5F;
        y[i] = static_cast<float>(i % 23) / 23 - 0.5F;
    }
    for (const int order : {5, 9, 12}) {
        std::vector<float> coefficients(static_cast<std::size_t>(order * order));
        double factorial = 1;
        for (std::size_t i = 0; i < coefficients.size(); ++i) {
            coefficients[i] =
                static_cast<float>(std::sin(1.0 + static_cast<double>(i)) / factorial);
            factorial *= i % 4 == 3 ? 4 : 1;
        }
        std::vector<float> by_gpu(count);
        std::vector<float> by_processor(count);
        gpu_hermite_in_plane(order, coefficients, x, y, 1, by_gpu);
        gauss_kernels<float>().hermite_in_plane(order, coefficients.data(), x.data(), y.data(),
                                                count, by_processor.data());
        float greatest = 0;
        float difference = 0;
        for (std::size_t i = 0; i < count; ++i) {
            greatest = std::max(greatest, std::abs(by_processor[i]));
            difference = std::max(difference, std::abs(by_processor[i] - by_gpu[i]));
        }
        EXPECT_LE(difference, 2e-6F * greatest) << order;
        EXPECT_GT(greatest, 0);
    }
}

} // namespace
} // namespace orrery
