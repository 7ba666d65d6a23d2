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
// Box:     a periodic one is an Ewald sum (EwaldSplit): the walk has the part of short range,
// within
//          half an edge; the rest are some hundred plane waves, fewer where a larger error is asked
//          for.
// Order:   of each group's terms fixed by the tree, so the result does not depend on the number of
//          threads.

#include "sim/periodic/cloud.hpp"
#include "sim/periodic/plane_waves.hpp"
#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/tree/tree_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <optional>

namespace orrery {
namespace {

const SolverInfo tree_info{
    .id = "cpu.tree",
    .title = "Barnes-Hut tree",
    .family = "CPU tree",
    .idea = "A distant crowd pulls like one body: cells of an octree stand for what is in them.",
    .source = "Barnes & Hut, Nature 324 (1986); Barnes, J. Comp. Phys. 87 (1990)",
    .complexity = "N log N",
    .periodic = true,
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

// The whole law, of everything that there is: in a box with what waves add to it.
template <class Real>
class WholeTreeSum : public TreeSum<Real> {
public:
    WholeTreeSum() : TreeSum<Real>(tree_info) {}

    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const ForceParameters& parameters = request.parameters;
        if (!parameters.box.is_periodic()) {
            waves_.reset();
            return TreeSum<Real>::prepare(request, execution);
        }
        split_.emplace(parameters.box, short_range_reach(tree_info, parameters),
                       parameters.softening);
        waves_.emplace(*split_);
        return TreeSum<Real>::prepare(request, execution, static_cast<Real>(split_->cutoff)) ==
                           Outcome::complete &&
                       prepare_waves(request, execution)
                   ? Outcome::complete
                   : Outcome::cancelled;
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (!waves_) {
            return TreeSum<Real>::run(request, execution);
        }
        const ShortRange<Real> short_range(0.5 / split_->alpha, split_->reach);
        if (TreeSum<Real>::run(request, execution, &short_range) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        const auto timer = timed("waves", execution.timings);
        add_own_clouds(request);
        return waves_->add_to(request, request.parameters.gravity, &execution.workers,
                              execution.stop);
    }

    // It would not show images.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return waves_ ? nullptr : TreeSum<Real>::inspect(request);
    }
    std::size_t scratch_bytes() const {
        return TreeSum<Real>::scratch_bytes() + (waves_ ? waves_->scratch_bytes() : 0);
    }

private:
    bool prepare_waves(const ForceSources<Real>& request, Execution& execution) {
        const auto timer = timed("waves", execution.timings);
        // In the order of the curve: that in memory depends on where the run began.
        const bool alone = execution.communicator.size() == 1;
        const BodiesView<Real> own = alone ? this->prepared().sorted.view() : request.sources;
        const bool complete = agreed_on(execution.communicator, [&] {
            return waves_->prepare(own, false, &execution.workers, execution.stop) ==
                   Outcome::complete;
        });
        if (complete) {
            waves_->sum_of_ranks(execution.communicator);
        }
        return complete;
    }

    // The waves have them as well, but a body has no potential of its own.
    void add_own_clouds(const ForceRequest<Real>& request) const {
        if (!request.targets_at || request.result.potential == nullptr) {
            return;
        }
        const double own = request.parameters.gravity * split_->alpha *
                           Cloud<double>(split_->alpha * split_->softening).potential;
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            request.result.potential[k] +=
                static_cast<Real>(own) * request.targets.mass[request.place(k)];
        }
    }

    std::optional<EwaldSplit> split_; // in a box
    std::optional<PlaneWaves> waves_;
};

} // namespace

SolverEntry tree_solver() {
    return typed_entry<BuiltSum<WholeTreeSum>, tree_info>();
}

} // namespace orrery
