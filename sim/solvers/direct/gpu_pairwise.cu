// The frame of the pairwise kernels: the sums start at zero, launches of a few milliseconds add to
// them, the last step multiplies by G. The order of the additions is the hardware's, so reruns
// agree to rounding only.

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/typed_solver.hpp"

#include <cmath>

namespace orrery {
namespace {

// After a slice: the sums become part of the totals, or all of them after the first, and start at
// zero again. So no running sum grows long enough to cost a float its accuracy.
template <class Real>
__global__ void retire_sums(PointMass<Real>* sums, unsigned copies, unsigned count, bool first,
                            PointMass<Real>* totals) {
    const unsigned i = own_index();
    if (i >= count) {
        return;
    }
    PointMass<Real> total = first ? PointMass<Real>{0, 0, 0, 0} : totals[i];
    for (std::size_t copy = 0; copy < copies; ++copy) {
        PointMass<Real>& sum = sums[copy * count + i];
        total = total + sum;
        sum = {0, 0, 0, 0};
    }
    totals[i] = total;
}

std::uint64_t unit_at(std::uint64_t units, double place) {
    return static_cast<std::uint64_t>(std::llround(place * static_cast<double>(units)));
}

} // namespace

template <class Real>
void PairwiseSum<Real>::begin(const PointMass<Real>* bodies, unsigned count,
                              const PairLaw<Real>& law, bool potential, PairwiseShare share) {
    queue_.begin("forces");
    const std::size_t sums = std::size_t{kernel_.copies} * count;
    sums_.reserve(sums);
    totals_.reserve(count);
    cuda_check(cudaMemsetAsync(sums_.data(), 0, sums * sizeof(PointMass<Real>), queue_.stream()),
               "clearing the sums");
    retired_ = false;
    work_.clear();

    const PairwisePlan plan = kernel_.plan(count);
    PairwiseTask<Real> task{bodies, count, 0, 0, law.softening_squared, sums_.data()};
    const auto take = [&](std::uint64_t units) {
        task.first_unit = unit_at(units, share.first);
        task.end_unit = unit_at(units, share.end);
    };
    if (plan.own_units > 0) { // so few pairs that they need no slices
        take(plan.own_units);
        queue_.launch("forces", kernel_.shape(task),
                      kernel_.own_instances(count).function(potential, law.softened()), task);
    }
    take(plan.units);
    if (task.first_unit == task.end_unit) {
        retire(count);
    }
    const auto function = kernel_.instances(count).function(potential, law.softened());
    constexpr std::uint64_t quantum = 64; // units of some whole blocks
    work_.add({task.first_unit,
               task.end_unit,
               quantum,
               plan.interactions_per_unit,
               {},
               [this, function, task](std::uint64_t first, std::uint64_t end) mutable {
                   task.first_unit = first;
                   task.end_unit = end;
                   queue_.launch("forces", kernel_.shape(task), function, task);
                   retire(task.count);
               }});
}

template <class Real>
void PairwiseSum<Real>::retire(unsigned count) {
    queue_.launch("forces", one_thread_each(count), retire_sums<Real>, sums_.data(), kernel_.copies,
                  count, !retired_, totals_.data());
    retired_ = true;
}

template class PairwiseSum<float>;
template class PairwiseSum<double>;

namespace {

class PairwiseMethod {
public:
    PairwiseMethod(const SolverInfo& info, const PairwiseKernels& kernels)
        : kernels_(kernels), one_sided_(one_sided_solver(info, register_kernels())) {}

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (!request.mutual()) {
            return one_sided_->accelerations(request, execution);
        }
        DeviceQueue& queue = *execution.queue;
        Scratch<Real>& scratch = scratch_.template get<Real>(queue, kernels_.in<Real>());
        const PairLaw<Real> law(request.parameters.softening, request.parameters.gravity);
        const auto count = static_cast<unsigned>(request.sources.count);
        pack_bodies(queue, request, scratch.points);
        const bool potential = request.result.potential != nullptr;
        scratch.sum.begin(scratch.points.data(), count, law, potential, {});
        if (scratch.sum.work().run(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        scale_sums<Real>(queue, scratch.sum.totals(), count, law.gravity, request.result);
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return scratch_.bytes() + one_sided_->scratch_bytes(); }

private:
    template <class Real>
    struct Scratch {
        Scratch(DeviceQueue& queue, const PairwiseKernel<Real>& kernel) : sum(queue, kernel) {}
        std::size_t bytes() const { return points.bytes() + sum.bytes(); }

        DeviceArray<PointMass<Real>> points;
        PairwiseSum<Real> sum;
    };

    PairwiseKernels kernels_;
    GpuScratch<Scratch> scratch_;
    std::unique_ptr<Solver> one_sided_;
};

} // namespace

std::unique_ptr<Solver> pairwise_solver(const SolverInfo& info, const PairwiseKernels& kernels) {
    return std::make_unique<TypedSolver<PairwiseMethod>>(info, info, kernels);
}

} // namespace orrery
