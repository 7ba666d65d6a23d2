#pragma once

// What root does with the targets and results of domains. See domain_results.cu.

#include "sim/domain/device_partition.cuh"
#include "sim/force_request.hpp"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// How a rank's results lie in its slot: one component after the other, of its bodies as it got
// them.
template <class Real>
struct SlotLayout {
    std::size_t stride = 0; // bodies there is room for
    bool potential = false, interactions = false;

    SlotLayout() = default;
    SlotLayout(const AccelerationsView<Real>& result, const DomainPartition<Real>& pulled)
        : potential(result.potential != nullptr), interactions(result.interactions != nullptr) {
        for (std::size_t k = 0; k < pulled.domains(); ++k) {
            stride = std::max(stride, pulled.count(k));
        }
    }

    std::size_t numbers() const {
        return stride * (std::size_t{3} + (potential ? 1 : 0) + (interactions ? 1 : 0));
    }
    // The cuts are others in the next step.
    std::size_t numbers_with_margin() const { return numbers() + numbers() / 16; }

    AccelerationsView<Real> view(Real* slot) const {
        Real* const more = slot + 3 * stride;
        AccelerationsView<Real> view{.x = slot, .y = slot + stride, .z = slot + 2 * stride};
        view.potential = potential ? more : nullptr;
        Real* const last = potential ? more + stride : more;
        view.interactions = interactions ? reinterpret_cast<float*>(last) : nullptr;
        return view;
    }
};

// For a domain's bodies as it gets them: their own number, or no entry for one that is not wanted.
template <class Real>
void find_entries(DeviceQueue& queue, const DomainPartition<Real>& partition, std::size_t domain,
                  const WantedTargets& wanted, std::uint32_t* entries);

// Gives what is in a domain's slot to the bodies where they were.
template <class Real>
void scatter_results(DeviceQueue& queue, const SlotLayout<Real>& layout, Real* slot,
                     const DomainPartition<Real>& pulled, std::size_t domain,
                     const WantedTargets& wanted, const AccelerationsView<Real>& result);

// An order in the memory of a GPU.
template <class Number>
struct OrderOn {
    Number* first;
    int device;
};
// Where the order of all has its part of a domain: from that of its bodies along the curve, as it
// got them, to their places before.
template <class Real>
void fetch_order(cudaStream_t stream, const DomainPartition<Real>& partition, std::size_t domain,
                 OrderOn<const std::uint32_t> own, OrderOn<std::uint32_t> all);

// Waits; where a body is in an order, or `count`.
std::size_t place_in_order(cudaStream_t stream, const std::uint32_t* order, std::size_t count,
                           std::size_t body);

} // namespace orrery
