#pragma once

#include <array>
#include <cstddef>

namespace orrery {

// What a mesh has of a body's pull where the rest is of short range (ShortRange), as a GPU takes it
// away from the whole: with R^2 = r^2 + softening^2, a = 1 / (2 split) and x = a R,
//
//   potential  -m/R s_0 = -(m/R - m a L_0),        L_0 = E, L_1 = F of a cloud
//   pull       m/R^3 s_1 r = (m/R^3 - m a^3 L_1) r
//
// and in a quadrupole's terms, with g = 4 / (3 sqrt(pi)) exp(-x^2),
//
//   m/R^3 s_2 = m/R^3 s_1 + m a^3 g,   m/R^3 s_3 = m/R^3 s_2 + 2/5 x^2 m a^3 g.
//
// Idea:    what the mesh has is smooth, so that it is a few powers of x^2 and needs no root. Of
//          cells that are small beside the split, a small group feels it as a series (MeshSeries):
//          the pairs in there, most of a crowd's, are then those of the whole law.
// Source:  the law: as ShortRange's.
template <class Real>
struct MeshPart {
    static constexpr double end = 3.5; // of x; as ShortRange's
    static constexpr std::size_t pull_terms = 13, potential_terms = 13;

    // `split`: the length. Walks leave out what is farther than `reach` times twice that; groups
    // are small with a radius of `small` times twice that, cells with half as much again.
    MeshPart(double split, double reach, double small);

    Real cutoff;                  // of R
    Real small_group, small_cell; // radii
    Real per_unit, square;        // a, a^2
    // Polynomials in v = per_square R^2 - 1, good up to R^2 = `most`, where next to nothing is
    // left: L_1, so that s_1 is good to 1e-5, and L_0, s_0 to 1e-6.
    Real most, per_square;
    std::array<Real, pull_terms> pull;
    std::array<Real, potential_terms> potential;
};

} // namespace orrery
