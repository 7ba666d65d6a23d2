// What a GPU computes of the Gauss transform against what the processor does.

#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gpu_hermite_in_plane.hpp"
#include "sim/machine/devices.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

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

// Direct sums, plane waves and series approximate nothing that the other does not.
TEST_F(GaussOnGpu, IsTheProcessorsSumToRounding) {
    for (const GaussSystem& system : gauss_systems(3000)) {
        if (system.name != "even cube" && system.name != "Plummer") {
            continue; // too far apart for boxes and grids of this width
        }
        for (const char* method : {"direct", "hermite", "plane_wave"}) {
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
    std::unique_ptr<GaussMemory> kept;
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
