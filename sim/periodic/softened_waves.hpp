#pragma once

#include "sim/bodies.hpp"

namespace orrery {

// The smooth half of a softened law that is split: with R^2 = r^2 + softening^2
//
//   1/R = erf(alpha R) / R + erfc(alpha R) / R,
//
// and erf(alpha R) / R as waves, whatever the softening:
//
//   4 pi / k^2 exp(-k^2 / 4 alpha^2) s(k),   s(k) = int_0^inf exp(-w - eps^2 / (1/alpha^2 + 4
//   w/k^2)) dw
//
// (erf(alpha R) / R is the sum of Gaussians exp(-t^2 R^2) up to t = alpha, and each of them has one
// as its spectrum.) Without softening s is 1; without split, 1/alpha = 0, it is x K_1(x) of x = k
// eps, Plummer's.
double softened_wave(double k2, double softening, double inverse_alpha);

// The mean over a box of what the other half adds to the potential, of a unit mass: waves have none
// of their own, so with this taken away the mean of all is 0.
//
//   1/V int erfc(alpha R) / R dr = pi / (alpha^2 V) (e^-q - q E_1(q)),   q = (alpha eps)^2
double mean_short_potential(const PeriodicBox& box, double softening, double inverse_alpha);

} // namespace orrery
