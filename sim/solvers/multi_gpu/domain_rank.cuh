#pragma once

// What each GPU has of its domain. See domain_sum.cuh.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_essential_tree.cuh"
#include "sim/domain/device_guests.cuh"
#include "sim/domain/device_partition.cuh"
#include "sim/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// One GPU's domain.
template <class Real, template <class> class Sum>
struct DomainRank {
    DomainRank(DeviceQueue& of_rank, const SolverInfo& info) : queue(of_rank), sum(of_rank, info) {}

    std::size_t bytes() const {
        return sum.bytes() + finder.bytes() + target_finder.bytes() + writer.bytes() +
               total_bytes(frame, bodies, others, entries, source_boxes, target_boxes, records,
                           result);
    }

    DeviceQueue& queue;
    Sum<Real> sum;
    // From root, which has its own where it has all.
    DeviceArray<DomainFrame> frame;
    DeviceArray<PointMass<Real>> bodies, others;
    DeviceArray<std::uint32_t> entries; // of targets, where not all are wanted
    // Of all domains; what the others see of this one, and what they have sent.
    DeviceArray<DomainBox<Real>> source_boxes, target_boxes;
    DomainBoxFinder<Real> finder, target_finder;
    EssentialWriter<Real> writer;
    DeviceArray<uint4> records;
    std::vector<GuestPart> guests;
    GuestTree<Real> tree{};
    DeviceArray<Real> result;
    bool building = false;
    // When it began, had told the others what they see, saw what they had told, and was done.
    DeviceEvent started{DeviceEvent::Kind::time}, told{DeviceEvent::Kind::time},
        saw{DeviceEvent::Kind::time}, sent{DeviceEvent::Kind::time};
};

} // namespace orrery
