#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/domain_sum.cuh"
#include "sim/solvers/multi_gpu/ranked_domain.cuh"
#include "sim/solvers/typed_solver.hpp"

#include <functional>
#include <memory>

namespace orrery {

// The method of a TypedSolver on a GPU that sorts the bodies along a curve and sums over what it
// builds of them: `Sum<Real>`, which serves the domain of one of several GPUs or processes as well,
// has prepare, begin, expand, build, work, finish, tree, inspect, tell, take_guests and new_terms
// (gpu_tree.cu).
template <template <class> class Sum>
class GpuCurveMethod {
public:
    explicit GpuCurveMethod(const SolverInfo& info) : info_(info) {}

    template <class Real>
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        order_ = nullptr;
        inspect_ = nullptr;
        if (execution.communicator.size() > 1) {
            domain_.template get<Real>(*execution.queue, info_)
                .prepare(request, execution.communicator);
        } else if (request.sources.count != 0) {
            scratch_.template get<Real>(*execution.queue, info_).prepare(request);
        }
        return Outcome::complete;
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& queue = *execution.queue;
        if (request.sources.count == 0) {
            pull_by_nobody(queue, request);
            return Outcome::complete;
        }
        if (execution.communicator.size() > 1) {
            RankedDomain<Real, Sum>& domain = domain_.template get<Real>(queue, info_);
            return sum_up(domain.sum(), domain.begin(request), true, execution);
        }
        Sum<Real>& sum = scratch_.template get<Real>(queue, info_);
        sum.begin(request);
        return sum_up(sum, sum.build(), !request.parameters.box.is_periodic(), execution);
    }

    const std::uint32_t* order() const { return order_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return inspect_ ? inspect_(request) : nullptr;
    }
    std::size_t scratch_bytes() const { return scratch_.bytes() + domain_.bytes(); }

private:
    template <class Real>
    using Domain = RankedDomain<Real, Sum>;

    // `shown`: to be inspected, which shows no images.
    template <class Real>
    Outcome sum_up(Sum<Real>& sum, bool building, bool shown, Execution& execution) {
        while (building) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            building = sum.build();
        }
        if (sum.work().run(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        sum.finish();
        order_ = sum.tree().order;
        if (shown) {
            inspect_ = [&sum](const InspectRequest& wanted) {
                return std::make_unique<InspectionReading>(
                    [reading = sum.inspect(wanted)] { return reading->finish(); });
            };
        }
        execution.queue->when_finished(
            [&sum](StepTimings& timings) { timings.interactions += sum.new_terms(); });
        return Outcome::complete;
    }

    const SolverInfo& info_;
    GpuScratch<Sum> scratch_;
    GpuScratch<Domain> domain_; // among ranks
    // The order that the last evaluation found, and its inspection.
    const std::uint32_t* order_ = nullptr;
    std::function<std::unique_ptr<InspectionReading>(const InspectRequest&)> inspect_;
};

// The row of the list for such an algorithm. Several GPUs have a domain each.
template <template <class> class Sum, const SolverInfo& info>
SolverEntry curve_entry() {
    using Pointer = std::unique_ptr<Solver>;
    SolverInfo of_domains = as_shared(info);
    of_domains.periodic = false; // they know nothing of images
    static const SharedAlgorithm shared{
        of_domains, SharedBy::targets, [](const SolverInfo& of_group, Sharing sharing) {
            const PerPrecision<MakeGroupSum> sums{
                [&of_group](const GroupWay& way) {
                    return std::make_unique<DomainSum<float, Sum>>(way, of_group);
                },
                [&of_group](const GroupWay& way) {
                    return std::make_unique<DomainSum<double, Sum>>(way, of_group);
                }};
            return shared_solver(of_group, sharing, {sums});
        }};
    return {
        info,
        []() -> Pointer { return std::make_unique<TypedSolver<GpuCurveMethod<Sum>>>(info, info); },
        gpu_unavailable, &shared};
}

} // namespace orrery
