#pragma once

// What the domains of ranks have to know of the whole system: the curve's space, all mass, and how
// many bodies each has.

#include "sim/communicator.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_partition.cuh"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery {

// Idea:  a sample of each rank's bodies stands for them, as on one GPU (device_sort.cu), so that
//        the curve's cells are as fine as there: where they are twice as wide, bodies are crowded
//        sooner, and sorting them takes more passes.
// Cost:  a pass over the masses, a message to each other rank and two sums over all.
class RankedFrame {
public:
    // Collective.
    template <class Real>
    void find(DeviceQueue& queue, const BodiesView<Real>& bodies, Communicator& ranks);

    // Bodies have moved from rank to rank since: these have so many.
    void recount(std::vector<std::uint64_t> counts) { counts_ = std::move(counts); }

    const CurveSpace& space() const { return frame_.space; }
    const DomainFrame* on_device() const { return on_device_.data(); }
    const std::vector<std::uint64_t>& counts() const { return counts_; } // of the ranks' bodies
    std::size_t bodies() const { return bodies_; }                       // of all
    std::uint32_t with_bodies() const;                                   // ranks, a bit each
    std::size_t bytes() const { return total_bytes(on_device_, workspace_, places_); }

private:
    DomainFrame frame_{};
    std::vector<std::uint64_t> counts_;
    std::size_t bodies_ = 0;
    DeviceArray<DomainFrame> on_device_;
    PinnedArray<DomainFrame> on_host_;
    DeviceArray<std::byte> workspace_;
    DeviceArray<double> places_;
    PinnedArray<double> places_on_host_;
};

} // namespace orrery
