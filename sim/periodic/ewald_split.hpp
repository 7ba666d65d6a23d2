#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"

#include <vector>

namespace orrery {

// How the sum over all pairs and their images is shared out (Ewald): every body is surrounded by a
// Gaussian cloud of the opposite mass, and pairs pull within `cutoff` only; the clouds of all
// bodies are taken away again as plane waves, which are computed once for all targets (PlaneWaves).
// So a body costs N pairs and some thousand waves, where the sum of a single pair (EwaldSum) would
// cost hundreds of terms each.
//
// Of a pair at r: pull = m r (1 / R^3 - alpha^3 F(alpha^2 R^2)), R^2 = r^2 + eps^2, F that of
// Cloud; beyond the cutoff the cloud counts as a point.
struct EwaldSplit {
    // `reach`: cutoff and waves end where a cloud has fallen to exp(-reach^2).
    EwaldSplit(const PeriodicBox& box, double reach, double softening);

    PeriodicBox box;
    double reach;
    double softening;
    double cutoff;               // of r
    double alpha;                // the inverse width of a cloud
    std::vector<Vector3> images; // within the cutoff of some place: the nearest (0, 0, 0) first
    double mean_potential;       // of a unit mass: makes the mean over the box 0

    // What is left out: below the rounding of a sum in float, in double.
    static constexpr double float_reach = 4.2;
    static constexpr double double_reach = 6.0;
    template <class Real>
    static constexpr double reach_in() {
        return sizeof(Real) == sizeof(float) ? float_reach : double_reach;
    }
};

} // namespace orrery
