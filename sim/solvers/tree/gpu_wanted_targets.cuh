#pragma once

// Which targets a request has of bodies that were sorted along a curve: all or some.

#include "sim/base/error.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery {

// Throws if there are more than a DeviceTree has numbers for; `id`: of who asks.
inline void require_numbers_of_bodies(std::size_t bodies, const std::string& id) {
    if (bodies >> DeviceTree<float>::body_bits != 0) {
        throw bad_input("too many bodies for the tree on the GPU", id,
                        "it takes fewer than 134 million; choose a smaller number");
    }
}

// Which bodies of the targets' tree have results, for kernels: bodies by where they were before the
// sort.
struct WantedTargets {
    unsigned first, count;
    const std::uint32_t* entries; // of a list: of all bodies; null: they are a range

    // The result's entry of a body; `count` or beyond for one that is not wanted.
    __device__ unsigned entry(unsigned body) const {
        return entries == nullptr ? body - first : entries[body];
    }
};

// What a method on a GPU that sorts the bodies is asked for, once the sources are prepared.
template <class Real>
struct CurveTargets {
    const ForceParameters& parameters;
    bool others;                 // not the sources, but …
    UnsortedBodies<Real> bodies; // … these
    WantedTargets wanted;
    AccelerationsView<Real> result;
};

// The entries of a list, one for each source.
class WantedEntries {
public:
    // Puts into the queue what a request with a list needs.
    template <class Real>
    WantedTargets find(DeviceQueue& queue, const ForceRequest<Real>& request) {
        const WantedTargets range{static_cast<unsigned>(request.targets_at.value_or(0)),
                                  static_cast<unsigned>(request.targets.count), nullptr};
        return request.list == nullptr
                   ? range
                   : listed(queue, request.list, range.count, request.sources.count);
    }
    template <class Real>
    CurveTargets<Real> targets(DeviceQueue& queue, const ForceRequest<Real>& request) {
        const bool others = !request.targets_at;
        return {request.parameters, others,
                others ? UnsortedBodies<Real>(request.targets) : UnsortedBodies<Real>(),
                find(queue, request), request.result};
    }
    std::size_t bytes() const { return entries_.bytes(); }

private:
    WantedTargets listed(DeviceQueue& queue, const std::uint32_t* list, unsigned count,
                         std::size_t bodies);

    DeviceArray<std::uint32_t> entries_;
};

} // namespace orrery
