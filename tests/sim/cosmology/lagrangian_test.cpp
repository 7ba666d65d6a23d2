// Fourier sums against the definition, and displacements against sums over their waves.

#include "sim/cosmology/lagrangian.hpp"
#include "sim/cosmology/portable_fourier.hpp"
#include "sim/scenes/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

using Complex = std::complex<double>;
constexpr double turn = 2 * std::numbers::pi;

std::vector<Complex> some_numbers(std::size_t count) {
    Random random(7, 7);
    std::vector<Complex> numbers(count);
    for (Complex& number : numbers) {
        const double real = random.gaussian();
        number = {real, random.gaussian()};
    }
    return numbers;
}

TEST(PortableFourier, SumsByItsDefinitionAtEverySide) {
    Workers workers(2);
    for (const std::size_t n : {1, 2, 3, 4, 5, 6, 7, 8, 11}) {
        const std::vector<Complex> spectrum = some_numbers(n * n * n);
        std::vector<Complex> field = spectrum;
        PortableFourier(n).backward(field, workers);
        for (const std::size_t j : {std::size_t{0}, n * n * n / 3, n * n * n - 1}) {
            Complex sum = 0;
            for (std::size_t k = 0; k < spectrum.size(); ++k) {
                const std::size_t periods =
                    j / (n * n) * (k / (n * n)) + j / n % n * (k / n % n) + j % n * (k % n);
                sum += spectrum[k] * std::polar(1.0, turn * static_cast<double>(periods % n) /
                                                         static_cast<double>(n));
            }
            EXPECT_LT(std::abs(field[j] - sum), 1e-11) << n;
        }
        PortableFourier(n).forward(field, workers);
        for (std::size_t k = 0; k < spectrum.size(); ++k) {
            ASSERT_LT(std::abs(field[k] / static_cast<double>(n * n * n) - spectrum[k]), 1e-13);
        }
    }
}

TEST(ModesOfContrast, OfOppositeWavesAreConjugateAndEachHasItsOwn) {
    const LinearSpectrum spectrum;
    const auto mode = [&](int x, int y, int z, std::uint64_t seed = 1) {
        return mode_of_contrast(spectrum, 100, seed, {x, y, z});
    };
    for (const auto& [x, y, z] :
         {std::array{1, 0, 0}, std::array{0, -2, 0}, std::array{3, -1, 2}}) {
        EXPECT_EQ(mode(-x, -y, -z), std::conj(mode(x, y, z)));
    }
    EXPECT_NE(mode(1, 2, 3), mode(3, 2, 1));
    EXPECT_NE(mode(1, 2, 3), mode(1, 2, 3, 2));
}

TEST(ModesOfContrast, HaveTheSpectrumsPowerOnAverage) {
    const LinearSpectrum spectrum;
    constexpr double edge = 100;
    constexpr int samples = 20000;
    double power = 0;
    for (std::uint64_t seed = 0; seed < samples; ++seed) {
        power += std::norm(mode_of_contrast(spectrum, edge, seed, {2, 1, -2}));
    }
    const double expected = spectrum(turn / edge * 3) / (edge * edge * edge);
    EXPECT_NEAR(power / samples / expected, 1, 5 / std::sqrt(samples)); // each varies by itself
}

// Of a field over the lattice: its coefficient of a wave.
Vector3 real_part_of_wave(const std::vector<Vector3>& field, std::size_t side,
                          const std::array<int, 3>& mode, double phase) {
    Vector3 sum;
    for (std::size_t i = 0; i < field.size(); ++i) {
        const auto at = [&](std::size_t index, int m) {
            return m * (static_cast<double>(index) + 0.5) / static_cast<double>(side);
        };
        const double angle = turn * (at(i / (side * side), mode[0]) + at(i / side % side, mode[1]) +
                                     at(i % side, mode[2]));
        sum = sum + std::cos(angle + phase) * field[i];
    }
    return (1 / static_cast<double>(field.size())) * sum;
}

