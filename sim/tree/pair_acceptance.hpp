#pragma once

// When two cells interact as a whole: the multipole-acceptance criterion of the fast multipole
// method, on host and GPU.
//
// Idea:   what the translation of a source's multipole expansion of degree p leaves out of the
//         source's pull is estimated from what its bodies are, not from the angle under which it
//         appears alone:
//
//           e = ((s + rho_B) / R)^p,    s = max over 2 <= n <= p of (P_n / M)^(1/n)
//
//         with R^2 = r^2 + softening^2; P_n the size of the tensor sum m r^n, which is at most
//         M rho_A^n and mostly far below. s, one number of a cell, stands for the binomial sum of
//         Dehnen's estimate, which is at most (s + rho_B)^p. At a target with acceleration a, a
//         cell's pull is its share f = M / (R^2 a). Where cells pull from all around, their errors
//         partly cancel, as the square root of their number: each may leave out tolerance sqrt(f).
//         In the outskirts, where all pull the same way, errors add up however finely the sources
//         are divided, and each may leave out a part of its own pull and no more. So a pair is
//         accepted where
//
//           e (sqrt(f) + c) < tolerance,    c = coherent_part (a / sum of all pulls)^2.
//
//         A leaf of few bodies far apart has a large rho_B, whatever s is: its bodies may then meet
//         the source's multipoles each by itself, rho_B = 0 at a distance r - rho_B.
// Source: Dehnen, Comput. Astrophys. Cosmol. 1:1 (2014), section 3 (its equations 11 to 16; there
//         f is in the place of sqrt(f) + c, which leaves the outskirts a p99 of ten times the
//         median). The angle: Dehnen 2002 (J. Comput. Phys. 179).
// Units:  masses and accelerations enter as roots: neither kilograms nor metres leave the range of
//         a float.

#include <cmath>

namespace orrery {

// How an evaluation accepts pairs.
struct PairCriterion {
    int order = 4;        // of the expansions
    double tolerance = 0; // 0: by angle alone
    double theta = 1;     // (rho_A + rho_B) / r has to be below it

    bool operator==(const PairCriterion&) const = default;
};

// c of the criterion where all pulls go the same way. Measured: less leaves the outskirts of a
// Plummer sphere the largest errors, more makes them the most expensive of its bodies.
inline constexpr double coherent_part = 0.02;

// A body meets multipoles up to this part of its distance from their centre.
inline constexpr float largest_single = 0.9F;

// s of the estimate: from the squares of P_n, lengths in parts of `length`.
template <class Real>
constexpr Real spread_of(int order, const Real* powers_squared, Real length) {
    const Real mass_squared = powers_squared[0];
    Real spread = 0;
    for (int n = 2; n <= order && mass_squared > 0; ++n) {
        const Real part = std::pow(powers_squared[n] / mass_squared, Real(0.5) / Real(n));
        spread = part > spread ? part : spread;
    }
    return length * spread;
}

// A target as pairs see it.
template <class Real>
struct TargetBounds {
    Real radius;
    Real demand;   // 1 / (tolerance sqrt(acceleration)), that without the factor G
    Real coherent; // c / tolerance; both are 0 by angle alone
};

// `acceleration`: the least that is expected in the cell; `coherence`: at most, of that over the
// sum of all pulls.
template <class Real>
constexpr TargetBounds<Real> target_bounds(const PairCriterion& criterion, Real radius,
                                           Real acceleration, Real coherence) {
    if (!(criterion.tolerance > 0)) {
        return {radius, 0, 0};
    }
    const Real per_tolerance = Real(1 / criterion.tolerance);
    return {radius, per_tolerance / std::sqrt(acceleration),
            Real(coherent_part) * coherence * coherence * per_tolerance};
}

// The limits of a pair by softening and precision.
template <class Real>
struct PairLimits {
    Real softening_squared = 0;
    Real min_distance = 0; // R of pairs that are nearer is too small for expansions
};

} // namespace orrery
