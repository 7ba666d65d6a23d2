#pragma once

#include "sim/coordinates.hpp"

namespace orrery {

// How small ripples of an expanding universe grow, in first and second order: a body that would be
// at rest at q is found at x = q + first * psi1(q) + second * psi2(q)
// (sim/cosmology/lagrangian.hpp).
struct Growth {
    double first;       // D1, which is a in early times
    double second;      // D2, positive, 3/7 a^2 in early times
    double first_rate;  // f1 = d ln D1 / d ln a, 1 in early times
    double second_rate; // f2 = d ln D2 / d ln a, 2 in early times
};

// At a scale factor above 0; relative errors stay below 1e-11.
Growth growth(const Cosmology& cosmology, double scale_factor);

// A ripple in first order has x = q + D1 psi; its momenta p = a^2 dx/dt are psi times this, and the
// pull g(x), of which dp/dt is g / a, is D1 psi times that.
double growing_momentum(const Cosmology& cosmology, double scale_factor, const Growth& growth);
double growing_pull(const Cosmology& cosmology);

} // namespace orrery
