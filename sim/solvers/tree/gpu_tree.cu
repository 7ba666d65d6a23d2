// Barnes-Hut on one GPU: N^2 becomes N log N.
//
//   far bodies pull together, as one cell with its mass and shape; near ones each alone
//
// Idea:    build an octree (sim/tree/device_tree.cu), then let groups of 64 neighbours (32 in small
//          systems) walk it (gpu_walk.cu), opening a cell while what it leaves out matters
//          (sim/tree/opening_criterion.hpp).
// Source:  Barnes & Hut 1986, Nature 324; the rest in those files.
// Cost:    about N log N terms; the fewer the larger the error allowed.
// Memory:  device_tree.cu.

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_scratch.hpp"
#include "sim/solvers/tree/gpu_tree.hpp"
#include "sim/solvers/tree/gpu_tree_sum.cuh"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <functional>

namespace orrery {
namespace {

class TreeMethod {
public:
    explicit TreeMethod(const SolverInfo& info) : info_(info) {}

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& queue = *execution.queue;
        order_ = nullptr;
        inspect_ = nullptr;
        if (request.sources.count == 0) {
            pull_by_nobody(queue, request);
            return Outcome::complete;
        }
        GpuTreeSum<Real>& sum = scratch_.template get<Real>(queue, info_);
        sum.begin(request);
        sum.build();
        if (sum.work().run(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        sum.finish();
        order_ = sum.tree().order;
        inspect_ = [&sum](const InspectRequest& wanted) { return sum.inspect(wanted); };
        queue.when_finished(
            [&sum](StepTimings& timings) { timings.interactions += sum.new_terms(); });
        return Outcome::complete;
    }

    const std::uint32_t* order() const { return order_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return inspect_ ? inspect_(request) : nullptr;
    }
    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    const SolverInfo& info_;
    GpuScratch<GpuTreeSum> scratch_;
    // Of the last evaluation.
    const std::uint32_t* order_ = nullptr;
    std::function<std::unique_ptr<InspectionReading>(const InspectRequest&)> inspect_;
};

const SolverInfo info = gpu_tree_info({
    .id = "gpu.tree",
    .title = "Barnes-Hut tree",
    .family = "GPU tree",
    .idea = "Far bodies pull together as one cell, near ones each alone; neighbours walk together.",
    .source = "Barnes & Hut (1986), Nature 324",
    .space = Space::device,
    .options = tree_options(16),
});

} // namespace

SolverEntry gpu_tree_solver() {
    static const SharedAlgorithm shared = shared_gpu_tree(info);
    return {info,
            []() -> std::unique_ptr<Solver> {
                return std::make_unique<TypedSolver<TreeMethod>>(info, info);
            },
            gpu_unavailable, &shared};
}

} // namespace orrery
