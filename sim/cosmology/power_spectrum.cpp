// The linear power spectrum of cold dark matter and baryons.
//
//   P(k) = A k^n T(k)^2,   A such that sigma(8 Mpc/h) = sigma8
//
// Idea:    short waves entered the horizon while radiation ruled and could not grow; baryons were
//          held by photons until both parted, and left the imprint of the sound waves. T(k) is a
//          fit to that history within a few percent of its integration.
// Source:  Eisenstein & Hu, ApJ 496, 605 (1998): equations 2-24 with wiggles, 26 and 28-31 without.
// Units:   k in h/Mpc, P in (Mpc/h)^3; within the fit 1/Mpc.

#include "sim/cosmology/power_spectrum.hpp"

#include "sim/scenes/portable_math.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

using portable::exp;
using portable::log;
using portable::power;

constexpr double pi = std::numbers::pi;

double sine(double x) {
    return portable::circle(x / (2 * pi)).sine;
}

double squared(double x) {
    return x * x;
}

// sin x / x.
double spherical_bessel(double x) {
    return x < 1e-4 ? 1 - x * x / 6 : sine(x) / x;
}

// The Fourier transform of a sphere of radius 1 and volume 1.
double sphere(double x) {
    if (x < 1e-2) {
        return 1 - x * x / 10;
    }
    const portable::CosSin angle = portable::circle(x / (2 * pi));
    return 3 * (angle.sine - x * angle.cosine) / (x * x * x);
}

// Equations 19 and 20.
double pressureless(double q, double alpha, double beta) {
    const double rise = log(std::numbers::e + 1.8 * beta * q);
    const double c = 14.2 / alpha + 386 / (1 + 69.9 * power(q, 1.08));
    return rise / (rise + c * q * q);
}

} // namespace

LinearSpectrum::LinearSpectrum(const CosmologicalParameters& parameters, BaryonWiggles wiggles)
    : parameters_(parameters), wiggles_(wiggles), fit_{} {
    const double h = parameters.h;
    const double matter = parameters.omega_matter * h * h; // omega_0, eq. 2 ff.
    const double baryon = parameters.omega_baryon * h * h;
    const double share = baryon / matter;
    const double theta2 = squared(parameters.temperature / 2.7);
    const double z_eq = 2.50e4 * matter / (theta2 * theta2);
    const double k_eq = 0.0746 * matter / theta2;

    const double b1 = 0.313 * power(matter, -0.419) * (1 + 0.607 * power(matter, 0.674));
    const double b2 = 0.238 * power(matter, 0.223);
    const double z_drag = 1291 * power(matter, 0.251) / (1 + 0.659 * power(matter, 0.828)) *
                          (1 + b1 * power(baryon, b2));
    const auto momentum_ratio = [&](double z) { // of baryons to photons
        return 31.5 * baryon / (theta2 * theta2) * (1000 / z);
    };
    const double r_eq = momentum_ratio(z_eq), r_drag = momentum_ratio(z_drag);
    fit_.k_eq = k_eq;
    fit_.baryons = share;
    fit_.sound = 2 / (3 * k_eq) * std::sqrt(6 / r_eq) *
                 log((std::sqrt(1 + r_drag) + std::sqrt(r_drag + r_eq)) / (1 + std::sqrt(r_eq)));
    fit_.k_silk =
        1.6 * power(baryon, 0.52) * power(matter, 0.73) * (1 + power(10.4 * matter, -0.95));

    const double a1 = power(46.9 * matter, 0.670) * (1 + power(32.1 * matter, -0.532));
    const double a2 = power(12.0 * matter, 0.424) * (1 + power(45.0 * matter, -0.582));
    fit_.alpha_c = power(a1, -share) * power(a2, -share * share * share);
    const double c1 = 0.944 / (1 + power(458 * matter, -0.708));
    const double c2 = power(0.395 * matter, -0.0266);
    fit_.beta_c = 1 / (1 + c1 * (power(1 - share, c2) - 1));

    const double y = (1 + z_eq) / (1 + z_drag);
    const double root = std::sqrt(1 + y);
    const double g = y * (-6 * root + (2 + 3 * y) * log((root + 1) / (root - 1)));
    fit_.alpha_b = 2.07 * k_eq * fit_.sound * power(1 + r_drag, -0.75) * g;
    fit_.beta_b = 0.5 + share + (3 - 2 * share) * std::sqrt(squared(17.2 * matter) + 1);
    fit_.beta_node = 8.41 * power(matter, 0.435);

    fit_.theta_squared = theta2;
    fit_.gamma = matter / h;
    fit_.sound_smooth = 44.5 * log(9.83 / matter) / std::sqrt(1 + 10 * power(baryon, 0.75));
    fit_.alpha_gamma =
        1 - 0.328 * log(431 * matter) * share + 0.38 * log(22.3 * matter) * share * share;

    amplitude_ = squared(parameters.sigma8 / sigma(8));
}

double LinearSpectrum::with_wiggles(double k) const {
    const double q = k / (13.41 * fit_.k_eq), ks = k * fit_.sound;
    const double f = 1 / (1 + squared(squared(ks / 5.4)));
    const double cold =
        f * pressureless(q, 1, fit_.beta_c) + (1 - f) * pressureless(q, fit_.alpha_c, fit_.beta_c);
    const auto cube = [](double x) { return x * x * x; };
    const double shifted = fit_.sound / portable::cube_root(1 + cube(fit_.beta_node / ks));
    const double damped = exp(-power(k / fit_.k_silk, 1.4));
    const double baryons = (pressureless(q, 1, 1) / (1 + squared(ks / 5.2)) +
                            fit_.alpha_b / (1 + cube(fit_.beta_b / ks)) * damped) *
                           spherical_bessel(k * shifted);
    return fit_.baryons * baryons + (1 - fit_.baryons) * cold;
}

double LinearSpectrum::without_wiggles(double k) const {
    const double slowed = 1 / (1 + squared(squared(0.43 * k * fit_.sound_smooth)));
    const double gamma = fit_.gamma * (fit_.alpha_gamma + (1 - fit_.alpha_gamma) * slowed);
    const double q = k / parameters_.h * fit_.theta_squared / gamma;
    const double rise = log(2 * std::numbers::e + 1.8 * q);
    return rise / (rise + (14.2 + 731 / (1 + 62.5 * q)) * q * q);
}

double LinearSpectrum::transfer(double k) const {
    const double in_mpc = k * parameters_.h;
    return wiggles_ == BaryonWiggles::with ? with_wiggles(in_mpc) : without_wiggles(in_mpc);
}

double LinearSpectrum::operator()(double k) const {
    return amplitude_ * power(k, parameters_.spectral_index) * squared(transfer(k));
}

// sigma^2 = integral of k^3 P(k) / (2 pi^2) W(kR)^2 over ln k, by the trapezoidal rule, which is
// exact to rounding for what dies off at both ends; the sphere's ripples are damped there.
double LinearSpectrum::sigma(double radius) const {
    constexpr int steps = 4096;
    const double from = log(1e-5 / radius), to = log(1e3 / radius);
    const double step = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
        const double k = exp(from + i * step);
        sum += k * k * k * (*this)(k)*squared(sphere(k * radius));
    }
    return std::sqrt(sum * step / (2 * pi * pi));
}

} // namespace orrery
