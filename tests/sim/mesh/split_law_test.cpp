// The law shared out between a mesh and what sums bodies, each half alone against what it should
// be.

#include "sim/mesh/mesh_field.hpp"
#include "sim/periodic/ewald.hpp"
#include "sim/solvers/direct/mesh_part.hpp"
#include "sim/solvers/direct/mesh_series.hpp"
#include "sim/solvers/direct/short_range.hpp"
#include "sim/solvers/mesh/mesh_sum.hpp"
#include "sim/solvers/tree/images_in_reach.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace orrery {
namespace {

constexpr double per_root_pi = std::numbers::inv_sqrtpi;

template <class Real, std::size_t terms>
double value(const std::array<Real, terms>& coefficients, double v) {
    double sum = 0;
    for (std::size_t k = terms; k-- > 0;) {
        sum = sum * v + static_cast<double>(coefficients[k]);
    }
    return sum;
}

template <class Real>
void expect_functions_of_the_split() {
    const double split = 0.7;
    const ShortRange<Real> law(split, 3);
    EXPECT_FLOAT_EQ(static_cast<float>(law.cutoff), 6 * 0.7F);
    for (double x = 0; x < ShortRange<Real>::end; x += 0.01) {
        const double r = 2 * split * x;
        const double v = r * static_cast<double>(law.per_end) - 1;
        const double gauss = std::exp(-x * x);
        EXPECT_NEAR(value(law.potential, v), std::erfc(x), 3e-6) << x;
        EXPECT_NEAR(value(law.pull, v), std::erfc(x) + 2 * per_root_pi * x * gauss, 4e-5) << x;
        EXPECT_NEAR(value(law.of_quadrupole, v), 4 * per_root_pi / 3 * x * x * x * gauss, 4e-3)
            << x;
        EXPECT_NEAR(static_cast<double>(law.fifth_x_squared) * r * r, 0.4 * x * x, 1e-5);
    }
    for (const double at_end : {value(law.potential, 1), value(law.pull, 1)}) {
        EXPECT_NEAR(at_end, 0, 1e-5) << "nothing jumps there";
    }
}

TEST(ShortRange, IsWhatTheComplementaryErrorFunctionLeaves) {
    expect_functions_of_the_split<float>();
    expect_functions_of_the_split<double>();
}

template <class Real>
void expect_mesh_part(double digits) {
    const double split = 0.7;
    const MeshPart<Real> law(split, 3, 0.1);
    EXPECT_EQ(law.cutoff, ShortRange<Real>(split, 3).cutoff);
    EXPECT_NEAR(static_cast<double>(law.small_group), 0.14, 1e-7);
    EXPECT_NEAR(static_cast<double>(law.per_unit), 1 / 1.4, 1e-7);
    EXPECT_NEAR(static_cast<double>(law.square), 1 / 1.96, 1e-7);
    for (double x = 0.01; x < MeshPart<Real>::end; x += 0.01) {
        const double r = 2 * split * x;
        const double v = r * r * static_cast<double>(law.per_square) - 1;
        const double gauss = std::exp(-x * x);
        EXPECT_NEAR(1 - x * value(law.potential, v), std::erfc(x), 1e-6 + digits) << x;
        EXPECT_NEAR(1 - x * x * x * value(law.pull, v), std::erfc(x) + 2 * per_root_pi * x * gauss,
                    1e-5 + digits)
            << x;
    }
    const double most = 2 * split * MeshPart<Real>::end;
    EXPECT_NEAR(static_cast<double>(law.most), most * most, 1e-6 * most * most);
}

TEST(MeshPart, IsTheWholeLawWithoutWhatIsOfShortRange) {
    static_assert(MeshPart<float>::end == ShortRange<float>::end);
    expect_mesh_part<float>(2e-6); // its coefficients are rounded, and multiplied by x^3
    expect_mesh_part<double>(0);
}

// What the mesh has of bodies in a small cell, on targets of a small group: pair by pair, and as a
// series; the worst difference, of all mass times a^2.
double error_of_series(double size, double apart) {
    const double split = 0.7, softening = 0.05;
    const MeshPart<double> law(split, 3, size);
    std::mt19937_64 bits(3);
    const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1; };
    const auto within = [&](double radius) {
        const double half = radius / std::numbers::sqrt3;
        return PointMass<double>{half * uniform(), half * uniform(), half * uniform(),
                                 1.5 + uniform()};
    };
    MeshSeries<double> series;
    std::vector<PointMass<double>> bodies;
    for (const double turn : {0.0, 2.0, 4.0}) { // three cells around the group
        Moments moments;
        for (int i = 0; i < 8; ++i) {
            PointMass<double> body = within(law.small_cell);
            body.x += apart * std::cos(turn);
            body.y += apart * std::sin(turn);
            body.z += 0.3 * apart;
            bodies.push_back(body);
            moments.add(body.mass, body.x, body.y, body.z, 0, 0, 0);
        }
        moments = moments.centred(0, 0, 0);
        const auto shape = Quadrupole<double>::of(moments);
        const MeshSeries<double> of_cell(law, softening * softening, monopole_of<double>(moments),
                                         &shape, true);
        for (std::size_t k = 0; k < series.sums.size(); ++k) {
            series.sums[k] += of_cell.sums[k];
        }
    }
    double worst = 0, mass = 0;
    for (const PointMass<double>& body : bodies) {
        mass += body.mass;
    }
    for (int i = 0; i < 20; ++i) {
        const PointMass<double> target = within(law.small_group);
        Vector3 pull;
        double potential = 0;
        for (const PointMass<double>& body : bodies) {
            const Vector3 r{body.x - target.x, body.y - target.y, body.z - target.z};
            const double v = (dot(r, r) + softening * softening) * law.per_square - 1;
            const double a = law.per_unit;
            pull = pull + body.mass * a * a * a * value(law.pull, v) * r;
            potential += body.mass * a * value(law.potential, v);
        }
        const auto felt = series.at(law, target);
        worst = std::max({worst, length(pull - Vector3{felt.x, felt.y, felt.z}),
                          std::abs(potential - felt.potential) * law.per_unit});
    }
    return worst / (mass * law.square);
}

