#pragma once

// What the domains of a group show each other: boxes first, then the parts of their trees that the
// others have to see. See domain_sum.cuh.

#include "sim/solvers/multi_gpu/device_exchange.hpp"
#include "sim/solvers/multi_gpu/domain_rank.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery {

// Who has bodies to show and who has some that see: domains, a bit each.
struct DomainsSeeing {
    std::size_t domains = 0;
    std::uint32_t sources = 0, targets = 0;
    bool others = false; // targets are no sources

    bool has_sources(std::size_t k) const { return k < domains && (sources >> k & 1U) != 0; }
    bool has_targets(std::size_t k) const { return k < domains && (targets >> k & 1U) != 0; }
};

// One evaluation's. Each is called for all ranks before the next one is.
template <class Real, template <class> class Sum>
class DomainSight {
    using Rank = DomainRank<Real, Sum>;

public:
    DomainSight(DeviceExchange& exchange, const std::vector<std::unique_ptr<Rank>>& ranks,
                const DomainsSeeing& seeing)
        : exchange_(exchange), ranks_(ranks), seeing_(seeing) {}

    // Of rank k: what is in its boxes, for all others.
    void tell_boxes(std::size_t k) {
        if (!seeing_.has_sources(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        const bool others = seeing_.others && seeing_.has_targets(k);
        rank.find_boxes(k, seeing_.domains, others);
        for (std::size_t to = 0; to < seeing_.domains; ++to) {
            if (to != k && seeing_.has_sources(to)) {
                post_boxes(k, to, rank.source_boxes);
                others ? post_boxes(k, to, rank.target_boxes) : void();
            }
        }
    }

    // Then: theirs.
    void fetch_boxes(std::size_t k) {
        if (!seeing_.has_sources(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.queue.begin("exchange");
        rank.target_boxes.reserve(seeing_.others ? seeing_.domains * domain_boxes : 0);
        for (std::size_t from = 0; from < seeing_.domains; ++from) {
            if (from == k || !seeing_.has_sources(from)) {
                continue;
            }
            exchange_.fetch(k, from, rank.source_boxes.data() + from * domain_boxes);
            if (seeing_.others && seeing_.has_targets(from)) {
                exchange_.fetch(k, from, rank.target_boxes.data() + from * domain_boxes);
            }
        }
    }

    // Then: what they have to see of it is put into the queue.
    void write_trees(std::size_t k) {
        if (!seeing_.has_sources(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.write_trees(boxes_of_all(k));
        rank.wrote.record(rank.queue.stream());
    }

    // Then it is posted, whose sizes are waited for.
    void tell_trees(std::size_t k) {
        if (!seeing_.has_sources(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.wait_for_trees(boxes_of_all(k));
        for (std::size_t to = 0; to < seeing_.domains; ++to) {
            const EssentialTree<Real> tree = rank.writer.for_domain(static_cast<unsigned>(to));
            if (tree.node_count != 0) {
                exchange_.post(k, to, tree.records, rank.record_bytes(tree.node_count));
            }
            if (tree.body_count != 0) {
                exchange_.post(k, to, tree.bodies, tree.body_count * sizeof(PointMass<Real>));
            }
        }
    }

    // Then, behind the own tree: nodes and bodies of other domains one after the other, and the
    // roots.
    void fetch_trees(std::size_t k) {
        if (!seeing_.has_targets(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        rank.queue.begin("exchange");
        std::vector<std::size_t> whose;
        std::vector<EssentialTree<Real>> seen;
        for (std::size_t from = 0; from < seeing_.domains; ++from) {
            if (from == k || !seeing_.has_sources(from)) {
                continue;
            }
            const auto tree = ranks_[from]->writer.for_domain(static_cast<unsigned>(k));
            if (tree.node_count != 0) {
                whose.push_back(from);
                seen.push_back(tree);
            }
        }
        rank.make_room_for(seen);
        rank.make_room_for_records();
        for (std::size_t i = 0; i < seen.size(); ++i) {
            exchange_.fetch(k, whose[i], rank.guest_records(i));
            if (seen[i].body_count != 0) {
                exchange_.fetch(k, whose[i], rank.guest_bodies(i));
            }
        }
        rank.saw.record(rank.queue.stream());
    }

private:
    BoxesOfAll<Real> boxes_of_all(std::size_t k) const {
        const Rank& rank = *ranks_[k];
        return {rank.source_boxes.data(),
                seeing_.others ? rank.target_boxes.data() : rank.source_boxes.data(),
                seeing_.sources, seeing_.targets, static_cast<unsigned>(k)};
    }

    void post_boxes(std::size_t k, std::size_t to, const DeviceArray<DomainBox<Real>>& boxes) {
        exchange_.post(k, to, boxes.data() + k * domain_boxes,
                       domain_boxes * sizeof(DomainBox<Real>));
    }

    DeviceExchange& exchange_;
    const std::vector<std::unique_ptr<Rank>>& ranks_;
    DomainsSeeing seeing_;
};

} // namespace orrery
