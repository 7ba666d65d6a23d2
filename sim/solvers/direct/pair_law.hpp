#pragma once

#include "sim/solvers/direct/short_range.hpp"

#include <limits>

namespace orrery {

// The force law in the precision that a kernel computes in.
//
// Two bodies in contact exert no force on each other where the softening does not keep it finite:
// bodies at one point, a body and itself, and pairs so close that 1/R^3 is no number of this
// precision (R < 2e-13 in float, 2e-103 in double; R^2 = r^2 + eps^2).
template <class Real>
struct PairLaw {
    Real softening_squared;
    Real gravity;
    // Null: the whole pull; else what a mesh leaves of it. It outlives the law.
    const ShortRange<Real>* short_range = nullptr;

    PairLaw(double softening, double gravity_constant)
        : softening_squared(static_cast<Real>(softening * softening)),
          gravity(static_cast<Real>(gravity_constant)) {}

    // The R^2 below which bodies are in contact.
    static constexpr Real contact_squared() {
        return std::numeric_limits<Real>::digits == 24 ? Real(0x1p-84) : Real(0x1p-680);
    }

    // With enough softening no pair needs to be tested for contact.
    bool softened() const { return softening_squared > contact_squared(); }
};

} // namespace orrery
