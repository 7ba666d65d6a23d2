#pragma once

// The division of a system's bodies into domains, one for each GPU: stretches of a space-filling
// curve. See device_partition.cu.

#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_domain_boxes.cuh"
#include "sim/domain/domain_runs.cuh"
#include "sim/force_request.hpp"
#include "sim/tree/device_curve_keys.cuh"
#include "sim/tree/device_tree.cuh"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery {

// What all domains have to know of the whole system, in the memory of a GPU.
struct DomainFrame {
    CurveSpace space;
    double mass; // of all bodies
};

// The system that a domain's bodies are of.
struct WholeSystem {
    const DomainFrame* frame;
    std::size_t bodies;
};

// Where the curve is cut.
struct DomainCuts {
    std::uint64_t key[most_domains]; // the first of each domain but the first

    // Which of so many has a key.
    __device__ unsigned stretch(std::uint64_t of, unsigned domains) const {
        unsigned found = 0;
        for (unsigned k = 0; k + 1 < domains; ++k) {
            found += key[k] <= of ? 1 : 0;
        }
        return found;
    }
};
// The domain that has the bodies of a stretch of the curve.
struct DomainMap {
    std::uint8_t of[most_domains];
};

// Divides bodies, and bodies that are their targets the same way.
template <class Real>
class DomainPartition {
public:
    // Puts it into the queue. `starts`: of the domains, as parts of all bodies' number.
    void divide(DeviceQueue& queue, const UnsortedBodies<Real>& bodies,
                std::span<const double> starts);
    // By the cuts of bodies that are divided; to the same domains but for those that have none of
    // them. After `of`.wait().
    void divide_like(DeviceQueue& queue, const UnsortedBodies<Real>& bodies,
                     const DomainPartition& of);
    // Waits until the numbers of bodies are known.
    void wait();

    std::size_t domains() const { return domains_; }
    std::size_t begin(std::size_t domain) const { return begins_[domain]; }
    std::size_t count(std::size_t domain) const { return begins_[domain + 1] - begins_[domain]; }
    // Domain by domain, in each in their order of before; and where each was before.
    const PointMass<Real>* bodies() const { return bodies_.data(); }
    const std::uint32_t* order() const { return order_.data(); }
    const DomainFrame* frame() const { return frame_.data(); }
    std::size_t bytes() const {
        return sums_.bytes() + total_bytes(frame_, cuts_, bodies_, order_);
    }

private:
    void assign(DeviceQueue& queue, const UnsortedBodies<Real>& bodies, const DomainFrame* frame,
                const DomainCuts* cuts, const DomainMap& map);

    std::size_t domains_ = 0;
    std::array<std::size_t, most_domains + 1> begins_{};
    DeviceArray<DomainFrame> frame_;
    DeviceArray<DomainCuts> cuts_;
    domain_runs::Sums sums_;
    DeviceArray<PointMass<Real>> bodies_;
    DeviceArray<std::uint32_t> order_;
};

} // namespace orrery
