#pragma once

// The essential tree of a domain: what another GPU has to see of it so that its walks find there
// what they would find in the whole tree.
//
// Idea:    the other tells the boxes of its coarse nodes, and all domains what is in theirs. From
//          that the least acceleration in each of its boxes is estimated, and with it which nodes
//          here a walk from any of them could open. Those are written with their children, which
//          stay side by side, or their bodies; a node that none can open is closed: it is taken
//          whole there whatever the walk thinks. All nodes but leaves are tested at once, then the
//          leaves of those that were opened, and what is above an opened one is opened with it:
//          from the root down, each level after the one above, it took a quarter of a millisecond
//          whatever the number of bodies was.
// Source:  Salmon 1991, "Parallel Hierarchical N-body Methods", PhD thesis, Caltech (locally
//          essential trees); Bedorf, Gaburov & Portegies Zwart 2014, SC14 (boxes of a domain in
//          place of its bodies).
// Cost:    one test of each node; of those near the reader 32 against boxes of boxes, and those
//          within that are near. A few percent of a domain's nodes are opened.
// Memory:  a record of 64 bytes in float and what stands for a node's bodies; 4 bytes a node and
//          reader.
//
// A method has a `Judge` with
//
//     __device__ float demand(float acceleration) const; // of a box, for its TargetBox
//     __device__ auto ready() const; // with all that it reads in registers, which has
//
//     __device__ bool opens(const WalkNode<Real>& node, const TargetBox& target) const;
//     __device__ bool may_open(const WalkNode<Real>& node, const TargetBox& several) const;
//
// of which the other is for boxes taken together: it is true if one of them opens the node.

#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_target_boxes.cuh"
#include "sim/domain/device_tree_writer.cuh"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace orrery {

// Writes the essential trees for all other domains that have targets.
template <class Real>
class EssentialWriter {
public:
    // Puts it into the queue.
    template <class Judge>
    void write(DeviceQueue& queue, const ToldTree<Real>& told, const Judge& judge,
               const BoxesOfAll<Real>& all, Real softening_squared) {
        const EssentialRooms<Real> rooms = make_room(queue, told, all);
        if (readers_ == 0) {
            return;
        }
        const auto readers = static_cast<unsigned>(std::popcount(readers_));
        queue.launch("domains",
                     {dim3(domain_boxes / essential::warps, readers), dim3(essential::threads)},
                     essential::find_demands<Real, Judge>, all, readers_, judge, softening_squared,
                     boxes_.data());
        const auto kernel = essential::open_nodes<Real, Judge>;
        const unsigned resident = queue.resident_blocks(kernel, essential::threads);
        const unsigned blocks = std::min(std::max(resident / readers, 1U),
                                         told.tree.node_count / essential::threads + 1);
        for (const bool leaves : {false, true}) {
            queue.launch("domains", {dim3(blocks, readers), dim3(essential::threads)}, kernel, told,
                         judge, rooms, leaves);
        }
        write_opened(queue, told, rooms);
    }
    // Waits for the sizes. Whether there was room for all; else they are to be written again.
    bool fits();

    // After that: for another domain.
    EssentialTree<Real> for_domain(unsigned reader) const;
    unsigned record_words() const { return record_words_; }
    std::size_t bytes() const;

private:
    struct Part {
        DeviceArray<uint4> records;
        DeviceArray<PointMass<Real>> bodies;
    };

    EssentialRooms<Real> make_room(DeviceQueue& queue, const ToldTree<Real>& told,
                                   const BoxesOfAll<Real>& all);
    void write_opened(DeviceQueue& queue, const ToldTree<Real>& told,
                      const EssentialRooms<Real>& rooms);

    std::uint32_t readers_ = 0; // domains, a bit each
    unsigned record_words_ = 1;
    Part parts_[most_domains];
    DeviceArray<TargetBox> boxes_;
    DeviceArray<std::uint32_t> fates_;
    DeviceArray<EssentialCounts> counts_;
    PinnedArray<EssentialCounts> counts_on_host_;
    DeviceEvent counted_;
};

} // namespace orrery
