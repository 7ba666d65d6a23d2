// Every method of the Gauss transform against the definition.

#include "sim/base/error.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "tests/sim/gauss/gauss_systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <string_view>

namespace orrery {
namespace {

std::vector<std::string> ids_of_methods() {
    std::vector<std::string> ids;
    for (const GaussMethod& method : gauss_methods()) {
        ids.emplace_back(method.id);
    }
    return ids;
}

class EveryGaussMethod : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        if (const std::string reason = method().unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
    const GaussMethod& method() const { return find_gauss_method(GetParam()); }
};

double total_mass(const Bodies<double>& bodies) {
    return std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
}

// The one reason for which a method may decline: its grid or its boxes would be too many.
template <class Real>
std::optional<std::vector<double>> densities_unless_too_large(const GaussMethod& method,
                                                              const Bodies<Real>& bodies,
                                                              double sigma, double error) {
    try {
        return densities<Real>(method, bodies, nullptr, sigma, error, 2);
    } catch (const Error& error_told) {
        EXPECT_EQ(error_told.kind(), ErrorKind::bad_input);
        EXPECT_NE(error_told.problem().find("too "), std::string::npos) << error_told.what();
        EXPECT_TRUE(std::string(method.id).ends_with("plane_wave") ||
                    std::string(method.id).ends_with("hermite"))
            << method.id;
        return std::nullopt;
    }
}

// A grid of many million nodes is possible, and nothing for a test.
template <class Real>
bool is_slow(const GaussMethod& method, const Bodies<Real>& bodies, double sigma, double error) {
    Workers one(1);
    const PointsView<Real> points = points_of(bodies.position);
    const GaussSum<Real> sum{points, bodies.mass, points, {}, sigma, error};
    StepTimings timings;
    GaussWork work{one, {}, timings};
    const double seconds = method.seconds(gauss_load(sum, bounds_of(sum, work), work));
    return std::isfinite(seconds) && seconds > 0.02;
}

// False if the method is nothing for this sum.
template <class Real>
bool expect_error_kept(const GaussMethod& method, const GaussSystem& system, double sigma,
                       double error) {
    const Bodies<Real> bodies = converted<Real>(system.bodies);
    if (is_slow(method, bodies, sigma, error)) {
        return false;
    }
    const auto got = densities_unless_too_large(method, bodies, sigma, error);
    if (!got) {
        return false;
    }
    const std::vector<double> exact = exact_densities(bodies, bodies.position, sigma);
    const double rounding = 30 * static_cast<double>(std::numeric_limits<Real>::epsilon());
    EXPECT_LE(greatest_difference(*got, exact),
              (pair_error(error) + rounding) * total_mass(system.bodies))
        << method.id << ", " << system.name << ", sigma " << sigma << ", error " << error;
    return true;
}

TEST_P(EveryGaussMethod, KeepsItsErrorForEverySigmaInEverySystem) {
    constexpr std::size_t count = 400;
    for (const GaussSystem& system : gauss_systems(count)) {
        int computed = 0;
        for (const double sigma : {1e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0}) {
            computed += expect_error_kept<float>(method(), system, sigma, 1e-4) ? 1 : 0;
            computed += expect_error_kept<double>(method(), system, sigma, 1e-4) ? 1 : 0;
        }
        // A grid over much emptiness may be slow for every sigma.
        const bool may_be_none = std::string_view(method().id).ends_with("plane_wave") &&
                                 system.name == "Plummer, some far out";
        EXPECT_TRUE(computed > 0 || may_be_none) << method().id << ", " << system.name;
    }
}

TEST_P(EveryGaussMethod, KeepsItsErrorForNumbersOfBodiesThatFillNoVectorWarpOrBlock) {
    for (const std::size_t count :
         {std::size_t{2}, std::size_t{3}, std::size_t{31}, std::size_t{32}, std::size_t{33},
          std::size_t{1000}, std::size_t{4097}}) {
        const Bodies<float> bodies = converted<float>(even_cube(count));
        VectorArray<float> some(std::min<std::size_t>(count, 200)); // of the bodies
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::size_t body = i * count / some.size();
            some.x[i] = bodies.position.x[body];
            some.y[i] = bodies.position.y[body];
            some.z[i] = bodies.position.z[body];
        }
        for (const double sigma : {1e-3, 0.05, 0.6, 10.0}) {
            const auto got = densities_unless_too_large(method(), bodies, sigma, 1e-4);
            if (!got) {
                continue;
            }
            std::vector<double> of_some(some.size());
            for (std::size_t i = 0; i < some.size(); ++i) {
                of_some[i] = (*got)[i * count / some.size()];
            }
            EXPECT_LE(greatest_difference(of_some, exact_densities(bodies, some, sigma)),
                      (pair_error(1e-4) + 3e-6) * total_mass(even_cube(count)))
                << method().id << ", " << count << " bodies, sigma " << sigma;
        }
    }
}

template <class Real>
void expect_every_error_kept(const GaussMethod& method, const Bodies<Real>& bodies,
                             double min_error) {
    constexpr double sigma = 0.15;
    const std::vector<double> exact = exact_densities(bodies, bodies.position, sigma);
    for (const double error : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10}) {
        if (error >= min_error) {
            const auto got = densities<Real>(method, bodies, nullptr, sigma, error);
            EXPECT_LE(relative_difference(got, exact), error) << method.id;
        }
    }
}

