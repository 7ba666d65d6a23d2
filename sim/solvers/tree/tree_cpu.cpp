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

#include "sim/solvers/tree/tree_cpu.hpp"

#include "sim/solvers/direct/simd_sum.hpp"
#include "sim/solvers/tree/tree_options.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <cmath>
#include <limits>

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
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = tree_options(24),
    .promise = tree_promise,
};

} // namespace

template <class Real>
Outcome TreeSum<Real>::run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                           const ForceParameters& parameters, SolverContext& context) {
    context.timings.interactions = 0;
    OpeningCriterion criterion = tree_criterion(tree_info, parameters);
    criterion.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
    if (!sort(bodies, context)) {
        return Outcome::cancelled;
    }
    build(parameters, context);
    if (context.stop.stop_requested()) {
        return Outcome::cancelled;
    }
    prepare_walk(criterion, context);
    const auto timer = timed("forces", context.timings);
    if (!expansions_.finite()) {
        fill_with_nan(result);
        return Outcome::complete;
    }
    return forces(result, criterion, parameters, context);
}

template <class Real>
bool TreeSum<Real>::sort(const BodiesView<Real>& bodies, SolverContext& context) {
    const auto timer = timed("sort", context.timings);
    return sorted_.sort(bodies, context.workers, context.stop);
}

template <class Real>
void TreeSum<Real>::build(const ForceParameters& parameters, SolverContext& context) {
    const auto timer = timed("build", context.timings);
    build_tree(sorted_.view(), sorted_.keys(), tree_leaf(tree_info, parameters), context.workers,
               tree_);
}

template <class Real>
void TreeSum<Real>::prepare_walk(const OpeningCriterion& criterion, SolverContext& context) {
    const auto timer = timed("moments", context.timings);
    compute_moments(tree_, sorted_.view(), context.workers, expansions_);
    compute_acceptance(tree_, expansions_, criterion, context.workers, nodes_);
}

// Groups are tasks that idle threads steal from busy ones: those in the thick of it take longer.
template <class Real>
Outcome TreeSum<Real>::forces(const AccelerationsView<Real>& result,
                              const OpeningCriterion& criterion, const ForceParameters& parameters,
                              SolverContext& context) {
    const BodiesView<Real> bodies = sorted_.view();
    const PairLaw<Real> law(parameters.softening, parameters.gravity);
    const TreeProblem<Real> problem{tree_,
                                    bodies,
                                    expansions_,
                                    nodes_,
                                    criterion,
                                    law,
                                    instruction_sets().front().template kernels<Real>(),
                                    m2p_kernel<Real>(),
                                    result.potential != nullptr};
    oneapi::tbb::enumerable_thread_specific<GroupForces<Real>> of_threads;
    context.workers.for_ranges(
        tree_.groups.size(), groups_at_once, [&](std::size_t first, std::size_t last) {
            GroupForces<Real>& own = of_threads.local();
            for (std::size_t g = first; g < last && !context.stop.stop_requested(); ++g) {
                own.evaluate(problem, g);
                scatter_results(own.result(), tree_.groups[g], law.gravity, result);
                store_interactions(own.terms(), tree_.groups[g], result.interactions);
            }
        });
    for (const GroupForces<Real>& own : of_threads) {
        context.timings.interactions += own.interactions();
    }
    return context.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

// A position or mass that is no number leaves nothing to walk by.
template <class Real>
void TreeSum<Real>::fill_with_nan(const AccelerationsView<Real>& result) const {
    for_each_array(result, [&](Real* array) {
        std::fill_n(array, sorted_.order().size(), std::numeric_limits<Real>::quiet_NaN());
    });
}

// From sums in the curve's order to results in the bodies' own.
template <class Real>
void TreeSum<Real>::scatter_results(const AccelerationsView<Real>& sums, const Group& group,
                                    Real gravity, const AccelerationsView<Real>& result) const {
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
        const std::uint32_t to = sorted_.order()[i];
        const std::uint32_t from = i - group.begin;
        result.x[to] = gravity * sums.x[from];
        result.y[to] = gravity * sums.y[from];
        result.z[to] = gravity * sums.z[from];
        if (result.potential != nullptr) {
            result.potential[to] = gravity * sums.potential[from];
        }
    }
}

// Where they are wanted.
template <class Real>
void TreeSum<Real>::store_interactions(std::size_t terms, const Group& group, float* result) const {
    for (std::uint32_t i = group.begin; i < group.end && result != nullptr; ++i) {
        result[sorted_.order()[i]] = static_cast<float>(terms);
    }
}

template class TreeSum<float>;
template class TreeSum<double>;

const SolverInfo& TreeSolver::info() const {
    return tree_info;
}

SolverEntry tree_solver() {
    using Pointer = std::unique_ptr<Solver>;
    return {tree_info, []() -> Pointer { return std::make_unique<TreeSolver>(); }};
}

} // namespace orrery
