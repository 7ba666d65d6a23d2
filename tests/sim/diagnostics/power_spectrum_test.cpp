// Measured power spectra against those that the bodies were made with.
#include "sim/base/error.hpp"
#include "sim/base/vector3.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/scene.hpp"
#include "sim/structure/linear_power.hpp"
#include "sim/structure/power_spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

namespace orrery {
namespace {

constexpr double pi = std::numbers::pi;
using Edges = std::array<double, 3>;

class MeasuredPower : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = fourier_transform_unavailable(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }

    Workers workers{2};
};

PowerSpectrum measured(const Bodies<double>& bodies, const PowerMeasure& measure,
                       Workers& workers) {
    return power_spectrum(bodies, measure, workers, {}).value();
}

const PowerBin& bin_of(const PowerSpectrum& spectrum, double wave_number) {
    return *std::ranges::find_if(spectrum.bins, [&](const PowerBin& bin) {
        return wave_number >= bin.low && wave_number < bin.high;
    });
}

Bodies<double> lattice(std::size_t side, const Edges& edges) {
    Bodies<double> bodies(side * side * side);
    const auto count = static_cast<double>(side);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.position.x[i] = edges[0] / count * static_cast<double>(i / side / side);
        bodies.position.y[i] = edges[1] / count * static_cast<double>(i / side % side);
        bodies.position.z[i] = edges[2] / count * static_cast<double>(i % side);
        bodies.mass[i] = 1;
    }
    return bodies;
}

Bodies<double> random_points(std::size_t count, const Edges& edges, bool equal) {
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> even(0, 1);
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = edges[0] * even(random);
        bodies.position.y[i] = edges[1] * even(random);
        bodies.position.z[i] = edges[2] * even(random);
        bodies.mass[i] = equal ? 1 : even(random);
    }
    return bodies;
}

// A density wave 1 + A cos(k x) has V A^2 / 4 in each of its two modes. A lattice repeats it beyond
// its own Nyquist wave number, so the mesh is twice as fine, and only waves below that are looked
// at.
TEST_F(MeasuredPower, OfAPlaneWaveIsInItsOwnTwoModes) {
    const Edges edges = {2, 2, 2};
    constexpr double amplitude = 1e-3;
    constexpr double power = 8 * amplitude * amplitude / 4;
    for (const int waves : {1, 4, 7}) {
        Bodies<double> bodies = lattice(32, edges);
        const double k = 2 * pi * waves / edges[1];
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            double& y = bodies.position.y[i];
            y -= amplitude / k * std::sin(k * y);
        }
        // Images that interlacing leaves add to the wave's amplitude: of wider clouds less.
        for (const auto& [scheme, images] :
             {std::pair(AssignmentScheme::cic, 0.2), std::pair(AssignmentScheme::tsc, 0.05),
              std::pair(AssignmentScheme::pcs, 0.005)}) {
            const PowerSpectrum spectrum =
                measured(bodies, {.box = {edges}, .cells = 64, .scheme = scheme}, workers);
            for (const PowerBin& bin : spectrum.bins) {
                if (bin.high < spectrum.nyquist / 2) {
                    const double expected = k >= bin.low && k < bin.high ? 2 * power : 0;
                    EXPECT_NEAR(bin.power * static_cast<double>(bin.modes), expected,
                                images * power)
                        << waves << " with " << images << " at " << bin.wave_number;
                }
            }
        }
    }
}

TEST_F(MeasuredPower, CountsEveryModeOfTheSphereOnce) {
    const PowerSpectrum spectrum =
        measured(lattice(8, {1, 1, 1}), {.box = {{1, 1, 1}}, .cells = 32}, workers);
    EXPECT_NEAR(spectrum.nyquist, 32 * pi, 1e-9);
    for (const PowerBin& bin : spectrum.bins) {
        std::size_t modes = 0;
        for (int x = -16; x <= 16; ++x) {
            for (int y = -16; y <= 16; ++y) {
                for (int z = -16; z <= 16; ++z) {
                    const double k = 2 * pi * std::sqrt(x * x + y * y + z * z);
                    modes += k >= bin.low && k < bin.high && k < spectrum.nyquist ? 1 : 0;
                }
            }
        }
        EXPECT_EQ(bin.modes, modes) << bin.wave_number;
        EXPECT_GE(bin.wave_number, bin.low);
        EXPECT_LT(bin.wave_number, bin.high);
    }
}

