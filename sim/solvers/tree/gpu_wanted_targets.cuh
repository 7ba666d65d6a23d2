#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/force_request.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

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
    std::size_t bytes() const { return entries_.bytes(); }

private:
    WantedTargets listed(DeviceQueue& queue, const std::uint32_t* list, unsigned count,
                         std::size_t bodies);

    DeviceArray<std::uint32_t> entries_;
};

} // namespace orrery
