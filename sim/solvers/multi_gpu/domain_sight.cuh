#pragma once

// What the domains of a group show each other: boxes first, then the parts of their trees that the
// others have to see. See domain_sum.cuh.

#include "sim/solvers/multi_gpu/device_exchange.hpp"
#include "sim/solvers/multi_gpu/domain_rank.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
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
        rank.sum.expand();
        const auto tell = [&](DeviceTree<Real>& tree, DomainBoxFinder<Real>& finder,
                              DeviceArray<DomainBox<Real>>& boxes) {
            boxes.reserve(seeing_.domains * domain_boxes);
            DomainBox<Real>* const own = boxes.data() + k * domain_boxes;
            finder.find(rank.queue, tree, rank.sum.walking_together(tree), own);
            for (std::size_t to = 0; to < seeing_.domains; ++to) {
                if (to != k && seeing_.has_sources(to)) {
                    exchange_.post(k, to, own, domain_boxes * sizeof(DomainBox<Real>));
                }
            }
        };
        tell(rank.sum.source_tree(), rank.finder, rank.source_boxes);
        if (seeing_.others && seeing_.has_targets(k)) {
            tell(rank.sum.target_tree(), rank.target_finder, rank.target_boxes);
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

    // Then: what they have to see of it.
    void tell_trees(std::size_t k) {
        if (!seeing_.has_sources(k)) {
            return;
        }
        Rank& rank = *ranks_[k];
        rank.queue.activate();
        const BoxesOfAll<Real> all{rank.source_boxes.data(),
                                   seeing_.others ? rank.target_boxes.data()
                                                  : rank.source_boxes.data(),
                                   seeing_.sources, seeing_.targets, static_cast<unsigned>(k)};
        do {
            rank.sum.tell(rank.writer, rank.finder.nodes(), all);
        } while (!rank.writer.fits());
        for (std::size_t to = 0; to < seeing_.domains; ++to) {
            const EssentialTree<Real> tree = rank.writer.for_domain(static_cast<unsigned>(to));
            if (tree.node_count != 0) {
                exchange_.post(k, to, tree.records,
                               std::size_t{tree.node_count} * rank.writer.record_words() *
                                   sizeof(uint4));
            }
            if (tree.body_count != 0) {
                exchange_.post(k, to, tree.bodies, tree.body_count * sizeof(PointMass<Real>));
            }
        }
        rank.told.record(rank.queue.stream());
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
        const DeviceTree<Real>& own = rank.sum.source_tree();
        auto node = static_cast<std::uint32_t>(own.node_count());
        auto body = static_cast<std::uint32_t>(own.body_count());
        rank.guests.clear();
        std::vector<std::pair<std::size_t, EssentialTree<Real>>> seen;
        for (std::size_t from = 0; from < seeing_.domains; ++from) {
            const EssentialTree<Real> tree =
                from != k && seeing_.has_sources(from)
                    ? ranks_[from]->writer.for_domain(static_cast<unsigned>(k))
                    : EssentialTree<Real>{};
            if (tree.node_count != 0) {
                seen.emplace_back(from, tree);
                rank.guests.push_back({nullptr, tree.node_count, node, body});
                node += tree.node_count;
                body += tree.body_count;
            }
        }
        const TreeRoots roots{node, static_cast<std::uint32_t>(seen.size() + 1)};
        const std::size_t guests = node - own.node_count();
        rank.tree = rank.sum.take_guests(guests + roots.count, body - own.body_count(), roots);
        const std::size_t words = NodeRecord<Real>::words(rank.tree.rows.words);
        rank.records.grow(guests * words);
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const auto& [from, tree] = seen[i];
            GuestPart& part = rank.guests[i];
            uint4* const to = rank.records.data() + (part.first_node - own.node_count()) * words;
            part.records = to;
            exchange_.fetch(k, from, to);
            if (tree.body_count != 0) {
                exchange_.fetch(k, from, rank.tree.bodies + part.first_body);
            }
        }
        rank.saw.record(rank.queue.stream());
    }

private:
    DeviceExchange& exchange_;
    const std::vector<std::unique_ptr<Rank>>& ranks_;
    DomainsSeeing seeing_;
};

} // namespace orrery
