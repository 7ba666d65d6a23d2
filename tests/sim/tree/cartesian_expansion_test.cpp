// Expansions against what they are defined to be.

#include "sim/tree/cartesian_expansion.hpp"
#include "sim/tree/sliced_expansion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace orrery {
namespace {

struct Source {
    double mass;
    std::array<double, 3> at;
};

// In a cube of side 1 around the origin, with the centre of mass there.
std::vector<Source> cloud() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> inside(-0.5, 0.5);
    std::vector<Source> sources(30);
    std::array<double, 3> first_moment{};
    double total = 0;
    for (Source& source : sources) {
        source = {1 + inside(random), {inside(random), inside(random), inside(random)}};
        total += source.mass;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            first_moment[axis] += source.mass * source.at[axis];
        }
    }
    for (Source& source : sources) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            source.at[axis] -= first_moment[axis] / total;
        }
    }
    return sources;
}

double phi(const std::vector<Source>& sources, const std::array<double, 3>& at, double softening) {
    double sum = 0;
    for (const Source& source : sources) {
        double squared = softening * softening;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double d = at[axis] - source.at[axis];
            squared += d * d;
        }
        sum += source.mass / std::sqrt(squared);
    }
    return sum;
}

// By central differences, good to 1e-9.
std::array<double, 3> gradient(const std::vector<Source>& sources, std::array<double, 3> at,
                               double softening) {
    constexpr double h = 1e-4;
    std::array<double, 3> result{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto beside = [&](double by) {
            std::array<double, 3> there = at;
            there[axis] += by;
            return phi(sources, there, softening);
        };
        result[axis] = (8 * (beside(h) - beside(-h)) - (beside(2 * h) - beside(-2 * h))) / (12 * h);
    }
    return result;
}

// The worst relative error of phi and its gradient around a target at `away`, after P2M about
// another point, M2M to the centre of mass, M2L, L2L and L2P.
template <int order, class Real = double>
double error_of_chain(double away, double softening) {
    const std::vector<Source> sources = cloud();
    const Real from[3] = {Real(0.1), Real(-0.2), Real(0.05)};
    const Real to_mass[3] = {-from[0], -from[1], -from[2]};
    Real about_other[coefficients(order)] = {};
    Real moments[coefficients(order)] = {};
    for (const Source& source : sources) {
        const Real d[3] = {from[0] - Real(source.at[0]), from[1] - Real(source.at[1]),
                           from[2] - Real(source.at[2])};
        add_body<order>(Real(source.mass), d, about_other);
    }
    shift_moments<order>(about_other, to_mass, moments);

    const Real target[3] = {Real(away), Real(0.6 * away), Real(-0.3 * away)};
    const Real squared = target[0] * target[0] + target[1] * target[1] + target[2] * target[2];
    Real derivative[coefficients(order)];
    derivatives<order>(target, 1 / std::sqrt(squared + Real(softening * softening)), derivative);
    Real local[coefficients(order)] = {};
    multipole_to_local<order>(moments, derivative, local);
    const Real shift[3] = {Real(0.2), Real(-0.1), Real(0.15)};
    Real below[coefficients(order)] = {};
    shift_local<order>(local, shift, below);

    double worst = 0;
    for (const double x : {-0.3, 0.3}) {
        const Real d[3] = {Real(x), Real(-x), Real(0.5 * x)};
        Real result[4] = {};
        evaluate_local<order>(below, d, result);
        std::array<double, 3> at{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            at[axis] = double(target[axis] + shift[axis] + d[axis]);
        }
        const double expected = phi(sources, at, softening);
        worst = std::max(worst, std::abs(double(result[0]) - expected) / expected);
        const std::array<double, 3> pull = gradient(sources, at, softening);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            worst = std::max(worst, std::abs(double(result[axis + 1]) - pull[axis]) /
                                        std::hypot(pull[0], pull[1], pull[2]));
        }
    }
    return worst;
}

TEST(CartesianExpansion, HasAPlaceForEveryProductOfPowers) {
    int expected = 0;
    for (int degree = 0; degree <= 6; ++degree) {
        for (int not_x = 0; not_x <= degree; ++not_x) {
            for (int z = 0; z <= not_x; ++z) {
                const int index = coefficient(degree - not_x, not_x - z, z);
                EXPECT_EQ(index, expected);
                EXPECT_EQ(exponents(index).x, degree - not_x);
                EXPECT_EQ(exponents(index).z, z);
                ++expected;
            }
        }
        EXPECT_EQ(expected, coefficients(degree));
    }
}

// Geometrically in the order: by the ratio of what is summed over, 1.4, to the distance, 4.8.
TEST(CartesianExpansion, ConvergesThroughAllOperators) {
    for (const double softening : {0.0, 0.5}) {
        const double second = error_of_chain<2>(4, softening);
        const double fourth = error_of_chain<4>(4, softening);
        const double sixth = error_of_chain<6>(4, softening);
        EXPECT_LT(second, 0.085); // the ratio, squared
        EXPECT_LT(fourth, 0.12 * second);
        EXPECT_LT(sixth, 0.12 * fourth);
    }
}

// The part left out falls with distance^-(order + 1) against what is there, whatever the softening.
TEST(CartesianExpansion, FallsWithDistanceAsItsOrderTells) {
    EXPECT_NEAR(std::log2(error_of_chain<4>(5, 0.5) / error_of_chain<4>(10, 0.5)), 4.5, 1.0);
}

TEST(CartesianExpansion, ReachesTheEndOfFloat) {
    EXPECT_LT((error_of_chain<6, float>(16, 0.1)), 2e-6);
}

