#pragma once

#include "sim/coordinates.hpp"

namespace orrery {

// The parameters of a flat universe of matter and a cosmological constant with nearly scale-free
// first ripples. Defaults: Planck 2018 (arXiv:1807.06209), table 2, last column.
struct CosmologicalParameters {
    double omega_matter = 0.3111;
    double omega_baryon = 0.0490;
    double h = 0.6766;              // H0 / (100 km/s/Mpc)
    double sigma8 = 0.8102;         // linear rms contrast today in spheres of 8 Mpc/h
    double spectral_index = 0.9665; // n_s
    double temperature = 2.7255;    // of the background, K
    bool operator==(const CosmologicalParameters&) const = default;
};

enum class BaryonWiggles { with, without };

// The power spectrum of linear theory today, P(k) = V <|delta_k|^2>: k in h/Mpc, P in (Mpc/h)^3. At
// another time it is P(k) (D1(a) / D1(1))^2, by sim/cosmology/growth.hpp.
class LinearSpectrum {
public:
    explicit LinearSpectrum(const CosmologicalParameters& parameters = {},
                            BaryonWiggles wiggles = BaryonWiggles::with);

    double operator()(double k) const; // k > 0
    // Of matter against that of long waves, 1 at k = 0.
    double transfer(double k) const;
    // The rms contrast today in spheres of that radius, in Mpc/h.
    double sigma(double radius) const;

    const CosmologicalParameters& parameters() const { return parameters_; }

private:
    // Numbers of the fit that do not depend on k, in the paper's names; lengths in Mpc.
    struct Fit {
        double k_eq, sound, k_silk;
        double alpha_c, beta_c, alpha_b, beta_b, beta_node;
        double baryons;                                         // their share of matter
        double theta_squared, gamma, alpha_gamma, sound_smooth; // without wiggles
    };

    double with_wiggles(double k) const;
    double without_wiggles(double k) const;

    CosmologicalParameters parameters_;
    BaryonWiggles wiggles_;
    Fit fit_;
    double amplitude_ = 1;
};

} // namespace orrery