TEST(MeshSeries, IsThePullOfSmallCellsToThirdOrder) {
    for (const double apart : {0.1, 0.8, 2.0}) {
        SCOPED_TRACE(apart);
        const double whole = error_of_series(0.2, apart);
        const double half = error_of_series(0.1, apart);
        EXPECT_LT(whole, 1e-2);
        EXPECT_LT(half, 0.2 * whole);
        EXPECT_GT(half, 0.05 * whole);
    }
}

// What a mesh's part of the pull on the second of two bodies is, and of its potential.
struct LongPart {
    Vector3 pull;
    double potential;
};
LongPart of_mesh(const Vector3& first, const Vector3& second, const MeshChoice& choice,
                 const ForceParameters& parameters) {
    Bodies<double> bodies(2);
    bodies.mass[0] = 1;
    bodies.position.x[0] = first.x;
    bodies.position.y[0] = first.y;
    bodies.position.z[0] = first.z;
    bodies.position.x[1] = second.x;
    bodies.position.y[1] = second.y;
    bodies.position.z[1] = second.z;
    Accelerations<double> result(2, true);
    Workers workers(2);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    const auto request = ForceRequest<double>::among(view(bodies), result.view(), parameters);
    MeshSum<double> mesh;
    EXPECT_EQ(mesh.prepare(request, choice, execution), Outcome::complete);
    EXPECT_EQ(mesh.run(request, execution), Outcome::complete);
    return {{result.acceleration.x[1], result.acceleration.y[1], result.acceleration.z[1]},
            result.potential[1]};
}

class SplitMesh : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = fourier_transform_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }

    const MeshChoice choice{
        .points = 4, .cells = 32, .gradient = MeshGradient::order6, .split = 1.25};
};

// -erf(R / 2 split) / R, and what a unit mass there pulls by.
double long_potential(double r, double softening, double split) {
    const double root = std::sqrt(r * r + softening * softening);
    return -std::erf(root / (2 * split)) / root;
}
double long_pull(double r, double softening, double split) {
    const double root = std::sqrt(r * r + softening * softening);
    const double x = root / (2 * split);
    return r * (std::erf(x) - 2 * per_root_pi * x * std::exp(-x * x)) / (root * root * root);
}