// The bins' deviations from shot noise, in their own errors, are those of a normal distribution.
TEST_F(MeasuredPower, OfRandomPointsIsTheirShotNoise) {
    for (const Edges& edges : {Edges{1, 1, 1}, Edges{3, 1.5, 2}}) {
        for (const bool equal : {true, false}) {
            const Bodies<double> bodies = random_points(100'000, edges, equal);
            const PowerSpectrum spectrum = measured(bodies, {.box = {edges}, .cells = 64}, workers);
            const double volume = edges[0] * edges[1] * edges[2];
            EXPECT_NEAR(spectrum.shot_noise, volume * (equal ? 1 : 4.0 / 3) / 1e5,
                        0.01 * volume / 1e5);
            double squares = 0;
            std::size_t bins = 0;
            for (const PowerBin& bin : spectrum.bins) {
                if (bin.high > 0.9 * spectrum.nyquist || bin.modes < 50) {
                    continue; // or few modes make no normal distribution
                }
                const double error =
                    spectrum.shot_noise * std::sqrt(2.0 / static_cast<double>(bin.modes));
                EXPECT_NEAR(bin.power, spectrum.shot_noise, 4.5 * error) << bin.wave_number;
                EXPECT_NEAR(bin.error, error, 0.7 * error);
                squares += std::pow((bin.power - spectrum.shot_noise) / error, 2);
                ++bins;
            }
            ASSERT_GE(bins, 8U);
            const auto count = static_cast<double>(bins);
            EXPECT_NEAR(squares / count, 1, 5 * std::sqrt(2 / count));
        }
    }
}

// White noise shows what the mesh does: the window alone takes most of it away near the Nyquist
// wave number, and images add to it what interlacing takes out again.
TEST_F(MeasuredPower, HasTheWindowDividedOutAndItsImagesTakenAway) {
    const Bodies<double> bodies = random_points(200'000, {1, 1, 1}, true);
    const auto near_the_end = [&](AssignmentScheme scheme, bool interlaced) {
        const PowerSpectrum spectrum = measured(
            bodies, {.box = {{1, 1, 1}}, .cells = 64, .scheme = scheme, .interlaced = interlaced},
            workers);
        const PowerBin& bin = bin_of(spectrum, 0.85 * spectrum.nyquist);
        return std::pair(bin.power / spectrum.shot_noise, bin.on_mesh / spectrum.shot_noise);
    };
    const auto [cic, cic_on_mesh] = near_the_end(AssignmentScheme::cic, false);
    EXPECT_LT(cic_on_mesh, 0.75);
    EXPECT_GT(cic, 1.05);
    const auto [interlaced, on_mesh] = near_the_end(AssignmentScheme::cic, true);
    EXPECT_LT(std::abs(interlaced - 1), 0.5 * std::abs(cic - 1));
    EXPECT_LT(on_mesh, cic_on_mesh);
    const auto [pcs, pcs_on_mesh] = near_the_end(AssignmentScheme::pcs, true);
    EXPECT_NEAR(pcs, 1, 0.03);
    EXPECT_LT(pcs_on_mesh, 0.4);
}

// A lattice moved by the displacements of a Gaussian field, psi = i k / k^2 delta.
TEST_F(MeasuredPower, OfAGaussianFieldIsTheSpectrumThatItWasMadeFrom) {
    constexpr std::size_t side = 32;
    constexpr double length = 100;
    const auto power_at = [](double k) {
        return 1e-2 * k / std::pow(1 + std::pow(k / 0.3, 2), 1.5);
    };
    FourierTransform<double> transform({side, side, side}, workers);
    std::vector<double> noise(transform.field_size());
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    std::ranges::generate(noise, [&] { return normal(random); });
    std::vector<std::complex<double>> white(transform.spectrum_size());
    transform.forward(noise, white, {});

    const double cells = std::pow(side, 3);
    const double volume = std::pow(length, 3);
    Bodies<double> bodies = lattice(side, {length, length, length});
    std::vector<std::complex<double>> waves(white.size());
    std::vector<double> displacement(noise.size());
    std::vector<double> realised(side), modes(side); // by whole wave numbers
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t at = 0; at < white.size(); ++at) {
            const std::size_t columns = side / 2 + 1;
            const std::array<std::size_t, 3> index = {at / columns / side, at / columns % side,
                                                      at % columns};
            std::array<double, 3> k;
            bool is_nyquist = false;
            for (std::size_t a = 0; a < 3; ++a) {
                const auto n = static_cast<double>(index[a]);
                k[a] = 2 * pi / length * (index[a] > side / 2 ? n - side : n);
                is_nyquist = is_nyquist || index[a] == side / 2;
            }
            const double squared = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
            waves[at] = 0;
            if (squared == 0 || is_nyquist) {
                continue;
            }
            // White noise has <|w|^2> = cells; delta_k has <|delta|^2> = P / V.
            const std::complex<double> delta =
                white[at] * std::sqrt(power_at(std::sqrt(squared)) / volume / cells);
            waves[at] = std::complex<double>(0, k[axis] / squared) * delta;
            const auto bin = static_cast<std::size_t>(std::sqrt(squared) * length / 2 / pi + 0.5);
            if (axis == 0 && bin < side) {
                const double weight = index[2] == 0 ? 1 : 2;
                realised[bin] += weight * std::norm(delta) * volume;
                modes[bin] += weight;
            }
        }
        transform.backward(waves, displacement, {});
        HostArray<double>& positions = axis == 0   ? bodies.position.x
                                       : axis == 1 ? bodies.position.y
                                                   : bodies.position.z;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            positions[i] += displacement[i];
        }
    }
    const PowerSpectrum spectrum =
        measured(bodies, {.box = {{length, length, length}}, .cells = 64}, workers);
    for (std::size_t bin = 1; bin <= 10; ++bin) {
        const PowerBin& found = bin_of(spectrum, 2 * pi / length * static_cast<double>(bin));
        ASSERT_EQ(static_cast<double>(found.modes), modes[bin]);
        // That of this field, and within its error that of all such fields.
        EXPECT_NEAR(found.power, realised[bin] / modes[bin], 0.01 * found.power) << bin;
        EXPECT_NEAR(found.power, power_at(found.wave_number), 4 * found.error + 0.02 * found.power)
            << bin;
    }
}

