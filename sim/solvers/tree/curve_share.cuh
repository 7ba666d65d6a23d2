#pragma once

// What one of several GPUs does of a request whose bodies were sorted along a curve.

#include "sim/base/error.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <string>

namespace orrery {

// Bodies of the tree whose targets are pulled: of the sources', or of one over targets that are
// others.
template <class Real>
unsigned walking_bodies(const ForceRequest<Real>& request) {
    const BodiesView<Real>& bodies = request.targets_at ? request.sources : request.targets;
    return static_cast<unsigned>(bodies.count);
}

// Throws if there are more than a DeviceTree has numbers for; `id`: of who asks.
template <class Real>
void require_numbers_of_bodies(const BodiesView<Real>& bodies, const std::string& id) {
    if (bodies.count >> DeviceTree<Real>::body_bits != 0) {
        throw bad_input("too many bodies for the tree on the GPU", id,
                        "it takes fewer than 134 million; choose a smaller number");
    }
}

// The targets among bodies [first, end) of the curve. Their results go to `slot`, in the order of
// the curve and that of body `first` in front.
template <class Real>
struct CurveShare {
    unsigned first, end;
    AccelerationsView<Real> slot;
};

} // namespace orrery
