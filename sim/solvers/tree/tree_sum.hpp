#pragma once

// The sum over a tree on all cores, of the whole law in open space or of its part of short range
// in a box of images: what algorithms with trees share. See tree_cpu.cpp.

#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/tree/images_in_reach.hpp"
#include "sim/solvers/tree/near_field.hpp"
#include "sim/solvers/tree/tree_on_ranks.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/state/held_array.hpp"
#include "sim/tree/inspect_tree.hpp"
#include "sim/tree/tree_kernels.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <atomic>
#include <optional>
#include <vector>

namespace orrery {

// One thread's work on a group: walk, and evaluate what the walk finds whenever a list is full.
template <class Real>
class GroupForces {
public:
    // Sums on the group's targets, which result() then has from index 0 on, without the factor G.
    // `known_scale`: by which they accept cells, where it is known already.
    void evaluate(const NearProblem<Real>& problem, std::size_t index,
                  const std::optional<Real>& known_scale) {
        const PreparedTree<Real>& sources = problem.sources;
        const Group& group = problem.targets.tree.groups[index];
        const Box<Real>& box = problem.targets.tree.group_boxes[index];
        near_.begin(problem, group);
        cells_ = 0;
        images_.find(problem.box, sources.tree.boxes.front(), box, problem.reach());
        WalkTarget<Real> target{box, known_scale ? *known_scale : scale(problem, box),
                                sources.criterion, problem.reach()};
        for (const Vector3& shift : images_.shifts()) {
            if (&shift != images_.shifts().data()) {
                near_.turn_to_image(problem, group, shift);
                target.box = shifted(box, shift);
            }
            walk_group(sources.nodes, target, walk_, [&] { take_lists(problem); });
            near_.finish(problem);
        }
    }

    const AccelerationsView<Real>& result() const { return near_.result(); }
    std::size_t terms() const { return near_.terms() + cells_; } // of each target of the group

private:
    // The targets' part of the criterion.
    Real scale(const NearProblem<Real>& problem, const Box<Real>& box) const {
        const PreparedTree<Real>& sources = problem.sources;
        if (!sources.criterion.relative) {
            return 0;
        }
        // In open space the whole pull is what errors are relative to; in a box that of far images
        // is the mesh's to know.
        const Real reach =
            problem.box.is_periodic() ? problem.reach() : std::numeric_limits<Real>::infinity();
        EstimatedPull pull;
        for (const Vector3& shift : images_.shifts()) {
            pull = pull + estimated_pull(sources.nodes, shifted(box, shift),
                                         sources.softening_squared, reach);
        }
        return static_cast<Real>(acceptance_scale(sources.criterion, pull.acceleration()));
    }

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
    ImagesInReach images_;
    NearField<Real> near_;
    std::size_t cells_ = 0;
};

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    // `info`: of the solver, whose options begin with those of a tree.
    explicit TreeSum(const SolverInfo& info) : info_(info) {}

    // `reach`: of the short range that run() will be given.
    Outcome prepare(const ForceSources<Real>& request, Execution& execution,
                    Real reach = std::numeric_limits<Real>::infinity()) {
        const ForceParameters& parameters = request.parameters;
        PreparedTree<Real>& sources = sources_.to_overwrite();
        const auto built = [&] {
            if (!sort_and_build(
                    sources_in_box_.of(request.sources, parameters.box, execution.workers),
                    leaf_bodies(info_, parameters), execution, sources)) {
                return false;
            }
            const auto timer = timed("moments", execution.timings);
            sources.prepare_walk(tree_criterion<Real>(info_, parameters), parameters.softening,
                                 execution.workers);
            return true;
        };
        if (!agreed_on(execution.communicator, built)) {
            return Outcome::cancelled;
        }
        scales_.clear();
        if (execution.communicator.size() > 1) {
            const auto timer = timed("exchange", execution.timings);
            scales_ = join_trees(sources, parameters, reach, execution);
        }
        return Outcome::complete;
    }

    // `short_range`: of what a mesh leaves of the law, which alone has an end within a box of
    // images; null: all of it.
    Outcome run(const ForceRequest<Real>& request, Execution& execution,
                const ShortRange<Real>* short_range = nullptr) {
        const ForceParameters& parameters = request.parameters;
        if (!request.targets_at &&
            !sort_and_build(targets_in_box_.of(request.targets, parameters.box, execution.workers),
                            leaf_bodies(info_, parameters), execution, others_)) {
            return Outcome::cancelled;
        }
        const auto timer = timed("forces", execution.timings);
        const NearProblem<Real> problem(*sources_, request.targets_at ? *sources_ : others_,
                                        request, short_range);
        return forces(problem, request, execution);
    }

    const PreparedTree<Real>& prepared() const { return *sources_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return std::make_unique<InspectionReading>(
            [held = sources_.hold(), request] { return inspect_tree(*held, request); });
    }
    std::size_t scratch_bytes() const {
        return sources_->bytes() + others_.bytes() + sources_in_box_.bytes() +
               targets_in_box_.bytes();
    }

private:
    // Groups are tasks that idle threads steal from busy ones: those in the thick of it take
    // longer. For a range of the sources, only groups with one of them walk: few, where the bodies
    // lie in the order of the curve.
    Outcome forces(const NearProblem<Real>& problem, const ForceRequest<Real>& request,
                   Execution& execution) {
        constexpr std::size_t groups_at_once = 4; // of one task
        const PreparedTree<Real>& targets = problem.targets;
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

    const SolverInfo& info_;
    BodiesInBox<Real> sources_in_box_, targets_in_box_;
    Held<PreparedTree<Real>> sources_; // by those who inspect it
    PreparedTree<Real> others_;        // targets that are no sources
    std::vector<Real> scales_;         // of the sources' groups, where others count with them
};

} // namespace orrery
