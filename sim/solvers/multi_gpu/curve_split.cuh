#pragma once

// Methods that sort the bodies along a curve, on several GPUs. The same bodies give the same tree
// on each of them, so what a body feels does not depend on who sums it. A rank's bodies are a run
// along the curve; root, which has the tree as well, knows where each was before.
//
// A `Sum` answers a request, or a CurveShare of one, as GpuTreeSum does.

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/shared_solver.hpp"
#include "sim/solvers/multi_gpu/work_shares.hpp"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"
#include "sim/tree/device_tree.cuh"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// Bodies as they travel, to arrays as the tree wants them: all x, then all y, z and masses.
template <class Real>
__global__ void unpack_bodies(const PointMass<Real>* bodies, unsigned count, Real* arrays) {
    const unsigned i = own_index();
    if (i >= count) {
        return;
    }
    const PointMass<Real> body = bodies[i];
    arrays[i] = body.x;
    arrays[std::size_t{count} + i] = body.y;
    arrays[2 * std::size_t{count} + i] = body.z;
    arrays[3 * std::size_t{count} + i] = body.mass;
}

// How a rank's results lie in its slot: one component after the other, of its bodies in the order
// of the curve.
struct SlotLayout {
    std::size_t stride; // bodies there is room for
    bool potential, interactions;

    // Room for the longest part and `beyond` bodies more.
    template <class Real>
    SlotLayout(const ForceRequest<Real>& request, const WorkShares& shares, std::size_t beyond)
        : potential(request.result.potential != nullptr),
          interactions(request.result.interactions != nullptr) {
        const std::size_t count = walking_bodies(request);
        stride = std::min(shares.longest(count) + beyond, count);
    }

    std::size_t numbers() const {
        return stride * (std::size_t{3} + (potential ? 1 : 0) + (interactions ? 1 : 0));
    }

    template <class Real>
    AccelerationsView<Real> view(Real* slot) const {
        Real* const more = slot + 3 * stride;
        AccelerationsView<Real> view{.x = slot, .y = slot + stride, .z = slot + 2 * stride};
        view.potential = potential ? more : nullptr;
        Real* const last = potential ? more + stride : more;
        view.interactions = interactions ? reinterpret_cast<float*>(last) : nullptr;
        return view;
    }
};

// Gives what is in a slot to the bodies where they were before the sort. The slot is for bodies
// from `first` on, and its rank's are those of [first, end), or of the groups that begin with one
// of them.
template <class Real, bool whole_groups>
__global__ void scatter_results(AccelerationsView<Real> slot, unsigned stride, unsigned first,
                                unsigned end, DeviceTreeView<Real> tree, WantedTargets wanted,
                                AccelerationsView<Real> result) {
    const auto bound = [&tree](unsigned body) {
        if constexpr (whole_groups) {
            const unsigned group = tree.groups_before(body);
            return group < tree.groups_before(tree.body_count) ? tree.groups[group].begin
                                                               : tree.body_count;
        } else {
            return body;
        }
    };
    const unsigned i = own_index();
    const unsigned body = first + i;
    if (i >= stride || body >= tree.body_count || body < bound(first) || body >= bound(end)) {
        return;
    }
    const unsigned to = wanted.entry(tree.order[body]);
    if (to >= wanted.count) {
        return;
    }
    result.store_pull(to, slot.x[i], slot.y[i], slot.z[i],
                      slot.potential != nullptr ? slot.potential[i] : Real(0));
    if (result.interactions != nullptr) {
        result.store(result.interactions[to], slot.interactions[i]);
    }
}

template <class Real, template <class> class Sum>
class CurveRank final : public RankSum<Real> {
public:
    CurveRank(DeviceQueue& queue, const SolverInfo& info, const WorkShares& shares, std::size_t k)
        : queue_(queue), sum_(queue, info), shares_(shares), index_(k) {}

    void prepare(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                 const std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        wait_for_all(queue_, arrived);
        const BodiesView<Real> here =
            index_ == 0 ? request.sources : unpacked(bodies, request.sources.count, sources_);
        sum_.prepare({here, request.parameters});
    }

