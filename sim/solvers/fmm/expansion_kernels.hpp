#pragma once

#include "sim/solver.hpp"
#include "sim/tree/cartesian_expansion.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// The order and the units of expansions, which all cells share: lengths are in parts of the bulk's
// spread, masses in parts of the total, both powers of two.
template <class Real>
struct ExpansionUnits {
    int order = min_order;
    Real per_length = 1, per_mass = 1;    // one over the units
    Real acceleration = 1, potential = 1; // in the caller's units, without the factor G
    Real softening_squared = 0;           // in units
    // Limits in the caller's units: nearer than the first 1 / R^(order + 1) overflows, and in cells
    // larger than the second r^order does.
    Real min_distance = 0, largest_radius = 0;

    // The field of a cell has no sources outside of it: see expansion_tables.hpp.
    bool harmonic() const { return softening_squared == 0; }
};

// min_order <= order <= max_order<Real>. `length`: of the caller's, about the spread of most of the
// bodies.
template <class Real>
ExpansionUnits<Real> expansion_units(int order, double length, double total_mass, double softening);

// The centre of a cell's expansions: its centre of mass.
template <class Real>
struct ExpansionCentre {
    Real x, y, z;
};

// A node's multipole expansion with its centre: a row of numbers, with the centre in the place of
// the moments of degree 1, which are 0 around a centre of mass.
constexpr std::size_t expansion_row(int order) {
    return (static_cast<std::size_t>(coefficients(order)) + 3) / 4 * 4;
}

template <class Real>
inline constexpr std::size_t
    max_local_numbers = static_cast<std::size_t>(coefficients(max_order<Real>));

// The operators of cartesian_expansion.hpp for one precision and the order of the units, compiled
// for the best instruction set of this processor. Expansions are in units, bodies and centres are
// not. M2L and M2P take rows that are complete(); P2M and M2M must not be given those.
template <class Real>
struct ExpansionKernels {
    // Adds the bodies [first, last) to a leaf's row.
    void (*p2m)(const BodiesView<Real>& bodies, std::size_t first, std::size_t last,
                const ExpansionUnits<Real>& units, Real* row);
    // Adds a child's row to its parent's.
    void (*m2m)(const Real* child, const ExpansionUnits<Real>& units, Real* parent);
    // Completes a row after all has been added to it.
    void (*complete)(const ExpansionUnits<Real>& units, Real* row);
    // Adds the cells of the list to a local expansion: a vector of translations at a time.
    void (*m2l)(const Real* rows, const std::uint32_t* list, std::size_t listed,
                const ExpansionCentre<Real>& target, const ExpansionUnits<Real>& units,
                Real* local);
    // Sets a child's local expansion to its parent's.
    void (*l2l)(const Real* parent, const ExpansionCentre<Real>& from,
                const ExpansionCentre<Real>& to, const ExpansionUnits<Real>& units, Real* child);
    // Adds the field of a local expansion at the bodies to sums.
    void (*l2p)(const Real* local, const ExpansionCentre<Real>& centre,
                const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                const AccelerationsView<Real>& sums);
    // Adds the fields of the listed cells' multipoles at the bodies to sums.
    void (*m2p)(const Real* rows, const std::uint32_t* list, std::size_t listed,
                const BodiesView<Real>& bodies, const ExpansionUnits<Real>& units,
                const AccelerationsView<Real>& sums);
};

template <class Real>
ExpansionKernels<Real> expansion_kernels(int order);

// The vectors' part of them, by instruction set: expansion_operators.cpp.
ExpansionKernels<float> baseline_float_operators(int order);
ExpansionKernels<double> baseline_double_operators(int order);
ExpansionKernels<float> avx2_float_operators(int order);
ExpansionKernels<double> avx2_double_operators(int order);
ExpansionKernels<double> avx2_double_high_operators(int order); // of orders 7 and 8
ExpansionKernels<float> avx3_float_operators(int order);        // AVX-512, in Highway's words
ExpansionKernels<double> avx3_double_operators(int order);
ExpansionKernels<double> avx3_double_high_operators(int order);

} // namespace orrery
