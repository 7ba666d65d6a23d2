#pragma once

// How each domain gets its part of something that root has of all bodies, domain by domain.

#include "sim/cuda/device_array.hpp"
#include "sim/domain/device_partition.cuh"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <cstddef>

namespace orrery {

// Of each domain but root's.
template <class Real, class Each>
void post_parts(DeviceExchange& exchange, const DomainPartition<Real>& partition, const Each* all) {
    for (std::size_t k = 1; k < partition.domains(); ++k) {
        if (partition.count(k) != 0) {
            exchange.post(0, k, all + partition.begin(k), partition.count(k) * sizeof(Each));
        }
    }
}

template <class Real, class Each>
void fetch_part(DeviceExchange& exchange, const DomainPartition<Real>& partition, std::size_t k,
                DeviceArray<Each>& part) {
    if (k == 0 || k >= partition.domains() || partition.count(k) == 0) {
        return;
    }
    if (part.size() < partition.count(k)) {
        part.reserve(partition.count(k) + partition.count(k) / 16); // it varies
    }
    exchange.fetch(k, 0, part.data());
}

// A domain's bodies: root has its own where it has all.
template <class Real>
UnsortedBodies<Real> part_of(const DomainPartition<Real>& partition,
                             const DeviceArray<PointMass<Real>>& fetched, std::size_t k) {
    return {k == 0 ? partition.bodies() : fetched.data(), partition.count(k)};
}

} // namespace orrery