    void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        wait_for_all(queue_, arrived);
        const BodyPart own = shares_.part(walking_bodies(request), index_);
        const SlotLayout layout(request, shares_, Sum<Real>::beyond_share);
        make_room(layout.numbers());
        ForceRequest<Real> here = request;
        if (index_ != 0 && !request.targets_at) {
            here.targets =
                unpacked(bodies + request.packed_target(), request.targets.count, others_);
        }
        sum_.begin(here,
                   CurveShare<Real>{static_cast<unsigned>(own.first),
                                    static_cast<unsigned>(own.end), layout.view(result_.data())});
    }

    bool build() override {
        queue_.activate();
        return sum_.build();
    }

    SlicedWork& work() override { return sum_.work(); }

    const void* finish() override {
        queue_.activate();
        queue_.begin("exchange");
        sum_.finish();
        return result_.data();
    }

    Sum<Real>& sum() { return sum_; }
    std::size_t bytes() const {
        return sum_.bytes() + sources_.bytes() + others_.bytes() + result_.bytes();
    }

private:
    // Room for results. All of it travels, also entries that are neither written nor read.
    void make_room(std::size_t numbers) {
        if (result_.size() < numbers) {
            result_.grow(numbers);
            cuda_check(cudaMemsetAsync(result_.data(), 0, result_.bytes(), queue_.stream()),
                       "clearing results");
        }
    }

    BodiesView<Real> unpacked(const PointMass<Real>* bodies, std::size_t count,
                              DeviceArray<Real>& arrays) {
        arrays.reserve(count * 4);
        Real* const base = arrays.data();
        queue_.launch("layout", one_thread_each(count), unpack_bodies<Real>, bodies, count, base);
        return {count, base, base + count, base + 2 * count, base + 3 * count};
    }

    DeviceQueue& queue_;
    Sum<Real> sum_;
    const WorkShares& shares_;
    std::size_t index_;
    DeviceArray<Real> sources_, others_; // root has its own
    DeviceArray<Real> result_;
};

template <class Real, template <class> class Sum>
class CurveSplit final : public SplitOf<Real, CurveRank<Real, Sum>> {
    using Base = SplitOf<Real, CurveRank<Real, Sum>>;
    using Base::ranks_;

public:
    CurveSplit(DeviceGroup& group, const SolverInfo& info) : Base(group), shares_(group.size()) {
        this->make_ranks(group, [&](DeviceQueue& queue, std::size_t k) {
            return std::make_unique<CurveRank<Real, Sum>>(queue, info, shares_, k);
        });
    }

    std::size_t slot_bytes(const ForceRequest<Real>& request) const override {
        return layout_of(request).numbers() * sizeof(Real);
    }

    void combine(const ForceRequest<Real>& request, std::byte* slots) override {
        const SlotLayout layout = layout_of(request);
        auto* slot = reinterpret_cast<Real*>(slots);
        for (std::size_t k = 0; k < ranks_.size(); ++k) {
            const BodyPart own = shares_.part(walking_bodies(request), k);
            this->root_.launch("exchange", one_thread_each(layout.stride),
                               scatter_results<Real, (Sum<Real>::beyond_share > 0)>,
                               layout.view(slot), layout.stride, own.first, own.end,
                               ranks_[0]->sum().target_tree(), ranks_[0]->sum().wanted(),
                               request.result);
            slot += layout.numbers();
        }
    }

    const std::uint32_t* order() const override { return ranks_[0]->sum().tree().order; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const override {
        if constexpr (Sum<Real>::inspects_share_alone) {
            // Cells are told by root, and a body's interactions by the rank that has it.
            std::vector<std::shared_ptr<InspectionReading>> of_ranks(ranks_.size());
            for (std::size_t k = ranks_.size(); k-- > 0;) { // root last: its GPU stays current
                InspectRequest wanted = request;
                wanted.cells = request.cells && k == 0;
                of_ranks[k] = ranks_[k]->sum().inspect(wanted);
            }
            return std::make_unique<InspectionReading>([of_ranks] {
                Inspection all = of_ranks.front()->finish();
                for (std::size_t k = 1; k < of_ranks.size(); ++k) {
                    Inspection own = of_ranks[k]->finish();
                    if (own.interactions) {
                        all.interactions = std::move(own.interactions);
                    }
                }
                return all;
            });
        } else {
            return ranks_[0]->sum().inspect(request);
        }
    }

    void report(StepTimings& timings, std::span<const double> milliseconds) override {
        if (milliseconds.empty()) {
            return;
        }
        for (const auto& rank : ranks_) {
            timings.interactions += rank->sum().new_terms();
        }
        shares_.learn(milliseconds);
    }

private:
    SlotLayout layout_of(const ForceRequest<Real>& request) const {
        return {request, shares_, Sum<Real>::beyond_share};
    }

    WorkShares shares_;
};

} // namespace orrery
