#pragma once

#include <array>
#include <cstddef>

namespace orrery {

// The part of a body's pull that a mesh leaves to those who sum bodies and cells, where the mesh
// has the rest: with R^2 = r^2 + softening^2 and x = R / (2 split),
//
//   potential  -m/R s_0,    s_0 = erfc(x)
//   pull       m r/R^3 s_1, s_1 = s_0 + 2 x / sqrt(pi) exp(-x^2)
//
// and in a quadrupole's terms with 3/R^5 and 15/R^7 (what follows when 1/R is differentiated)
//
//   s_2 = s_1 + q,  s_3 = s_2 + 2/5 x^2 q,  q = 4 x^3 / (3 sqrt(pi)) exp(-x^2).
//
// Idea:    all of it is a function of R, the softened distance, so that nothing else in a kernel
//          changes; and what is left, -m erf(x)/R, is smooth, and its waves end like a Gaussian's
//          whatever the softening is (green_function.hpp).
// Source:  Springel, MNRAS 364, 1105 (2005), section 2.3, whose factor erfc + ... is this one
//          without softening.
template <class Real>
struct ShortRange {
    // The x from which on there is nothing: as polynomials end there.
    static constexpr double end = 3.5;
    static constexpr std::size_t terms = 14; // even
    static constexpr std::size_t quadrupole_terms = 10;

    // `split`: the length. Walks leave out what is farther than `reach` times twice that.
    ShortRange(double split, double reach);

    Real cutoff;                                      // of R
    Real per_end;                                     // of R: v = per_end R - 1, at most 1
    Real fifth_x_squared;                             // of R^2: 2/5 x^2
    std::array<Real, terms> pull;                     // s_1 as a polynomial in v, to 1e-5
    std::array<Real, terms> potential;                // s_0, to 1e-6: in a box its mean matters
    std::array<Real, quadrupole_terms> of_quadrupole; // q, to 3e-3: a part of a small part
};

} // namespace orrery
