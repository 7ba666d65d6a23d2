#pragma once

// Methods that sort the bodies along a curve, among ranks that each have the bodies of a domain in
// the memory of a GPU.
//
// Idea:    each rank does with its domain what each GPU of one process does (domain_sum.cuh), but
//          that nobody hands out bodies or gathers results: ranks keep theirs (RankedSolver), and
//          cut the curve anew now and then (device_migration.cuh). Boxes, and what others have to
//          see of the tree, travel as bytes of GPU memory (sim/domain/device_travel.hpp).
// Source:  as there.
// Cost:    the method's for the own bodies; in every evaluation 48 kilobytes and what another has
//          to see, for each other rank, and three messages to and fro, more by MPI.
// Memory:  the own domain, and what is seen of others.

#include "sim/domain/device_frame.cuh"
#include "sim/domain/device_travel.hpp"
#include "sim/domain/travel.hpp"
#include "sim/solvers/multi_gpu/domain_rank.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

template <class Real, template <class> class Sum>
class RankedDomain {
public:
    RankedDomain(DeviceQueue& queue, const SolverInfo& info)
        : queue_(queue), info_(info), own_(queue, info) {}

    // Collective; also where this rank has no bodies.
    void prepare(const ForceSources<Real>& sources, Communicator& ranks) {
        find_frame(sources, ranks);
        has_bodies_ = sources.sources.count != 0;
        tell_boxes(sources, ranks);
        tell_trees(ranks);
    }

    // Of the own bodies, all or some. As often as wanted.
    bool begin(const ForceRequest<Real>& request) {
        own_.sum.begin(request);
        if (std::exchange(guests_wait_, false)) {
            place_guests<Real>(queue_, own_.tree, own_.guests);
        }
        return own_.sum.build();
    }
    Sum<Real>& sum() { return own_.sum; }
    std::size_t bytes() const { return own_.bytes() + found_.bytes() + travel_.bytes(); }

private:
    using Sizes = std::array<std::uint32_t, 2>; // nodes and bodies
    static constexpr std::size_t kinds_of_tree = 2;

    // In another space than that by which the domains were cut, bodies near a cut would be in cells
    // of their own on its other side, as wide as it is.
    void find_frame(const ForceSources<Real>& sources, Communicator& ranks) {
        const DeviceCarrier* const carrier = device_carrier(ranks);
        cut_ = carrier == nullptr ? nullptr : carrier->frame.lock();
        if (cut_ == nullptr) {
            found_.find(queue_, sources.sources, ranks);
        }
    }
    const RankedFrame& frame() const { return cut_ == nullptr ? found_ : *cut_; }

    bool sees(const Communicator& ranks, std::size_t other) const {
        return has_bodies_ && other != ranks.rank() && frame().counts()[other] != 0;
    }

    void tell_boxes(const ForceSources<Real>& sources, Communicator& ranks) {
        travel_.carry(ranks, queue_, 1, [&] {
            DeviceTravel::Parcels parcels;
            if (has_bodies_) {
                require_numbers_of_bodies(sources.sources.count, info_.id);
                const WholeSystem whole{frame().on_device(), frame().bodies()};
                own_.sum.prepare(UnsortedBodies<Real>(sources.sources), sources.parameters, &whole);
                own_.find_boxes(ranks.rank(), ranks.size(), false);
            }
            const auto boxes = [&](std::size_t of, std::size_t with) -> DeviceTravel::Parcel {
                return {with, own_.source_boxes.data() + of * domain_boxes,
                        domain_boxes * sizeof(DomainBox<Real>)};
            };
            for (std::size_t k = 0; k < ranks.size(); ++k) {
                if (sees(ranks, k)) {
                    parcels.out.push_back(boxes(ranks.rank(), k));
                    parcels.in.push_back(boxes(k, k));
                }
            }
            queue_.begin("exchange");
            return parcels;
        });
    }

    void tell_trees(Communicator& ranks) {
        const std::vector<Sizes> found = swapped_on_all(ranks, [&] {
            if (has_bodies_) {
                const DomainBox<Real>* const boxes = own_.source_boxes.data();
                const std::uint32_t all = frame().with_bodies();
                const BoxesOfAll<Real> of_all{boxes, boxes, all, all,
                                              static_cast<unsigned>(ranks.rank())};
                own_.write_trees(of_all);
                queue_.begin("exchange"); // waits for others from here on
                own_.wait_for_trees(of_all);
            }
            std::vector<Sizes> told;
            for (std::size_t k = 0; k < ranks.size(); ++k) {
                const EssentialTree<Real> tree = seen_by(ranks, k);
                told.push_back({tree.node_count, tree.body_count});
            }
            return told;
        });
        const auto places = travel_.carry(ranks, queue_, kinds_of_tree, [&] {
            DeviceTravel::Parcels parcels{trees(ranks), {}};
            if (has_bodies_) {
                parcels.in = room_for(found, DeviceTravel::may_leave(ranks));
            }
            queue_.begin("exchange");
            return parcels;
        });
        for (std::size_t i = 0; i < places.size() / kinds_of_tree; ++i) {
            own_.guests[i].records = static_cast<const uint4*>(places[kinds_of_tree * i]);
        }
        guests_wait_ = true;
    }

    EssentialTree<Real> seen_by(const Communicator& ranks, std::size_t other) const {
        return sees(ranks, other) ? own_.writer.for_domain(static_cast<unsigned>(other))
                                  : EssentialTree<Real>{};
    }

    std::vector<DeviceTravel::Parcel> trees(const Communicator& ranks) const {
        std::vector<DeviceTravel::Parcel> out;
        for (std::size_t k = 0; k < ranks.size(); ++k) {
            const EssentialTree<Real> tree = seen_by(ranks, k);
            out.push_back({k, tree.records, own_.record_bytes(tree.node_count)});
            out.push_back({k, tree.bodies, tree.body_count * sizeof(PointMass<Real>)});
        }
        return out;
    }

    // `left`: nodes stay where they are until they are placed.
    std::vector<DeviceTravel::Parcel> room_for(const std::vector<Sizes>& found, bool left) {
        std::vector<std::size_t> whose;
        std::vector<EssentialTree<Real>> seen;
        for (std::size_t k = 0; k < found.size(); ++k) {
            if (const auto [nodes, bodies] = found[k]; nodes != 0) {
                whose.push_back(k);
                seen.push_back({nullptr, nullptr, nodes, bodies});
            }
        }
        own_.make_room_for(seen);
        left ? void() : own_.make_room_for_records();
        std::vector<DeviceTravel::Parcel> in;
        for (std::size_t i = 0; i < seen.size(); ++i) {
            in.push_back({whose[i], left ? nullptr : own_.guest_records(i),
                          own_.record_bytes(seen[i].node_count)});
            in.push_back(
                {whose[i], own_.guest_bodies(i), seen[i].body_count * sizeof(PointMass<Real>)});
        }
        return in;
    }

    DeviceQueue& queue_;
    const SolverInfo& info_;
    DomainRank<Real, Sum> own_;
    std::shared_ptr<const RankedFrame> cut_;
    RankedFrame found_; // where nobody has cut
    DeviceTravel travel_;
    bool has_bodies_ = false;
    bool guests_wait_ = false; // for their places
};

} // namespace orrery
