// The frame of the pairwise kernels: the sums start at zero, launches of a few milliseconds add to
// them, the last step multiplies by G. The order of the additions is the hardware's, so reruns
// agree to rounding only.

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/direct/gpu_scratch.hpp"
#include "sim/solvers/gpu_solver.hpp"

namespace orrery {

template <class Real>
Outcome PairwiseSum<Real>::add(const PointMass<Real>* bodies, unsigned count,
                               const PairLaw<Real>& law, bool potential, std::uint64_t first,
                               std::uint64_t end, const std::stop_token& stop) {
    sums_.reserve(count);
    queue_.begin("forces");
    cuda_check(cudaMemsetAsync(sums_.data(), 0, count * sizeof(PointMass<Real>), queue_.stream()),
               "clearing the sums");
    const auto instances = kernel_.instances(count);
    const auto function = potential
                              ? (law.softened() ? instances.potential : instances.potential_contact)
                              : (law.softened() ? instances.pull : instances.pull_contact);
    const auto slice = [&](std::uint64_t begin, std::uint64_t stop_before) {
        const PairwiseTask<Real> task{bodies,      count, begin, stop_before, law.softening_squared,
                                      sums_.data()};
        queue_.launch("forces", kernel_.shape(task), function, task);
    };
    constexpr std::uint64_t quantum = 64; // units of a whole block
    return for_slices(queue_, stop, slice_, first, end, quantum,
                      kernel_.plan(count).interactions_per_unit, slice);
}

template class PairwiseSum<float>;
template class PairwiseSum<double>;

namespace {

class PairwiseMethod {
public:
    explicit PairwiseMethod(const PairwiseKernels& kernels) : kernels_(kernels) {}

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, DeviceQueue& queue,
                const std::stop_token& stop) {
        Scratch<Real>& scratch = scratch_.template get<Real>(queue, kernels_.in<Real>());
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const auto count = static_cast<unsigned>(bodies.count);
        scratch.points.reserve(count);
        pack_bodies(queue, bodies, scratch.points.data());
        const Outcome outcome =
            scratch.sum.add(scratch.points.data(), count, law, result.potential != nullptr, 0,
                            scratch.sum.plan(count).units, stop);
        if (outcome == Outcome::complete) {
            scale_sums<Real>(queue, scratch.sum.sums(), nullptr, count, law.gravity, result);
        }
        return outcome;
    }

    std::size_t scratch_bytes() const { return scratch_.bytes(); }

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
};

} // namespace

std::unique_ptr<Solver> pairwise_solver(const SolverInfo& info, const PairwiseKernels& kernels) {
    return std::make_unique<GpuSolver<PairwiseMethod>>(info, PairwiseMethod(kernels));
}

} // namespace orrery
