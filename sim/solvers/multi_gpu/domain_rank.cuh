#pragma once

// What each GPU has of its domain, whether the others are of this process (domain_sum.cuh) or of
// other ones (ranked_domain.cuh).

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

    // Puts into the queue: the boxes of this domain, the k-th of so many, have their place among
    // those of all; `others`: those of targets that are no sources, too.
    void find_boxes(std::size_t k, std::size_t domains, bool others) {
        sum.expand();
        const auto find = [&](DeviceTree<Real>& own, DomainBoxFinder<Real>& own_finder,
                              DeviceArray<DomainBox<Real>>& boxes) {
            boxes.reserve(domains * domain_boxes);
            own_finder.find(queue, own, sum.walking_together(own), boxes.data() + k * domain_boxes);
        };
        find(sum.source_tree(), finder, source_boxes);
        if (others) {
            find(sum.target_tree(), target_finder, target_boxes);
        }
    }

    // Then, with the boxes of all: what the others have to see of it is put into the queue. Another
    // call waits for its sizes, so that one thread has given all GPUs theirs before.
    void write_trees(const BoxesOfAll<Real>& all) { sum.tell(writer, finder.nodes(), all); }
    void wait_for_trees(const BoxesOfAll<Real>& all) {
        while (!writer.fits()) {
            write_trees(all);
            wrote.record(queue.stream());
        }
    }

    // The bytes of the nodes of what another domain sees.
    std::size_t record_bytes(std::size_t nodes) const {
        return nodes * writer.record_words() * sizeof(uint4);
    }

    // Makes room behind the own tree for what it sees of others, one after the other, and for all
    // roots. The bodies of each are to be written behind the own.
    void make_room_for(const std::vector<EssentialTree<Real>>& seen) {
        const DeviceTree<Real>& own = sum.source_tree();
        auto node = static_cast<std::uint32_t>(own.node_count());
        auto body = static_cast<std::uint32_t>(own.body_count());
        guests.clear();
        for (const EssentialTree<Real>& other : seen) {
            guests.push_back({nullptr, other.node_count, node, body});
            node += other.node_count;
            body += other.body_count;
        }
        const TreeRoots roots{node, static_cast<std::uint32_t>(seen.size() + 1)};
        tree =
            sum.take_guests(node - own.node_count() + roots.count, body - own.body_count(), roots);
    }
    // Then, where nodes do not stay where they came from: for those of each guest_records().
    void make_room_for_records() {
        const std::size_t own_nodes = sum.source_tree().node_count();
        const std::size_t words = NodeRecord<Real>::words(tree.rows.words);
        records.grow((tree.roots.first - own_nodes) * words);
        for (GuestPart& guest : guests) {
            guest.records = records.data() + (guest.first_node - own_nodes) * words;
        }
    }
    uint4* guest_records(std::size_t i) { return const_cast<uint4*>(guests[i].records); }
    PointMass<Real>* guest_bodies(std::size_t i) { return tree.bodies + guests[i].first_body; }

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
    // When it began, had written what the others see, saw what they had told, and was done.
    DeviceEvent started{DeviceEvent::Kind::time}, wrote{DeviceEvent::Kind::time},
        saw{DeviceEvent::Kind::time}, sent{DeviceEvent::Kind::time};
};

} // namespace orrery
