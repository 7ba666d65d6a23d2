#include "sim/mesh/gradient_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

// The largest error of the gradient of a wave along all axes, on a mesh of n^3 cells, over the
// gradient's size.
double gradient_error(MeshGradient gradient, std::size_t n) {
    const double step = 2 * std::numbers::pi / static_cast<double>(n);
    const auto phase = [step](std::size_t x, std::size_t y, std::size_t z) {
        return step * static_cast<double>(x + 2 * y + 3 * z);
    };
    std::vector<double> field(n * n * n);
    for (std::size_t i = 0; i < field.size(); ++i) {
        field[i] = std::sin(phase(i / (n * n), i / n % n, i % n));
    }
    const DifferencedField<double> of{
        {n, n, n}, {1 / step, 1 / step, 1 / step}, gradient, field.data(), {}};
    GradientWindow<double> window(of, 1);
    double worst = 0;
    for (const std::size_t x : {std::size_t{0}, n / 3, n - 1}) {
        window.fill(0, x);
        for (std::size_t y = 0; y < n; ++y) {
            for (std::size_t z = 0; z < n; ++z) {
                const double* const point = window.row(0, y) + 4 * z;
                const double truth = std::cos(phase(x, y, z));
                for (int axis = 0; axis < 3; ++axis) {
                    worst = std::max(worst, std::abs(point[axis] - (axis + 1) * truth));
                }
                EXPECT_EQ(point[3], field[(x * n + y) * n + z]);
            }
        }
    }
    return worst / 3;
}

TEST(GradientWindow, HasTheOrderOfItsDifferences) {
    const std::pair<MeshGradient, int> orders[] = {{MeshGradient::order2, 2},
                                                   {MeshGradient::order4, 4},
                                                   {MeshGradient::order6, 6},
                                                   {MeshGradient::order8, 8}};
    for (const auto& [gradient, order] : orders) {
        const double coarse = gradient_error(gradient, 32);
        const double fine = gradient_error(gradient, 64);
        EXPECT_NEAR(std::log2(coarse / fine), order, 0.25) << "order " << order;
    }
}

TEST(GradientWindow, ReadsGradientsThatAreKnown) {
    constexpr std::size_t n = 8;
    std::vector<float> fields[4];
    for (int f = 0; f < 4; ++f) {
        fields[f].resize(n * n * n);
        for (std::size_t i = 0; i < fields[f].size(); ++i) {
            fields[f][i] = static_cast<float>(f * 1000 + static_cast<int>(i));
        }
    }
    const DifferencedField<float> of{{n, n, n},
                                     {1, 1, 1},
                                     MeshGradient::spectral,
                                     fields[3].data(),
                                     {fields[0].data(), fields[1].data(), fields[2].data()}};
    GradientWindow<float> window(of, 2);
    window.fill(1, 5);
    for (int f = 0; f < 4; ++f) {
        EXPECT_EQ(window.row(1, 3)[4 * 6 + f], fields[f][(5 * n + 3) * n + 6]);
    }
}

} // namespace
} // namespace orrery
