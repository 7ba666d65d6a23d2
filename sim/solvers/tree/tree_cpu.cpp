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
//          Salmon & Warren 1994, Springel 2005: opening by error (opening.hpp).
// Cost:    about N log N; a million bodies at 1e-3 meet about 1,400 terms each.
// Memory:  about 150 bytes a body in float, and fixed lists for each thread.
// Order:   of each group's terms fixed by the tree, so the result does not depend on the number of
//          threads.

#include "sim/solvers/direct/simd_sum.hpp"
#include "sim/solvers/tree/group_forces.hpp"
#include "sim/solvers/tree/sorted_bodies.hpp"
#include "sim/solvers/tree/tree_methods.hpp"
#include "sim/solvers/tree/tree_options.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <atomic>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

const SolverInfo tree_info{
    .id = "cpu.tree",
    .title = "Barnes-Hut tree",
    .family = "CPU tree",
    .idea = "A distant crowd pulls like one body: cells of an octree stand for what is in them.",
    .source = "Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990)",
    .complexity = "N log N",
    .multithreaded = true,
    .promised_error_fp32 = 1.5e-3,
    .promised_error_fp64 = 1.5e-3,
    .options = tree_options(24),
};

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class Tree {
public:
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        context.timings.interactions = 0;
        Opening opening = tree_opening(tree_info, parameters);
        opening.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
        if (!sort(bodies, context)) {
            return Outcome::cancelled;
        }
        {
            const auto timer = timed("build", context.timings);
            divide(sorted_.keys(), tree_leaf(tree_info, parameters), context.workers, octree_);
            make_groups(sorted_.view(), context.workers, octree_);
        }
        {
            const auto timer = timed("moments", context.timings);
            measure(sorted_.view(), opening, context.workers, octree_);
        }
        const auto timer = timed("forces", context.timings);
        return forces(result, opening, parameters, context);
    }

    std::size_t scratch_bytes() const { return sorted_.scratch_bytes() + octree_.scratch_bytes(); }

private:
    bool sort(const BodiesView<Real>& bodies, SolverContext& context) {
        const auto timer = timed("sort", context.timings);
        return sorted_.sort(bodies, context.workers, context.stop);
    }

    Outcome forces(const AccelerationsView<Real>& result, const Opening& opening,
                   const ForceParameters& parameters, SolverContext& context) {
        const BodiesView<Real> bodies = sorted_.view();
        if (!octree_.nodes.empty() && !measurable()) {
            return give_no_number(result);
        }
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const TreeProblem<Real> problem{octree_,
                                        bodies,
                                        opening,
                                        law,
                                        instruction_sets().front().template kernels<Real>(),
                                        tree_kernels<Real>(),
                                        result.potential != nullptr};
        oneapi::tbb::enumerable_thread_specific<GroupForces<Real>> of_threads;
        context.workers.for_ranges(
            octree_.groups.size(), 4, [&](std::size_t first, std::size_t last) {
                GroupForces<Real>& own = of_threads.local();
                for (std::size_t g = first; g < last && !context.stop.stop_requested(); ++g) {
                    own.evaluate(problem, octree_.groups[g]);
                    give(own.result(), octree_.groups[g], law.gravity, result);
                }
            });
        for (const GroupForces<Real>& own : of_threads) {
            context.timings.interactions += own.interactions();
        }
        return context.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
    }

    // A position or mass that is no number leaves nothing to walk by.
    bool measurable() const {
        const Moments& all = octree_.moments.front();
        return std::isfinite(all.mass + all.x + all.y + all.z + all.xx + all.yy + all.zz);
    }
    Outcome give_no_number(const AccelerationsView<Real>& result) const {
        for_each_array(result, [&](Real* array) {
            std::fill_n(array, sorted_.order().size(), std::numeric_limits<Real>::quiet_NaN());
        });
        return Outcome::complete;
    }

    // From sums in the curve's order to results in the bodies' own.
    void give(const AccelerationsView<Real>& sums, const Group<Real>& group, Real gravity,
              const AccelerationsView<Real>& result) const {
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

    SortedBodies<Real> sorted_;
    Octree<Real> octree_;
};

class TreeSolver final : public Solver {
public:
    const SolverInfo& info() const override { return tree_info; }

    Outcome accelerations(const BodiesView<float>& bodies, const AccelerationsView<float>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return single_.run(bodies, result, parameters, context);
    }
    Outcome accelerations(const BodiesView<double>& bodies, const AccelerationsView<double>& result,
                          const ForceParameters& parameters, SolverContext& context) override {
        return twofold_.run(bodies, result, parameters, context);
    }

    std::size_t scratch_bytes() const override {
        return single_.scratch_bytes() + twofold_.scratch_bytes();
    }

private:
    Tree<float> single_;
    Tree<double> twofold_;
};

} // namespace

SolverEntry tree_solver() {
    using Pointer = std::unique_ptr<Solver>;
    return {tree_info, []() -> Pointer { return std::make_unique<TreeSolver>(); }, {}};
}

} // namespace orrery