TEST(Displacements, HaveTheSameLargeWavesOnEveryLattice) {
    const LinearSpectrum spectrum;
    Workers workers(2);
    const Displacements coarse = displacements(spectrum, 100, 6, 1, workers);
    const Displacements fine = displacements(spectrum, 100, 16, 1, workers);
    for (const auto& mode : {std::array{1, 0, 0}, std::array{-1, 2, 0}, std::array{2, 2, -2}}) {
        const Complex delta = mode_of_contrast(spectrum, 100, 1, mode);
        double squares = 0;
        for (const int m : mode) {
            squares += m * m;
        }
        // psi = i k / k^2 delta, of which cos(k q) picks the real part: -k / k^2 Im delta.
        const double unit = -delta.imag() * 100 / (turn * squares);
        const Vector3 expected = {unit * mode[0], unit * mode[1], unit * mode[2]};
        EXPECT_LT(length(real_part_of_wave(coarse.first, 6, mode, 0) - expected), 1e-12);
        EXPECT_LT(length(real_part_of_wave(fine.first, 16, mode, 0) - expected), 1e-12);
    }
}

TEST(Displacements, OfSecondOrderAreThoseOfTheTideOfTheFirst) {
    constexpr std::size_t side = 6;
    constexpr double edge = 50;
    const LinearSpectrum spectrum;
    Workers workers(1);
    const Displacements moves = displacements(spectrum, edge, side, 3, workers);

    // S at every point of the lattice, from second derivatives that are summed wave by wave.
    std::vector<double> source(side * side * side);
    for (std::size_t i = 0; i < source.size(); ++i) {
        double tide[3][3] = {};
        for (int x = -2; x <= 2; ++x) {
            for (int y = -2; y <= 2; ++y) {
                for (int z = -2; z <= 2; ++z) {
                    const int m[3] = {x, y, z};
                    const int squares = x * x + y * y + z * z;
                    if (squares == 0) {
                        continue;
                    }
                    const auto at = [](std::size_t index) {
                        return (static_cast<double>(index) + 0.5) / side;
                    };
                    const double angle = turn * (x * at(i / (side * side)) +
                                                 y * at(i / side % side) + z * at(i % side));
                    const double wave =
                        (mode_of_contrast(spectrum, edge, 3, {x, y, z}) * std::polar(1.0, angle))
                            .real();
                    for (int a = 0; a < 3; ++a) {
                        for (int b = 0; b < 3; ++b) {
                            tide[a][b] += m[a] * m[b] * wave / squares;
                        }
                    }
                }
            }
        }
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < a; ++b) {
                source[i] += tide[a][a] * tide[b][b] - tide[a][b] * tide[a][b];
            }
        }
    }
    std::vector<Vector3> as_field(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        as_field[i] = {source[i], 0, 0};
    }
    // div psi2 = -S: of S = A cos(k q) + B sin(k q), psi2 has the part cos(k q) with k / k^2 B.
    for (const auto& mode : {std::array{1, 0, 0}, std::array{-1, 2, 0}, std::array{2, 1, -2}}) {
        double squares = 0;
        for (const int m : mode) {
            squares += m * m;
        }
        const double sine = real_part_of_wave(as_field, side, mode, -turn / 4).x;
        const double unit = sine * edge / (turn * squares);
        const Vector3 expected = {unit * mode[0], unit * mode[1], unit * mode[2]};
        EXPECT_GT(length(expected), 1e-3);
        EXPECT_LT(length(real_part_of_wave(moves.second, side, mode, 0) - expected), 1e-11);
    }
}

TEST(Displacements, AreTheSameBitsWithAnyNumberOfThreads) {
    const LinearSpectrum spectrum;
    Workers one(1), three(3);
    const Displacements a = displacements(spectrum, 100, 12, 1, one);
    const Displacements b = displacements(spectrum, 100, 12, 1, three);
    for (std::size_t i = 0; i < a.first.size(); ++i) {
        ASSERT_EQ(length(a.first[i] - b.first[i]), 0);
        ASSERT_EQ(length(a.second[i] - b.second[i]), 0);
    }
}

} // namespace
} // namespace orrery
