#pragma once

// What one of several GPUs does of a request whose bodies were sorted along a curve.

#include "sim/force_request.hpp"

namespace orrery {

// Bodies of the tree whose targets are pulled: of the sources', or of one over targets that are
// others.
template <class Real>
unsigned walking_bodies(const ForceRequest<Real>& request) {
    const BodiesView<Real>& bodies = request.targets_at ? request.sources : request.targets;
    return static_cast<unsigned>(bodies.count);
}

// The targets among bodies [first, end) of the curve. Their results go to `slot`, in the order of
// the curve and that of body `first` in front.
template <class Real>
struct CurveShare {
    unsigned first, end;
    AccelerationsView<Real> slot;
};

} // namespace orrery
