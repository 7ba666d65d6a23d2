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
#include "sim/solvers/per_precision.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/typed_solver.hpp"
#include "sim/tree/inspect_tree.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <optional>

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
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = tree_options(24),
    .promise = tree_promise,
};

// The same number, for all that is wanted of every target; and no terms.
template <class Real>
void give_all(const ForceRequest<Real>& request, Real value) {
    for_each_array(request.result, [&](Real* array) {
        for (std::size_t i = 0; i < request.targets.count; ++i) {
            request.result.give(array[i], value);
        }
    });
    float* const interactions = request.result.interactions;
    for (std::size_t i = 0; interactions != nullptr && i < request.targets.count; ++i) {
        request.result.give(interactions[i], 0.0F);
    }
}

// Which entry of the result a body of the targets' order is for; none for a source that is no
// target.
template <class Real>
std::optional<std::size_t> entry_of(const ForceRequest<Real>& request, std::size_t body) {
    const std::size_t entry = body - request.targets_at.value_or(0); // huge below the range
    return entry < request.targets.count ? std::optional(entry) : std::nullopt;
}

template <class Real>
bool any_wanted(const ForceRequest<Real>& request, std::span<const std::uint32_t> bodies) {
    return request.mutual() || std::any_of(bodies.begin(), bodies.end(), [&](std::uint32_t body) {
               return entry_of(request, body).has_value();
           });
}

// From a group's sums to results in the bodies' own order. Tells how many were wanted.
template <class Real>
std::size_t scatter_results(const ForceRequest<Real>& request, const GroupForces<Real>& group,
                            std::span<const std::uint32_t> bodies) {
    const AccelerationsView<Real>& result = request.result;
    const AccelerationsView<Real>& sums = group.result();
    const Real gravity = static_cast<Real>(request.parameters.gravity);
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto to = entry_of(request, bodies[i]);
        if (!to) {
            continue;
        }
        ++wanted;
        result.give(result.x[*to], gravity * sums.x[i]);
        result.give(result.y[*to], gravity * sums.y[i]);
        result.give(result.z[*to], gravity * sums.z[i]);
        if (result.potential != nullptr) {
            result.give(result.potential[*to], gravity * sums.potential[i]);
        }
        if (result.interactions != nullptr) {
            result.give(result.interactions[*to], static_cast<float>(group.terms()));
        }
    }
    return wanted;
}

// False if asked to stop.
template <class Real>
bool build(const BodiesView<Real>& bodies, std::size_t leaf, Execution& execution,
           PreparedTree<Real>& tree) {
    {
        const auto timer = timed("sort", execution.timings);
        if (!tree.sort(bodies, execution.workers, execution.stop)) {
            return false;
        }
    }
    const auto timer = timed("build", execution.timings);
    tree.build(leaf, execution.workers);
    return !execution.stop.stop_requested();
}

template <class Real>
class TreeReading final : public InspectionReading {
public:
    TreeReading(std::shared_ptr<const PreparedTree<Real>> tree, const InspectRequest& request)
        : tree_(std::move(tree)), request_(request) {}

    Inspection finish() override { return inspect_tree(*tree_, request_); }

private:
    std::shared_ptr<const PreparedTree<Real>> tree_;
    InspectRequest request_;
};

} // namespace

template <class Real>
Outcome TreeSum<Real>::run(const ForceRequest<Real>& request, Execution& execution) {
    const ForceParameters& parameters = request.parameters;
    const std::size_t leaf = tree_leaf(tree_info, parameters);
    const bool others = !request.targets_at;
    PreparedTree<Real>& sources = sources_.to_overwrite();
    if (!build(request.sources, leaf, execution, sources) ||
        (others && !build(request.targets, leaf, execution, others_))) {
        return Outcome::cancelled;
    }
    if (request.sources.count == 0) {
        give_all(request, Real(0));
        return Outcome::complete;
    }
    {
        const auto timer = timed("moments", execution.timings);
        sources.prepare_walk(tree_criterion<Real>(tree_info, parameters), parameters.softening,
                             execution.workers);
    }
    const auto timer = timed("forces", execution.timings);
    if (!sources.expansions.finite()) { // a position or mass that is no number: nothing to walk by
        give_all(request, std::numeric_limits<Real>::quiet_NaN());
        return Outcome::complete;
    }
    return forces(request, others ? others_ : sources, execution);
}

// Groups are tasks that idle threads steal from busy ones: those in the thick of it take longer.
// Of a range of the sources those groups walk that have one of them: few, where the bodies lie in
// the order of the curve.
template <class Real>
Outcome TreeSum<Real>::forces(const ForceRequest<Real>& request, const PreparedTree<Real>& targets,
                              Execution& execution) {
    const TreeProblem<Real> problem{*sources_,
                                    targets,
                                    request.targets_at.has_value(),
                                    {request.parameters.softening, request.parameters.gravity},
                                    instruction_sets().front().kernels.template in<Real>(),
                                    m2p_kernel<Real>(),
                                    request.result.potential != nullptr};
    std::atomic<std::uint64_t> interactions = 0;
    oneapi::tbb::enumerable_thread_specific<GroupForces<Real>> of_threads;
    const std::vector<Group>& groups = targets.tree.groups;
    execution.workers.for_ranges(
        groups.size(), groups_at_once, [&](std::size_t first, std::size_t last) {
            GroupForces<Real>& own = of_threads.local();
            for (std::size_t g = first; g < last && !execution.stop.stop_requested(); ++g) {
                const auto bodies =
                    targets.sorted.order().subspan(groups[g].begin, groups[g].count());
                if (any_wanted(request, bodies)) {
                    own.evaluate(problem, g);
                    interactions += own.terms() * scatter_results(request, own, bodies);
                }
                execution.computed(std::size_t{1}, groups.size());
            }
        });
    execution.timings.interactions = static_cast<double>(interactions);
    return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
}

template <class Real>
std::unique_ptr<InspectionReading> TreeSum<Real>::inspect(const InspectRequest& request) const {
    return std::make_unique<TreeReading<Real>>(sources_.hold(), request);
}

template class TreeSum<float>;
template class TreeSum<double>;

namespace {

class TreeMethod {
public:
    static const SolverInfo& info;

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        TreeSum<Real>& sum = sums_.in<Real>();
        const Outcome outcome = sum.run(request, execution);
        order_ = sum.order().data();
        inspect_ = [&sum](const InspectRequest& wanted) { return sum.inspect(wanted); };
        return outcome;
    }

    const std::uint32_t* order() const { return order_; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return inspect_ ? inspect_(request) : nullptr;
    }
    std::size_t scratch_bytes() const {
        return sums_.fp32.scratch_bytes() + sums_.fp64.scratch_bytes();
    }

private:
    PerPrecision<TreeSum> sums_;
    // Of the last evaluation.
    const std::uint32_t* order_ = nullptr;
    std::function<std::unique_ptr<InspectionReading>(const InspectRequest&)> inspect_;
};

const SolverInfo& TreeMethod::info = tree_info;

} // namespace

SolverEntry tree_solver() {
    return typed_entry<TreeMethod>();
}

} // namespace orrery
