#pragma once

#include "sim/cosmology/power_spectrum.hpp"
#include "sim/system.hpp"

#include <optional>

namespace orrery {

// The power spectrum of linear theory at a system's time, in the system's units: what is measured
// (power_spectrum.hpp) has it on large scales.
class LinearPower {
public:
    double operator()(double wave_number) const {
        return power_ * today_(wave_number * wave_number_);
    }
    // The rms contrast in spheres of that radius.
    double sigma(double radius) const;
    // At another time of the same universe.
    LinearPower at(double time) const;

    double mpc_over_h() const { return wave_number_; } // in units of the system
    const CosmologicalParameters& parameters() const { return today_.parameters(); }

private:
    friend std::optional<LinearPower> linear_power(const System& system,
                                                   CosmologicalParameters ripples);
    LinearPower(const Cosmology& cosmology, const LinearSpectrum& today, double mpc_over_h)
        : cosmology_(cosmology), today_(today), wave_number_(mpc_over_h),
          volume_(mpc_over_h * mpc_over_h * mpc_over_h), power_(volume_) {}

    Cosmology cosmology_;
    LinearSpectrum today_;
    double wave_number_; // 1 of the system's, in h/Mpc
    double volume_;      // 1 (Mpc/h)^3, in the system's units
    double power_;       // the same, with growth
};

// nullopt where the system does not expand, or its units have no known names. Of `ripples` are
// taken those that a system does not tell: sigma8, the spectral index, the share of baryons.
std::optional<LinearPower> linear_power(const System& system, CosmologicalParameters ripples = {});

} // namespace orrery