TEST_F(SplitMesh, HasInOpenSpaceWhatTheErrorFunctionHas) {
    for (const double softening : {0.0, 0.05, 1.0, 5.0}) {
        ForceParameters parameters;
        parameters.softening = softening;
        const Vector3 from{0.1, -0.2, 0.05};
        for (const double r : {0.05, 0.2, 0.5, 1.0, 2.0, 4.0}) {
            const Vector3 way{r * 0.6, r * 0.64, r * 0.48};
            const MeshBounds bounds{from, from + way};
            const double split = choice.split * open_mesh(bounds, choice).widest();
            const LongPart found = of_mesh(from, from + way, choice, parameters);
            const double expected = long_pull(r, softening, split);
            const double whole = std::max(expected, 0.1 / (split * split + softening * softening));
            EXPECT_LT(length(found.pull + expected / r * way), 1e-3 * whole)
                << r << ", softening " << softening;
            EXPECT_NEAR(found.potential, long_potential(r, softening, split),
                        1e-3 / std::max(split, softening))
                << r << ", softening " << softening;
        }
    }
}

TEST_F(SplitMesh, HasInABoxWhatEwaldLeavesBesideTheNearestImages) {
    const PeriodicBox box{{1, 1, 1}};
    ForceParameters parameters;
    parameters.box = box;
    const double split = choice.split / 32;
    const EwaldSum ewald(box);
    std::mt19937 random(3);
    const auto number = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    for (int k = 0; k < 30; ++k) {
        const Vector3 from{number(), number(), number()};
        const Vector3 to{number(), number(), number()};
        const Vector3 way = nearest_image(box, to - from);
        const double r = length(way);
        const LongPart found = of_mesh(from, to, choice, parameters);
        const auto images = ewald.correction(to - from);
        const Vector3 expected = images.acceleration - long_pull(r, 0, split) / r * way;
        EXPECT_LT(length(found.pull - expected), 1e-3 * std::max(length(expected), 4.0)) << r;
        EXPECT_NEAR(found.potential, images.potential + long_potential(r, 0, split), 2e-2) << r;
    }
}

TEST(ImagesInReach, AreAllWhoseBodiesAreWithinReachOfTheGroup) {
    std::mt19937 random(5);
    const auto number = [&random] { return static_cast<double>(random()) / 4294967296.0; };
    const PeriodicBox box{{1, 2, 1.5}};
    const Box<double> all{0.01, 0.02, 0, 0.99, 1.9, 1.5};
    ImagesInReach images;
    for (int k = 0; k < 200; ++k) {
        const Vector3 low{number(), 2 * number(), 1.5 * number()};
        const double size = number() * number();
        const Box<double> group{low.x, low.y, low.z, low.x + size, low.y + size, low.z + size};
        const double reach = number() * number();
        images.find(box, all, group, reach);
        EXPECT_EQ(length(images.shifts().front()), 0) << "the box itself is the first";
        const Vector3 body{0.01 + 0.98 * number(), 0.02 + 1.88 * number(), 1.5 * number()};
        for (double a = -3; a <= 3; ++a) {
            for (double b = -3; b <= 3; ++b) {
                for (double c = -3; c <= 3; ++c) {
                    const Vector3 shift{a, 2 * b, 1.5 * c};
                    const Box<double> seen = shifted(group, shift);
                    if (seen.distance_squared(body.x, body.y, body.z) < reach * reach) {
                        EXPECT_TRUE(std::any_of(
                            images.shifts().begin(), images.shifts().end(),
                            [&](const Vector3& one) { return length(one - shift) == 0; }))
                            << a << ' ' << b << ' ' << c;
                    }
                }
            }
        }
    }
    images.find(PeriodicBox{}, all, all, 1.0);
    EXPECT_EQ(images.shifts().size(), 1U) << "open space has no images";
}

} // namespace
} // namespace orrery
