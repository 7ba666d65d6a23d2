#include "sim/mesh/fourier_transform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace orrery {
namespace {

using Cells = std::array<std::size_t, 3>;

class FourierTransforms : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = fourier_transform_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

template <class Real>
std::vector<Real> random_field(const Cells& cells) {
    std::mt19937 random(1);
    std::vector<Real> field(cells[0] * cells[1] * cells[2]);
    for (Real& value : field) {
        value = static_cast<Real>(random()) / Real(4294967296.0) - Real(0.5);
    }
    return field;
}

// As the definition has it.
std::complex<double> mode(const std::vector<double>& field, const Cells& cells, const Cells& k) {
    std::complex<double> sum;
    for (std::size_t x = 0; x < cells[0]; ++x) {
        for (std::size_t y = 0; y < cells[1]; ++y) {
            for (std::size_t z = 0; z < cells[2]; ++z) {
                const double turns = double(x * k[0]) / double(cells[0]) +
                                     double(y * k[1]) / double(cells[1]) +
                                     double(z * k[2]) / double(cells[2]);
                sum += field[(x * cells[1] + y) * cells[2] + z] *
                       std::polar(1.0, -2 * std::numbers::pi * turns);
            }
        }
    }
    return sum;
}

TEST_F(FourierTransforms, AreTheSumsOfTheirDefinition) {
    Workers workers(2);
    for (const Cells& cells : {Cells{8, 8, 8}, Cells{5, 7, 6}, Cells{1, 4, 9}, Cells{6, 20, 3}}) {
        FourierTransform<double> transform(cells, workers);
        const auto field = random_field<double>(cells);
        std::vector<std::complex<double>> spectrum(transform.spectrum_size());
        ASSERT_EQ(transform.forward(field, spectrum, {}), Outcome::complete);
        for (std::size_t a = 0; a < cells[0]; ++a) {
            for (std::size_t b = 0; b < cells[1]; ++b) {
                for (std::size_t c = 0; c <= cells[2] / 2; ++c) {
                    const auto found = spectrum[(a * cells[1] + b) * (cells[2] / 2 + 1) + c];
                    EXPECT_LT(std::abs(found - mode(field, cells, {a, b, c})), 1e-12);
                }
            }
        }
    }
}

template <class Real>
void expect_return(const Cells& cells, double rounding) {
    Workers workers(2);
    FourierTransform<Real> transform(cells, workers);
    const auto field = random_field<Real>(cells);
    std::vector<std::complex<Real>> spectrum(transform.spectrum_size());
    std::vector<Real> back(field.size());
    ASSERT_EQ(transform.forward(field, spectrum, {}), Outcome::complete);
    ASSERT_EQ(transform.backward(spectrum, back, {}), Outcome::complete);
    for (std::size_t i = 0; i < field.size(); ++i) {
        ASSERT_NEAR(back[i] / double(field.size()), field[i], rounding) << i;
    }
}

TEST_F(FourierTransforms, ThereAndBackMultiplyByTheNumberOfCells) {
    expect_return<float>({32, 48, 20}, 1e-6);
    expect_return<double>({32, 48, 20}, 1e-14);
    expect_return<float>({3, 5, 7}, 1e-6);
}

TEST_F(FourierTransforms, AreTheSameWhateverTheNumberOfThreads) {
    const Cells cells{32, 24, 16};
    const auto field = random_field<float>(cells);
    std::vector<std::vector<std::complex<float>>> spectra;
    for (const int threads : {1, 3}) {
        Workers workers(threads);
        FourierTransform<float> transform(cells, workers);
        spectra.emplace_back(transform.spectrum_size());
        EXPECT_EQ(transform.forward(field, spectra.back(), {}), Outcome::complete);
    }
    EXPECT_EQ(spectra[0], spectra[1]);
}

TEST_F(FourierTransforms, StopWhenAsked) {
    Workers workers(2);
    FourierTransform<float> transform({16, 16, 16}, workers);
    std::stop_source stop;
    stop.request_stop();
    std::vector<float> field(transform.field_size());
    std::vector<std::complex<float>> spectrum(transform.spectrum_size());
    EXPECT_EQ(transform.forward(field, spectrum, stop.get_token()), Outcome::cancelled);
    EXPECT_EQ(transform.backward(spectrum, field, stop.get_token()), Outcome::cancelled);
}

} // namespace
} // namespace orrery
