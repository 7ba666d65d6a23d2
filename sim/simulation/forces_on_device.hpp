#pragma once

// Forces of bodies that are in a GPU's memory already, as other libraries' arrays are.

#include "sim/force_request.hpp"
#include "sim/simulation/forces_once.hpp"

#include <cstddef>
#include <stop_token>

namespace orrery {

// Vectors of a body each: coordinate k of body i is data[i * next + k * axis].
template <class Real>
struct DeviceRows {
    const Real* data = nullptr;
    std::size_t count = 0;
    std::ptrdiff_t next = 3, axis = 1;
};

// A mass each, data[i * next], or where `data` is null one that all share.
template <class Real>
struct DeviceMasses {
    const Real* data = nullptr;
    std::ptrdiff_t next = 1;
    Real shared = 0;
};

// How `places` pull on each other or on `targets`, where those are given. The result's arrays are
// in the memory of the same GPU; it is there for every stream on return, and what other streams
// were doing to the input is waited for. Numbers are not checked: what is not finite going in comes
// out so. Throws bad_input unless the plan's algorithm computes on that GPU, and in a build without
// CUDA.
template <class Real>
ForceFacts compute_forces_on_device(const ForcePlan& plan, const DeviceRows<Real>& places,
                                    const DeviceMasses<Real>& masses,
                                    const DeviceRows<Real>* targets,
                                    const AccelerationsView<Real>& result, std::stop_token stop);

} // namespace orrery
