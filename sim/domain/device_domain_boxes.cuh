#pragma once

// A domain as other GPUs see it before they have any of it: some hundred boxes, of the coarse nodes
// of its tree, and what is in them. See device_domain_boxes.cu.

#include "sim/base/box.hpp"
#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/domains.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstdint>

namespace orrery {

// Boxes of a domain; those that follow one another along the curve are looked at together first.
inline constexpr unsigned domain_boxes = 1024, boxes_together = 32;

// A coarse node.
template <class Real>
struct DomainBox {
    PointMass<Real> monopole;
    Box<Real> box;
    std::uint32_t bodies; // 0: there is no such box
};

// A box of targets as what pulls on them sees it: in single precision, rounded outwards.
struct TargetBox {
    Box<float> box;
    float demand;      // by the method, of the least acceleration in it; negative: there is none
    float leaf_radius; // of about as many leaves as fit it

    __device__ static TargetBox none() { return {{}, -1.0F, 0.0F}; }

    // Of the nearest point of the box.
    template <class Real>
    __host__ __device__ Real distance_squared(const PointMass<Real>& from) const {
        const Box<Real> wide{box.low_x, box.low_y, box.low_z, box.high_x, box.high_y, box.high_z};
        return wide.distance_squared(from.x, from.y, from.z);
    }
};

// The boxes of all domains, domain_boxes each: where a domain's sources and where its targets are.
template <class Real>
struct BoxesOfAll {
    const DomainBox<Real>*sources, *targets;
    std::uint32_t with_sources, with_targets; // domains, a bit each
    unsigned own;                             // domain
};

// Of each node of a domain: how many bodies it has, and whose child it is; the root is its own.
struct DomainNodes {
    const std::uint32_t *bodies, *parents;
};

// Finds the boxes of a tree that has moments.
template <class Real>
class DomainBoxFinder {
public:
    // Puts it into the queue. Cells of up to `together` bodies are in one box, as far as there are
    // boxes: whoever walks together is then seen together.
    void find(DeviceQueue& queue, DeviceTree<Real>& tree, unsigned together,
              DomainBox<Real>* boxes);
    // Then.
    DomainNodes nodes() const { return {bodies_.data(), parents_.data()}; }
    std::size_t bytes() const { return total_bytes(counts_, bodies_, parents_, found_); }

private:
    DeviceArray<std::uint32_t> counts_, bodies_, parents_;
    DeviceArray<std::uint64_t> found_;
};

} // namespace orrery
