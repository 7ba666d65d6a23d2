#pragma once

// Whether a run's steps are small enough for its power spectrum.

#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/structure/power_spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace orrery {

// The bins of cosmic_web as it is today. `finer`: times as many steps as the scene suggests.
inline PowerSpectrum power_today(const std::string& algorithm, std::size_t bodies, double finer) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = Precision::fp32;
    settings.source = "cosmic_web";
    Simulation simulation;
    simulation.load(make_scene(find_scene("cosmic_web"), bodies, 1), settings);
    settings.adaptive_step = true;
    settings.step_accuracy = simulation.step_accuracy() / finer;
    simulation.apply(settings);
    const auto scale_factor = [&] {
        return simulation.system()->cosmology->scale_factor(simulation.time());
    };
    while (scale_factor() < 1 - 1e-6) {
        if (simulation.step() != Outcome::complete) {
            ADD_FAILURE() << "stopped at a = " << scale_factor();
            return {};
        }
    }
    EXPECT_NEAR(scale_factor(), 1, 1e-6);
    const System today = simulation.snapshot();
    PowerMeasure measure;
    measure.box = today.box;
    Workers workers(2);
    return power_spectrum(today.bodies, measure, workers, {}).value();
}

// By how much the spectra of a run and of one with four times as many steps differ at most, below
// half the Nyquist wave number of the lattice that the bodies began on.
inline double power_apart(const std::string& algorithm, std::size_t along) {
    const std::size_t bodies = along * along * along;
    const PowerSpectrum coarse = power_today(algorithm, bodies, 1);
    const PowerSpectrum fine = power_today(algorithm, bodies, 4);
    const double edge = make_scene(find_scene("cosmic_web"), 8, 1).box.lengths[0];
    const double half_nyquist = 0.5 * std::numbers::pi * static_cast<double>(along) / edge;
    double apart = 0;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < std::min(coarse.bins.size(), fine.bins.size()); ++i) {
        if (fine.bins[i].high <= half_nyquist) {
            apart = std::max(apart, std::abs(coarse.bins[i].power / fine.bins[i].power - 1));
            ++compared;
        }
    }
    EXPECT_GT(compared, 3U);
    return apart;
}

} // namespace orrery
