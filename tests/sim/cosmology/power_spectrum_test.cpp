// The linear spectrum against another implementation of the same fit, and its own normalisation.

#include "sim/cosmology/power_spectrum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

struct Row {
    double k, with_wiggles, without;
};

// T(k) of Planck's default parameters by colossus 1.4 (Diemer 2018, ApJS 239, 35).
constexpr Row transfers[] = {
    {1e-3, 9.92290414e-01, 9.92106120e-01}, {1e-2, 7.80863995e-01, 7.86820520e-01},
    {0.05, 2.72197490e-01, 2.79453764e-01}, {0.1, 1.31848332e-01, 1.34019025e-01},
    {0.2, 5.53987874e-02, 5.49992109e-02},  {1, 4.72115147e-03, 4.68974444e-03},
    {10, 9.05273964e-05, 8.95538021e-05}};

TEST(LinearSpectrum, HasTheTransferFunctionOfEisensteinAndHu) {
    const LinearSpectrum full({}, BaryonWiggles::with), smooth({}, BaryonWiggles::without);
    for (const Row& row : transfers) {
        EXPECT_NEAR(full.transfer(row.k) / row.with_wiggles, 1, 1e-8) << row.k;
        EXPECT_NEAR(smooth.transfer(row.k) / row.without, 1, 1e-8) << row.k;
    }
}

TEST(LinearSpectrum, HasTheContrastAskedForInSpheresOfEightMegaparsec) {
    for (const double sigma8 : {0.8102, 1.0}) {
        EXPECT_NEAR(LinearSpectrum({.sigma8 = sigma8}).sigma(8), sigma8, 1e-12);
    }
    const LinearSpectrum spectrum;
    EXPECT_NEAR(spectrum.sigma(4), 1.2476, 1e-3); // colossus, whose table is right to 1e-4
    EXPECT_NEAR(spectrum(0.1) / 5594.93, 1, 1e-4);
}

TEST(LinearSpectrum, RisesAsTheFirstRipplesOnLargeScales) {
    const LinearSpectrum spectrum({.spectral_index = 0.9});
    EXPECT_NEAR(spectrum(2e-6) / spectrum(1e-6), std::pow(2, 0.9), 1e-4);
}

} // namespace
} // namespace orrery
