// Barnes and Hut's tree code on all cores.
//
//   a_i = sum over cells far enough away (their moments) + sum over bodies of the rest
//
// Idea:    a distant crowd pulls nearly as if it were in one place. Bodies are sorted along a
//          space-filling curve, so every cell of an octree is a run of bodies, and so is a group of
//          neighbours that share one walk through the tree. The walk collects what pulls on the
//          group: cells with their second moments, cells so far that their mass is enough, and
//          bodies. Points and bodies go through the direct sum's vector kernel. A cell is opened
//          where what it leaves out could exceed the error wanted.
// Source:  Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990): groups with lists;
//          Salmon & Warren 1994, Springel 2005: opening by error (opening_criterion.hpp).
// Cost:    about N log N: at an error of 1e-3 each of a million bodies meets about 1,900
//          terms, cells of 38 vector instructions and pairs of 15.
// Memory:  about 80 bytes a body in float, and fixed lists for each thread.
// Order:   of each group's terms fixed by the tree, so the result does not depend on the number of
//          threads.

#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/tree/near_field.hpp"
#include "sim/solvers/tree/tree_on_ranks.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/typed_solver.hpp"
#include "sim/state/held_array.hpp"
#include "sim/tree/inspect_tree.hpp"
#include "sim/tree/tree_kernels.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <atomic>

namespace orrery {
namespace {

constexpr std::size_t groups_at_once = 4; // of one task

const SolverInfo tree_info{
    .id = "cpu.tree",
    .title = "Barnes-Hut tree",
    .family = "CPU tree",
    .idea = "A distant crowd pulls like one body: cells of an octree stand for what is in them.",
    .source = "Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990)",
    .complexity = "N log N",
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = tree_options(24),
    .promise = tree_promise,
};

// One thread's work on a group: walk, and evaluate what the walk finds whenever a list is full.
template <class Real>
class GroupForces {
public:
    // Sums on the group's targets, which result() then has from index 0 on, without the factor G.
    // `scale`: by which they accept cells, where it is known already.
    void evaluate(const NearProblem<Real>& problem, std::size_t index,
                  const std::optional<Real>& scale) {
        const PreparedTree<Real>& sources = problem.sources;
        const Tree<Real>& targets = problem.targets.tree;
        const Box<Real>& box = targets.group_boxes[index];
        near_.begin(problem, targets.groups[index]);
        cells_ = 0;
        const WalkTarget<Real> target =
            scale ? WalkTarget<Real>{box, *scale, sources.criterion}
                  : walk_target(sources.nodes, sources.criterion, box, sources.softening_squared);
        walk_group(sources.nodes, target, walk_, [&] { take_lists(problem); });
        near_.finish(problem);
    }

    const AccelerationsView<Real>& result() const { return near_.result(); }
    std::size_t terms() const { return near_.terms() + cells_; } // of each target of the group

private:
    void take_lists(const NearProblem<Real>& problem) {
        const auto& multipoles = problem.sources.expansions.multipoles;
        const auto meet_cells = [&](const std::uint32_t* list, std::size_t count) {
            problem.pairs.m2p(multipoles.data(), list, count, near_.targets(), problem.law,
                              near_.result());
            cells_ += count;
        };
        meet_cells(walk_.cell_list, walk_.cell_count);
        for (std::size_t i = 0; i < walk_.point_count; ++i) {
            const PointMass<Real>& cell = multipoles[walk_.point_list[i]].monopole;
            near_.add_point(problem, cell.x, cell.y, cell.z, cell.mass);
        }
        for (std::size_t i = 0; i < walk_.leaf_count; ++i) {
            const std::uint32_t leaf = walk_.leaf_list[i];
            if (is_closed(problem.sources.tree.nodes[leaf])) {
                meet_cells(&leaf, 1);
            } else {
                near_.add_leaf(problem, leaf);
            }
        }
    }

    Walk walk_;
    NearField<Real> near_;
    std::size_t cells_ = 0;
};

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const ForceParameters& parameters = request.parameters;
        PreparedTree<Real>& sources = sources_.to_overwrite();
        const auto built = [&] {
            if (!sort_and_build(request.sources, leaf_bodies(tree_info, parameters), execution,
                                sources)) {
                return false;
            }
            const auto timer = timed("moments", execution.timings);
            sources.prepare_walk(tree_criterion<Real>(tree_info, parameters), parameters.softening,
                                 execution.workers);
            return true;
        };
        if (!agreed_on(execution.communicator, built)) {
            return Outcome::cancelled;
        }
        scales_.clear();
        if (execution.communicator.size() > 1) {
            const auto timer = timed("exchange", execution.timings);
            scales_ = join_trees(sources, parameters.softening, execution);
        }
        return Outcome::complete;
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        const std::size_t leaf = leaf_bodies(tree_info, request.parameters);
        if (!request.targets_at && !sort_and_build(request.targets, leaf, execution, others_)) {
            return Outcome::cancelled;
        }
        const auto timer = timed("forces", execution.timings);
        return forces(request, request.targets_at ? *sources_ : others_, execution);
    }

    const PreparedTree<Real>& prepared() const { return *sources_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return std::make_unique<InspectionReading>(
            [held = sources_.hold(), request] { return inspect_tree(*held, request); });
    }
    std::size_t scratch_bytes() const { return sources_->bytes() + others_.bytes(); }

private:
    // Groups are tasks that idle threads steal from busy ones: those in the thick of it take
    // longer. For a range of the sources, only groups with one of them walk: few, where the bodies
    // lie in the order of the curve.
    Outcome forces(const ForceRequest<Real>& request, const PreparedTree<Real>& targets,
                   Execution& execution) {
        const NearProblem<Real> problem(*sources_, targets, request);
        const ResultEntries entries(request);
        std::atomic<std::uint64_t> interactions = 0;
        oneapi::tbb::enumerable_thread_specific<GroupForces<Real>> of_threads;
        const std::vector<Group>& groups = targets.tree.groups;
        execution.workers.for_ranges(
            groups.size(), groups_at_once, [&](std::size_t first, std::size_t last) {
                GroupForces<Real>& own = of_threads.local();
                for (std::size_t g = first; g < last && !execution.stop.stop_requested(); ++g) {
                    const auto bodies =
                        targets.sorted.order().subspan(groups[g].begin, groups[g].count());
                    if (entries.any_of(bodies)) {
                        const bool known = request.targets_at && !scales_.empty();
                        own.evaluate(problem, g, known ? std::optional(scales_[g]) : std::nullopt);
                        interactions +=
                            own.terms() *
                            scatter_results(request, entries, own.result(), own.terms(), bodies);
                    }
                    execution.computed(std::size_t{1}, groups.size());
                }
            });
        execution.timings.interactions = static_cast<double>(interactions);
        return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
    }

    Held<PreparedTree<Real>> sources_; // by those who inspect it
    PreparedTree<Real> others_;        // targets that are no sources
    std::vector<Real> scales_;         // of the sources' groups, where others count with them
};

} // namespace

SolverEntry tree_solver() {
    return typed_entry<BuiltSum<TreeSum>, tree_info>();
}

} // namespace orrery