TEST_P(EveryGaussMethod, KeepsEveryErrorItOffers) {
    const Bodies<double> bodies = even_cube(1500);
    expect_every_error_kept(method(), bodies, method().min_error_fp64);
    expect_every_error_kept(method(), converted<float>(bodies), method().min_error_fp32);
}

TEST_P(EveryGaussMethod, SumsAtPointsThatAreNoBodies) {
    const Bodies<double> bodies = even_cube(700);
    VectorArray<double> points(90);
    for (std::size_t i = 0; i < points.size(); ++i) { // through the cube and far beyond it
        points.x[i] = -2 + 0.05 * static_cast<double>(i);
        points.y[i] = 0.4;
        points.z[i] = 0.3 + 0.01 * static_cast<double>(i);
    }
    const auto got = densities(method(), bodies, &points, 0.1, 1e-4);
    const auto exact = exact_densities(bodies, points, 0.1);
    EXPECT_LE(greatest_difference(got, exact), pair_error(1e-4) * total_mass(bodies));
}

TEST_P(EveryGaussMethod, GivesTheSameBitsOnAnyNumberOfWorkers) {
    if (method().automatic) {
        return; // it may choose another method for more workers
    }
    const Bodies<float> bodies = converted<float>(even_cube(8000));
    const auto once = densities<float>(method(), bodies, nullptr, 0.04, 1e-2, 1);
    for (const int workers : {1, 2, 3}) {
        EXPECT_EQ(densities<float>(method(), bodies, nullptr, 0.04, 1e-2, workers), once);
    }
}

TEST_P(EveryGaussMethod, CountsABodyAtItself) {
    Bodies<double> one(1);
    one.mass[0] = 3;
    EXPECT_NEAR(densities<double>(method(), one, nullptr, 0.5, 1e-4)[0], 3, 1e-4);
    Bodies<double> in_one_place(5);
    std::fill(in_one_place.mass.begin(), in_one_place.mass.end(), 2);
    for (const double density : densities<double>(method(), in_one_place, nullptr, 0.5, 1e-4)) {
        EXPECT_NEAR(density, 10, 1e-3);
    }
}

TEST_P(EveryGaussMethod, SpreadsAllMassOverSpaceAndNoMore) {
    const Bodies<double> bodies = even_cube(60);
    constexpr double sigma = 0.3;
    constexpr double spacing = 0.3; // at sigma, the sum of a Gaussian is its integral to 1e-8
    constexpr std::size_t count = 16;
    VectorArray<double> points(count * count * count);
    for (std::size_t i = 0; i < points.size(); ++i) {
        points.x[i] = -1.8 + spacing * static_cast<double>(i % count);
        points.y[i] = -1.8 + spacing * static_cast<double>(i / count % count);
        points.z[i] = -1.8 + spacing * static_cast<double>(i / (count * count));
    }
    const auto got = densities(method(), bodies, &points, sigma, 1e-5);
    const double total = std::accumulate(got.begin(), got.end(), 0.0) * std::pow(spacing, 3);
    const double expected =
        total_mass(bodies) * std::pow(2 * std::numbers::pi, 1.5) * std::pow(sigma, 3);
    EXPECT_NEAR(total / expected, 1, 1e-4);
}

TEST_P(EveryGaussMethod, SaysWhatItCannotBeAskedFor) {
    Bodies<float> bodies = converted<float>(even_cube(10));
    const auto ask = [&](double sigma, double error) {
        return densities<float>(method(), bodies, nullptr, sigma, error);
    };
    EXPECT_THROW(ask(0, 1e-3), Error);
    EXPECT_THROW(ask(std::nan(""), 1e-3), Error);
    EXPECT_THROW(ask(0.1, 0.5), Error);
    EXPECT_THROW(ask(0.1, 1e-12), Error);
    bodies.position.y[3] = std::numeric_limits<float>::infinity();
    EXPECT_THROW(ask(0.1, 1e-3), Error);
}

INSTANTIATE_TEST_SUITE_P(Each, EveryGaussMethod, testing::ValuesIn(ids_of_methods()),
                         [](const auto& id) {
                             std::string name = id.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

} // namespace
} // namespace orrery