// The scene is made from the same spectrum, in its own units: Mpc where theory has Mpc/h.
TEST_F(MeasuredPower, OfTheCosmicWebAtItsBeginningIsThatOfLinearTheory) {
    const System system = make_scene(find_scene("cosmic_web"), 32'768, 1);
    const LinearPower theory = linear_power(system).value();
    const PowerSpectrum spectrum =
        measured(system.bodies, {.box = system.box, .cells = 64}, workers);
    double squares = 0, count = 0, sum = 0, expected = 0;
    for (const PowerBin& bin : spectrum.bins) {
        if (bin.high < spectrum.nyquist / 4) { // half that of the lattice
            const double linear = theory(bin.wave_number);
            const double error = linear * std::sqrt(2 / static_cast<double>(bin.modes));
            squares += std::pow((bin.power - linear) / error, 2);
            ++count;
            sum += bin.power / linear * static_cast<double>(bin.modes);
            expected += static_cast<double>(bin.modes);
        }
    }
    ASSERT_GE(count, 5);
    EXPECT_NEAR(sum / expected, 1, 5 * std::sqrt(2 / expected));
    EXPECT_NEAR(squares / count, 1, 4 * std::sqrt(2 / count));
    // Growth: twenty times as old a universe has more than a hundred times the power.
    const double today = system.cosmology->time(1);
    EXPECT_NEAR(theory.at(today)(0.1) / theory(0.1), std::pow(0.7866 / 0.02, 2), 10);
}

TEST_F(MeasuredPower, DoesNotDependOnThreadsNorOnTheImageThatABodyIsIn) {
    Bodies<double> bodies = random_points(40'000, {1, 1, 1}, false);
    const PowerMeasure measure{.box = {{1, 1, 1}}, .cells = 48};
    const PowerSpectrum one = measured(bodies, measure, workers);
    Workers more(3);
    const PowerSpectrum three = measured(bodies, measure, more);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.position.x[i] += static_cast<double>(i % 3) - 1;
        bodies.position.z[i] += 2;
    }
    const PowerSpectrum moved = measured(bodies, measure, workers);
    ASSERT_EQ(one.bins.size(), three.bins.size());
    for (std::size_t b = 0; b < one.bins.size(); ++b) {
        EXPECT_EQ(one.bins[b].power, three.bins[b].power);
        EXPECT_NEAR(one.bins[b].power, moved.bins[b].power, 1e-9 * one.bins[b].power);
    }
}

TEST_F(MeasuredPower, IsRefusedWithAReason) {
    const Bodies<double> bodies = random_points(100, {1, 1, 1}, true);
    const PeriodicBox box{{1, 1, 1}};
    EXPECT_THROW(power_spectrum(bodies, {}, workers, {}), Error);
    EXPECT_THROW(power_spectrum(bodies, {.box = box, .cells = 12}, workers, {}), Error);
    EXPECT_THROW(power_spectrum(bodies, {.box = box, .cells = 100'000}, workers, {}), Error);
    EXPECT_THROW(power_spectrum(Bodies<double>(5), {.box = box}, workers, {}), Error);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_FALSE(power_spectrum(bodies, {.box = box}, workers, stopped.get_token()));
}

} // namespace
} // namespace orrery