// Nothing on the way to a derivative of degree 6 is smaller or larger than R^-7.
TEST(CartesianExpansion, HasDerivativesAtAnyDistanceThatFloatTakes) {
    constexpr int order = 6;
    for (const double unit : {1e-4, 1e4}) {
        const double d[3] = {0.6 * unit, -0.5 * unit, 0.7 * unit};
        const float rounded[3] = {static_cast<float>(d[0]), static_cast<float>(d[1]),
                                  static_cast<float>(d[2])};
        const double inverse = 1 / std::sqrt(1.1) / unit;
        double expected[coefficients(order)];
        float found[coefficients(order)];
        derivatives<order>(d, inverse, expected);
        derivatives<order>(rounded, static_cast<float>(inverse), found);
        for (std::size_t n = 0; n < coefficients(order); ++n) {
            const int degree = exponents(static_cast<int>(n)).degree();
            const double scale = std::pow(inverse, degree + 1) * std::tgamma(degree + 1);
            EXPECT_NEAR(double{found[n]} / scale, expected[n] / scale, 1e-5) << n << " at " << unit;
        }
    }
}

// From the sources straight to a point.
TEST(CartesianExpansion, PullsOnAPointLikeItsBodies) {
    constexpr int order = 6;
    const std::vector<Source> sources = cloud();
    double moments[coefficients(order)] = {};
    for (const Source& source : sources) {
        const double d[3] = {-source.at[0], -source.at[1], -source.at[2]};
        add_body<order>(source.mass, d, moments);
    }
    EXPECT_NEAR(moments[1], 0, 1e-14); // the centre of mass
    const std::array<double, 3> at{3, -2, 1};
    const double d[3] = {at[0], at[1], at[2]};
    double derivative[coefficients(order)];
    derivatives<order>(d, 1 / std::sqrt(14.0), derivative);
    double result[4] = {};
    multipole_to_point<order>(moments, derivative, result);
    EXPECT_NEAR(result[0], phi(sources, at, 0), 1e-4);
    const std::array<double, 3> pull = gradient(sources, at, 0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(result[axis + 1], pull[axis], 2e-4);
    }
}

// ---- in slices

TEST(SlicedExpansion, HasEachCoefficientOnce) {
    for (const int order : {1, 7, max_expansion_order}) {
        std::vector<int> found(coefficients(order));
        for (int n = 0; n < coefficients(order); ++n) {
            const Exponents powers = sliced_exponents(order, n);
            EXPECT_LE(powers.degree(), order);
            EXPECT_EQ(slice_begin(order, powers.z) + place_in_slice(powers.x, powers.y), n);
            ++found[static_cast<std::size_t>(coefficient(powers.x, powers.y, powers.z))];
        }
        EXPECT_EQ(found, std::vector<int>(coefficients(order), 1));
    }
}

// All derivatives at d, each with its powers.
template <int order, class Real>
std::vector<Real> by_rows(const Real (&d)[3], Real inverse) {
    std::vector<Real> sliced(coefficients(order));
    for (int k = 0; k <= order; ++k) {
        for (int j = 0; j + k <= order; ++j) {
            derivative_row<1, order>(order, j, k, derivative_point(d, inverse),
                                     slice_tables<Real>(order), sliced.data(), [](int, Real) {});
        }
    }
    std::vector<Real> result(coefficients(order));
    for (int n = 0; n < coefficients(order); ++n) {
        result[static_cast<std::size_t>(n)] =
            sliced[static_cast<std::size_t>(place_of_derivative(order, exponents(n)))];
    }
    return result;
}

TEST(SlicedExpansion, HasTheSameDerivatives) {
    constexpr int order = 8;
    for (const double softening : {0.0, 0.7}) {
        const double d[3] = {1.1, -0.4, 0.3};
        const double inverse = 1 / std::sqrt(1.46 + softening * softening);
        double expected[coefficients(order)];
        derivatives<order>(d, inverse, expected);
        const std::vector<double> found = by_rows<order>(d, inverse);
        for (int n = 0; n < coefficients(order); ++n) {
            EXPECT_NEAR(found[static_cast<std::size_t>(n)], expected[n],
                        1e-12 * std::pow(2 * exponents(n).degree() + 1, exponents(n).degree()))
                << n;
        }
    }
}

// The part of a degree that rounding makes wrong grows no more than its numbers.
TEST(SlicedExpansion, LosesLittleInFloat) {
    constexpr int order = 10;
    std::mt19937 random(5);
    std::uniform_real_distribution<double> inside(-1, 1);
    for (int i = 0; i < 50; ++i) {
        const float rounded[3] = {static_cast<float>(inside(random)),
                                  static_cast<float>(inside(random)),
                                  static_cast<float>(inside(random))};
        const double d[3] = {rounded[0], rounded[1], rounded[2]};
        const double inverse = 1 / std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const std::vector<double> exact = by_rows<order>(d, inverse);
        const std::vector<float> found = by_rows<order>(rounded, static_cast<float>(inverse));
        for (int degree = 0; degree <= order; ++degree) {
            double largest = 0;
            double wrong = 0;
            for (int n = degree == 0 ? 0 : coefficients(degree - 1); n < coefficients(degree);
                 ++n) {
                const auto place = static_cast<std::size_t>(n);
                largest = std::max(largest, std::abs(exact[place]));
                wrong = std::max(wrong, std::abs(exact[place] - static_cast<double>(found[place])));
            }
            EXPECT_LT(wrong, 1e-5 * largest) << degree;
        }
    }
}

} // namespace
} // namespace orrery
