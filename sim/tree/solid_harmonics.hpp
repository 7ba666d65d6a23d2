#pragma once

// Expansions of gravity's potential in solid harmonics: what multipole methods compute with, on
// host and GPU.
//
// Idea:   outside of a sphere its bodies' potential is a sum of decreasing powers of the distance
//         (multipole expansion M), inside of a sphere that of bodies outside is a sum of increasing
//         ones (local expansion L). Up to degree p each has (p + 1)^2 numbers, and no polynomial in
//         x, y, z needs fewer. In the normalisation
//
//           Y_n^m(r) = r^n      / (n + m)!  P_n^m(cos theta) e^(i m phi)     regular
//           T_n^m(r) = r^-(n+1) * (n - m)!  P_n^m(cos theta) e^(i m phi)     irregular
//
//         (P_n^m without the phase (-1)^m; of order -m: (-1)^m times the conjugate of order m) all
//         translations are plain convolutions, without any factor (* is the complex conjugate, sums
//         over all k and -k <= l <= k):
//
//           P2M  M_n^m  = sum over bodies  m_i Y_n^m(z - x_i)         z: the centre of the cell
//           M2M  M'_n^m = sum Y_k^l(z' - z) M_(n-k)^(m-l)              from z to the parent's z'
//           M2L  L_n^m  = sum M_k^l* T_(n+k)^(m+l)(z_A - z_B)          from cell A to cell B
//           L2L  L'_n^m = sum Y_k^l(z' - z)* L_(n+k)^(m+l)             from z to the child's z'
//           L2P  sum_j m_j / |x_j - x| = sum Y_k^l(x - z)* L_k^l
//           M2P  the same              = sum M_k^l* T_k^l(z - x)
//
//         The gradient, which is the acceleration, is L_1 of an L2L (or M2L) to the body itself.
//         M2L is cut off at n + k <= p (not k <= p for each n): what is left out is of the order of
//         what any expansion of degree p leaves out, for half the work.
// Source: Dehnen, Comput. Astrophys. Cosmol. 1:1 (2014), section 2 and appendix A; van Gelderen
//         1998. The softened form of T is ours.
// Stored: for m >= 0 as real numbers: degree n begins at n^2 with m = 0, which is real, and goes on
// with (re, im) of m = 1, 2, ... Units:  a cell's expansions are in units of a length s of its own,
// of the order of its radius:
//         M_n / s^n and L_n s^(n+1) keep the range of a float at any degree and size, where no
//         length that all cells share would (20 levels down, degree 10 is 2^-200 of the root's).
//         Harmonics are taken of displacements over the length of the cell that *receives*, and the
//         sender's coefficients are brought to it by scale_degrees() with the ratio of the lengths:
//         (p + 1)^2 multiplications beside the p^4 / 6 of a translation. Powers of two are exact.
// Cost:   M2L 70, 155, 301, 532, 876 multiply-adds for p = 3 ... 7, less the combinations that
//         couplings share: sum over n + k <= p of (2n + 1)(2k + 1). Loops end at compile time and
//         indices are constants, so that expansions may lie in registers.
//
// For vectors of floats, whose code belongs into the namespace of an instruction set, a file
// includes the two _inl.hpp files there; Value is then a vector.

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace orrery {

// clang-format off
#include "sim/tree/solid_harmonics_inl.hpp"
#include "sim/tree/solid_translations_inl.hpp"
// clang-format on

} // namespace orrery
