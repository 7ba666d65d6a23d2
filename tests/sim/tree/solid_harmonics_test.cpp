// The operators of multipole methods, each against its definition, and all of them in a row.

#include "sim/tree/solid_harmonics.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

namespace orrery {
namespace {

constexpr int highest = 12;

struct Body {
    double x, y, z, mass;
};

// ---- what the definitions say

double factorial(int n) {
    return std::tgamma(n + 1.0);
}

std::complex<double> by_definition(int n, int m, const Body& at, bool regular) {
    const double r = std::hypot(at.x, at.y, at.z);
    const double scale =
        regular ? std::pow(r, n) / factorial(n + m) : std::pow(r, -n - 1) * factorial(n - m);
    const auto degree = static_cast<unsigned>(n), order = static_cast<unsigned>(m);
    return scale * std::assoc_legendre(degree, order, at.z / r) *
           std::polar(1.0, m * std::atan2(at.y, at.x));
}

// Coefficient (n, m) for any m, of stored ones.
std::complex<double> stored(const double* of, int n, int m) {
    if (std::abs(m) > n) {
        return 0;
    }
    if (m < 0) {
        return (m % 2 == 0 ? 1.0 : -1.0) * std::conj(stored(of, n, -m));
    }
    return m == 0 ? of[n * n] : std::complex(of[n * n + 2 * m - 1], of[n * n + 2 * m]);
}

// ---- systems

std::vector<Body> cloud(double x, double y, double z, double radius, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> within(-1, 1);
    std::vector<Body> bodies;
    while (bodies.size() < 40) {
        const Body body{within(random), within(random), within(random), 1 + 0.5 * within(random)};
        if (std::hypot(body.x, body.y, body.z) < 1) {
            bodies.push_back(
                {x + radius * body.x, y + radius * body.y, z + radius * body.z, body.mass});
        }
    }
    return bodies;
}

template <int order, class Value>
using Coefficients = std::array<Value, coefficients<order>>;

template <int order, class Value>
Coefficients<order, Value> multipole_of(const std::vector<Body>& bodies, const Body& centre,
                                        double length) {
    Coefficients<order, Value> multipole{}, harmonics;
    for (const Body& body : bodies) {
        regular_harmonics<order>(Value((centre.x - body.x) / length),
                                 Value((centre.y - body.y) / length),
                                 Value((centre.z - body.z) / length), harmonics.data());
        p2m<order>(harmonics.data(), Value(body.mass), multipole.data());
    }
    return multipole;
}

template <int order, class Value>
Coefficients<order, Value> irregular(double x, double y, double z, double softening = 0) {
    Coefficients<order, Value> harmonics;
    const double r2 = x * x + y * y + z * z + softening * softening;
    irregular_harmonics<order>(Value(x), Value(y), Value(z), Value(1 / std::sqrt(r2)),
                               harmonics.data());
    return harmonics;
}

struct Field {
    double potential = 0, x = 0, y = 0, z = 0;
};

Field direct(const std::vector<Body>& bodies, const Body& at) {
    Field field;
    for (const Body& body : bodies) {
        const double x = body.x - at.x, y = body.y - at.y, z = body.z - at.z;
        const double inverse = 1 / std::hypot(x, y, z);
        const double strength = body.mass * inverse * inverse * inverse;
        field.potential += body.mass * inverse;
        field.x += strength * x;
        field.y += strength * y;
        field.z += strength * z;
    }
    return field;
}

template <class Value>
Field in_units(const FieldAt<Value>& field, double length) {
    const auto gradient = [&](Value component) { return double(component) / length / length; };
    return {double(field.potential) / length, gradient(field.x), gradient(field.y),
            gradient(field.z)};
}

double relative_error(const Field& field, const Field& truth) {
    return std::hypot(field.x - truth.x, field.y - truth.y, field.z - truth.z) /
           std::hypot(truth.x, truth.y, truth.z);
}

// ---- each operator

TEST(SolidHarmonics, AreWhatLegendreFunctionsSay) {
    const Body at{0.3, -0.7, 0.45, 0};
    Coefficients<highest, double> regular;
    regular_harmonics<highest>(at.x, at.y, at.z, regular.data());
    const auto inverse = irregular<highest, double>(at.x, at.y, at.z);
    for (int n = 0; n <= highest; ++n) {
        for (int m = 0; m <= n; ++m) {
            const auto y = by_definition(n, m, at, true), t = by_definition(n, m, at, false);
            EXPECT_LT(std::abs(stored(regular.data(), n, m) - y), 1e-14 / factorial(n)) << n << m;
            EXPECT_LT(std::abs(stored(inverse.data(), n, m) - t), 1e-12 * std::abs(t)) << n << m;
        }
    }
}

TEST(SolidHarmonics, ShiftAMultipoleExpansionExactly) {
    constexpr int order = 5;
    const auto bodies = cloud(0.2, -0.1, 0.3, 0.5, 1);
    const Body child{0.25, -0.15, 0.35, 0}, parent{-0.3, 0.2, 0.1, 0};
    auto moved = multipole_of<order, double>(bodies, child, 0.5);
    Coefficients<order, double> regular, sum{};
    regular_harmonics<order>((parent.x - child.x) / 2, (parent.y - child.y) / 2,
                             (parent.z - child.z) / 2, regular.data());
    scale_degrees<order>(0.25, moved.data());
    m2m<order>(regular.data(), moved.data(), sum.data());
    const auto expected = multipole_of<order, double>(bodies, parent, 2);
    for (int i = 0; i < coefficients<order>; ++i) {
        EXPECT_NEAR(sum[i], expected[i], 1e-13) << i;
    }
}

TEST(SolidHarmonics, TurnMultipolesIntoLocalExpansionsAsDefined) {
    constexpr int order = 5;
    const auto multipole = multipole_of<order, double>(cloud(0, 0, 0, 1, 2), {0.1, 0, 0, 0}, 1);
    const auto harmonics = irregular<order, double>(2.1, -1.3, 1.7);
    Coefficients<order, double> local{};
    m2l<order>(harmonics.data(), multipole.data(), local.data());
    for (int k = 0; k <= order; ++k) {
        for (int l = 0; l <= k; ++l) {
            std::complex<double> expected = 0;
            for (int n = 0; n + k <= order; ++n) {
                for (int m = -n; m <= n; ++m) {
                    expected += std::conj(stored(multipole.data(), n, m)) *
                                stored(harmonics.data(), n + k, l + m);
                }
            }
            EXPECT_LT(std::abs(stored(local.data(), k, l) - expected), 1e-13) << k << l;
        }
    }
}

TEST(SolidHarmonics, ShiftALocalExpansionExactly) {
    constexpr int order = 5;
    const auto multipole = multipole_of<order, double>(cloud(4, 3, 1, 1, 3), {4, 3, 1, 0}, 1);
    const auto harmonics = irregular<order, double>(4, 3, 1);
    Coefficients<order, double> parent{}, child{}, regular;
    m2l<order>(harmonics.data(), multipole.data(), parent.data());
    regular_harmonics<order>(0.3, -0.4, 0.2, regular.data()); // from parent to child
    l2l<order>(regular.data(), parent.data(), child.data());
    scale_degrees<order>(0.5, child.data());                  // to the child's length 1/2
    regular_harmonics<order>(0.2, 0.5, -0.1, regular.data()); // from parent to body
    const Field expected = in_units(l2p<order>(regular.data(), parent.data()), 1);
    regular_harmonics<order>(-0.2, 1.8, -0.6, regular.data()); // from child to body
    const auto field = l2p<order>(regular.data(), child.data());
    EXPECT_NEAR(field.potential, expected.potential, 1e-12);
    EXPECT_NEAR(2 * field.x, expected.x, 1e-12);
    EXPECT_NEAR(2 * field.y, expected.y, 1e-12);
    EXPECT_NEAR(2 * field.z, expected.z, 1e-12);
    const auto without_potential = l2p<order, false>(regular.data(), child.data());
    EXPECT_EQ(without_potential.x, field.x);
    EXPECT_EQ(without_potential.z, field.z);
}

TEST(SolidHarmonics, KeepThePullBetweenSoftenedPointsExact) {
    constexpr double x = 0.7, y = -0.4, z = 0.2, softening = 0.6;
    const auto harmonics = irregular<2, double>(x, y, z, softening);
    const double cube = std::pow(x * x + y * y + z * z + softening * softening, -1.5);
    EXPECT_NEAR(harmonics[2], x * cube, 1e-15);
    EXPECT_NEAR(harmonics[3], y * cube, 1e-15);
    EXPECT_NEAR(harmonics[1], z * cube, 1e-15);
    // Of the second derivatives all but their trace: 3 x y / R^5 is (2, 2)'s imaginary part / 2.
    EXPECT_NEAR(harmonics[8], 6 * x * y * std::pow(cube, 5.0 / 3), 1e-14);
}

TEST(SolidHarmonics, HavePowersThatMassTimesRadiusBounds) {
    constexpr int order = 5;
    Coefficients<order, double> one{};
    regular_harmonics<order>(0.3, 0.4, 1.2, one.data()); // a body of mass 1, 1.3 from the centre
    const auto many = multipole_of<order, double>(cloud(0, 0, 0, 1, 4), {0, 0, 0, 0}, 1);
    std::array<double, order + 1> of_one, of_many;
    powers_squared<order>(one.data(), of_one.data());
    powers_squared<order>(many.data(), of_many.data());
    for (int n = 0; n <= order; ++n) {
        EXPECT_NEAR(std::sqrt(of_one[n]), std::pow(1.3, n), 1e-12) << n;
        EXPECT_LE(std::sqrt(of_many[n]), many[0] * (1 + 1e-15)) << n;
    }
    EXPECT_LT(of_many[4], 0.1 * of_many[0]); // a cloud is nearly a point
}

// ---- all of them

constexpr double cell_radius = 0.25, parent_radius = 0.5; // of the chain's cells
constexpr double chain_theta = 2 * parent_radius / 3;     // both cells over their distance

// Bodies of a small cell, to its parent's centre, to a cell whose centre is 3 away, to its child's,
// to a body: the largest error of eight of them. Lengths are in units of `unit`.
template <int order, class Value>
double chain_error(double unit) {
    std::vector<Body> bodies = cloud(0.25 * unit, 0, 0, cell_radius * unit, 5);
    Coefficients<order, Value> harmonics, parent{}, local{}, child{};
    auto multipole = multipole_of<order, Value>(bodies, {0.25 * unit, 0, 0, 0}, cell_radius * unit);
    regular_harmonics<order>(Value(-0.5), Value(0), Value(0), harmonics.data());
    scale_degrees<order>(Value(0.5), multipole.data());
    m2m<order>(harmonics.data(), multipole.data(), parent.data());
    // In units of the target's length.
    harmonics = irregular<order, Value>(-2 / parent_radius, 2 / parent_radius, -1 / parent_radius);
    m2l<order>(harmonics.data(), parent.data(), local.data());
    regular_harmonics<order>(Value(-0.5), Value(0), Value(0), harmonics.data());
    l2l<order>(harmonics.data(), local.data(), child.data());
    scale_degrees<order>(Value(0.5), child.data());
    double worst = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const auto side = [corner](int axis) { return (corner >> axis & 1) != 0 ? 0.57 : -0.57; };
        regular_harmonics<order>(Value(side(0)), Value(side(1)), Value(side(2)), harmonics.data());
        FieldAt<Value> field = l2p<order>(harmonics.data(), child.data());
        // From (scale_degrees) ratio^n to ratio^(n + 1): the child's length is half of its
        // parent's.
        field = {field.potential * Value(0.5), field.x * Value(0.5), field.y * Value(0.5),
                 field.z * Value(0.5)};
        const Body at{(2 - 0.25 + 0.25 * side(0)) * unit, (-2 + 0.25 * side(1)) * unit,
                      (1 + 0.25 * side(2)) * unit, 0};
        worst = std::max(worst,
                         relative_error(in_units(field, cell_radius * unit), direct(bodies, at)));
    }
    return worst;
}

template <int order>
void expect_theoretical_error() {
    SCOPED_TRACE(order);
    const double error = chain_error<order, double>(1);
    EXPECT_LT(error, 3 * std::pow(chain_theta, order));
    // The cells' own bodies fill half of their parents.
    EXPECT_GT(error, 0.01 * std::pow(0.5 * chain_theta, order));
}

TEST(SolidHarmonics, ConvergeGeometricallyInDouble) {
    expect_theoretical_error<1>();
    expect_theoretical_error<2>();
    expect_theoretical_error<3>();
    expect_theoretical_error<4>();
    expect_theoretical_error<5>();
    expect_theoretical_error<8>();
    expect_theoretical_error<10>();
}

TEST(SolidHarmonics, ConvergeToTheLimitsOfFloat) {
    EXPECT_NEAR((chain_error<5, float>(1)), (chain_error<5, double>(1)), 1e-6);
}

TEST(SolidHarmonics, NeitherOverflowNorUnderflowAtAnyLengthInFloat) {
    const double error = chain_error<5, float>(1);
    for (const double unit : {0x1p-66, 0x1p66}) { // 1e-20, 1e20
        EXPECT_NEAR((chain_error<5, float>(unit)), error, 1e-6);
    }
}

TEST(SolidHarmonics, TellTheFieldOfAMultipoleAtABody) {
    constexpr int order = 5;
    const auto bodies = cloud(0, 0, 0, 1, 6);
    const auto multipole = multipole_of<order, double>(bodies, {0, 0, 0, 0}, 1);
    const Body at{3, -2, 1, 0};
    const auto harmonics = irregular<order + 1, double>(-at.x, -at.y, -at.z);
    const Field field = in_units(m2p<order>(harmonics.data(), multipole.data()), 1);
    const Field truth = direct(bodies, at);
    EXPECT_LT(relative_error(field, truth), 1e-3);
    EXPECT_NEAR(field.potential, truth.potential, 1e-4 * truth.potential);
}

} // namespace
} // namespace orrery
