// Barnes-Hut on one GPU: N^2 becomes N log N.
//
//   far bodies pull together, as one cell with its mass and shape; near ones each alone
//
// Idea:    build an octree (gpu_octree.cu), then let every group of 64 neighbouring bodies walk it
//          (gpu_walk.cu), opening a cell while what it leaves out matters (opening.hpp).
// Source:  Barnes & Hut 1986, Nature 324; the rest in those files.
// Cost:    about N log N terms; the fewer the larger the error allowed.
// Memory:  gpu_octree.cu.

#include "sim/cuda/sliced_work.hpp"
#include "sim/solvers/direct/gpu_scratch.hpp"
#include "sim/solvers/gpu_solver.hpp"
#include "sim/solvers/tree/gpu_tree.hpp"
#include "sim/solvers/tree/gpu_walk.cuh"
#include "sim/solvers/tree/tree_options.hpp"

#include <cmath>

namespace orrery {
namespace {

// With fewer, groups of 64 are too few to keep all multiprocessors busy.
constexpr std::size_t few_bodies = 200'000;
constexpr double usual_terms = 2000; // a body

class TreeMethod {
public:
    struct CountsTerms {};

    explicit TreeMethod(const SolverInfo& info) : info_(info) {}

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, DeviceQueue& queue,
                const std::stop_token& stop) {
        if (bodies.count == 0) {
            return Outcome::complete;
        }
        if (bodies.count >> GpuOctree<Real>::body_bits != 0) {
            throw bad_input("too many bodies for the tree on the GPU", info_.id,
                            "it takes fewer than 134 million; choose a smaller number");
        }
        Scratch<Real>& scratch = scratch_.template get<Real>(queue, info_);
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        Opening opening = tree_opening(info_, parameters);
        opening.contact = std::sqrt(double(PairLaw<Real>::contact_squared()));
        const auto leaf = static_cast<unsigned>(tree_leaf(info_, parameters));
        const unsigned group = bodies.count < few_bodies ? 32 : 64;
        scratch.tree.build(queue, bodies, leaf, group, opening);

        const auto kernel =
            walk_kernel<Real>(result.potential != nullptr, law.softened(), opening.order, group);
        const auto blocks = static_cast<unsigned>(queue.multiprocessors() *
                                                  queue.resident_blocks(kernel, walk_threads));
        WalkTask<Real> task{};
        task.tree = scratch.tree.view();
        task.result = result;
        task.softening_squared = law.softening_squared;
        task.gravity = law.gravity;
        task.opening = opening;
        task.next_group = scratch.next_group.data();
        task.terms = scratch.terms.data();
        scratch.work.clear();
        const double terms_per_part = double(bodies.count) * usual_terms / walk_parts;
        scratch.work.add(
            {0, walk_parts, 1, terms_per_part, {}, [&](std::uint64_t begin, std::uint64_t end) {
                 cuda_check(
                     cudaMemsetAsync(task.next_group, 0, sizeof(std::uint32_t), queue.stream()),
                     "preparing the walk of the tree");
                 task.first_part = static_cast<unsigned>(begin);
                 task.end_part = static_cast<unsigned>(end);
                 queue.launch("forces", {dim3(blocks), dim3(walk_threads)}, kernel, task);
             }});
        if (scratch.work.run(stop) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        cuda_check(cudaMemcpyAsync(scratch.terms_on_host.data(), task.terms, scratch.terms.bytes(),
                                   cudaMemcpyDeviceToHost, queue.stream()),
                   "fetching the number of terms");
        queue.when_finished([&scratch](StepTimings& timings) {
            const unsigned long long terms = scratch.terms_on_host[0];
            timings.interactions += static_cast<double>(terms - scratch.reported_terms);
            scratch.reported_terms = terms;
        });
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    template <class Real>
    struct Scratch {
        Scratch(DeviceQueue& queue, const SolverInfo&)
            : slice(queue.multiprocessors()), work(queue, slice), next_group(1), terms(1),
              terms_on_host(1) {
            cuda_check(cudaMemsetAsync(terms.data(), 0, terms.bytes(), queue.stream()),
                       "preparing the walk of the tree");
        }
        std::size_t bytes() const { return tree.bytes() + next_group.bytes() + terms.bytes(); }

        GpuOctree<Real> tree;
        SliceSize slice;
        SlicedWork work;
        DeviceArray<std::uint32_t> next_group;
        DeviceArray<unsigned long long> terms; // since the beginning
        PinnedArray<unsigned long long> terms_on_host;
        unsigned long long reported_terms = 0;
    };

    const SolverInfo& info_;
    GpuScratch<Scratch> scratch_;
};

const SolverInfo info{
    .id = "gpu.tree",
    .title = "Barnes-Hut tree",
    .family = "GPU tree",
    .idea = "Far bodies pull together as one cell, near ones each alone; neighbours walk together.",
    .source = "Barnes & Hut (1986), Nature 324",
    .complexity = "N log N",
    .space = Space::device,
    .multithreaded = true,
    .counts_interactions = true,
    .promised_error_fp32 = 3e-3,
    .promised_error_fp64 = 3e-3,
    .bytes_per_interaction = 24.0 / 64, // a body or cell serves a group
    .options = tree_options(16),
};

} // namespace

SolverEntry gpu_tree_solver() {
    return {info,
            []() -> std::unique_ptr<Solver> {
                return std::make_unique<GpuSolver<TreeMethod>>(info, TreeMethod(info));
            },
            {}};
}

} // namespace orrery
