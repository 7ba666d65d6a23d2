// The fast multipole method on all cores.
//
// Idea:    a distant crowd pulls on a whole neighbourhood nearly as a polynomial does. Cells of an
//          octree have a multipole expansion, made from the leaves up. Pairs of cells that are far
//          enough from each other interact once, by turning the multipoles of the one into a local
//          expansion of the other; expansions are handed down to the leaves, and bodies in leaves
//          that are too near meet one by one. A target cell walks the sources that its parent could
//          not accept, and hands down what it cannot either: so a cell's result depends on nothing
//          but the tree, and locals live only on the way down.
// Source:  Greengard & Rokhlin, J. Comput. Phys. 73 (1987); Dehnen, Comput. Astrophys. Cosmol. 1:1
//          (2014): expansions and acceptance by error (cartesian_expansion.hpp,
//          pair_acceptance.hpp); Yokota 2013 (walks of pairs).
// Cost:    about N: each leaf meets a few dozen leaves and a hundred or two cells.
// Memory:  61 bytes a body in float at order 5, of a million bodies; 115 to 131 in double at orders
//          7 and 8 and 229 at order 12, of 131,072.
// Order:   of each target's terms fixed by the tree, so the result does not depend on the number of
//          threads.

#include "sim/domain/domains.hpp"
#include "sim/domain/travel.hpp"
#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/fmm/fmm_on_ranks.hpp"
#include "sim/solvers/fmm/fmm_options.hpp"
#include "sim/solvers/fmm/target_walk.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/solvers/typed_solver.hpp"
#include "sim/state/held_array.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <atomic>
#include <cassert>

namespace orrery {
namespace {

const SolverInfo fmm_info{
    .id = "cpu.fmm",
    .title = "Fast multipole method",
    .family = "FMM",
    .idea = "Distant crowds pull on whole neighbourhoods at once: cells interact with cells.",
    .source = "Greengard & Rokhlin 1987; Dehnen, Comput. Astrophys. Cosmol. 1:1 (2014)",
    .complexity = "N",
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = fmm_options(96),
    .promise = fmm_promise,
};

// A node whose targets are still to be walked, and what its parent hands down to it.
template <class Real>
struct WalkTask {
    std::uint32_t node;
    std::shared_ptr<const HandedDown<Real>> above;
};

// Goes down from the root of the targets, all nodes of a round at once, until nodes are small
// enough to be walked to their leaves by one thread each. The same tasks on any machine.
template <class Real>
std::vector<WalkTask<Real>> divide_walk(const FmmProblem<Real>& problem, Execution& execution) {
    constexpr std::uint32_t parts = 256, fewest = 2048;
    const std::vector<Node>& nodes = problem.targets.prepared.tree.nodes;
    const std::uint32_t root = problem.targets.root;
    const std::uint32_t most = std::max(fewest, nodes[root].count() / parts);
    std::vector<WalkTask<Real>> ready;
    std::vector<WalkTask<Real>> large{
        {root, std::make_shared<const HandedDown<Real>>(handed_to_root(problem.sources))}};
    oneapi::tbb::enumerable_thread_specific<TargetWalk<Real>> walks;
    while (!large.empty()) {
        std::vector<std::shared_ptr<HandedDown<Real>>> handed(large.size());
        const auto divisible = [&](const WalkTask<Real>& task) {
            return !nodes[task.node].is_leaf() && nodes[task.node].count() > most;
        };
        execution.workers.for_ranges(large.size(), 1, [&](std::size_t i, std::size_t) {
            if (divisible(large[i]) && !execution.stop.stop_requested()) {
                handed[i] = std::make_shared<HandedDown<Real>>();
                walks.local().meet(problem.sources, problem.targets, large[i].node, *large[i].above,
                                   *handed[i]);
            }
        });
        std::vector<WalkTask<Real>> next;
        for (std::size_t i = 0; i < large.size(); ++i) {
            if (handed[i] == nullptr) {
                ready.push_back(large[i]);
                continue;
            }
            const Node& node = nodes[large[i].node];
            for (std::uint32_t child = 0; child < node.child_count; ++child) {
                next.push_back({node.first_child + child, handed[i]});
            }
        }
        large = std::move(next);
    }
    return ready;
}

// The bulk's spread is what the curve's cells follow. All ranks have the same.
template <class Real>
ExpansionUnits<Real> units_for(int order, const ForceSources<Real>& request,
                               const Expansions<Real>& expansions, Communicator& ranks) {
    const double mass = expansions.multipoles.empty()
                            ? 0
                            : static_cast<double>(expansions.multipoles.front().monopole.mass);
    return expansion_units<Real>(order, 0x1p-10 * measured_space(request.sources, ranks).reach,
                                 sum_of(ranks, mass), request.parameters.softening);
}

// Sorts, builds, and computes what pulls are estimated from. False if asked to stop.
template <class Real>
bool prepare_tree(const BodiesView<Real>& bodies, const ForceParameters& parameters,
                  Execution& execution, PreparedTree<Real>& tree) {
    if (!sort_and_build(bodies, leaf_bodies(fmm_info, parameters), execution, tree)) {
        return false;
    }
    OpeningCriterion for_estimate;
    for_estimate.contact = std::sqrt(static_cast<double>(PairLaw<Real>::contact_squared()));
    const auto timer = timed("multipoles", execution.timings);
    tree.prepare_walk(for_estimate, parameters.softening, execution.workers);
    return true;
}

// The fast multipole method in one precision, with what it keeps between calls.
template <class Real>
class FmmSum {
public:
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const ForceParameters& parameters = request.parameters;
        Communicator& ranks = execution.communicator;
        FmmTree<Real>& sources = sources_.to_overwrite();
        own_ = &sources;
        const auto built = [&] {
            return prepare_tree(request.sources, parameters, execution, sources.prepared);
        };
        if (!agreed_on(ranks, built)) {
            return Outcome::cancelled;
        }
        const auto timer = timed("multipoles", execution.timings);
        sources.criterion =
            fmm_criterion(fmm_info, parameters,
                          sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64);
        const int order = sources.criterion.order;
        const ExpansionUnits<Real> units =
            units_for(order, request, sources.prepared.expansions, ranks);
        on_all(ranks, [&] {
            sources.fit_cells(order, units, execution.workers);
            sources.expand(execution.workers);
        });
        sources.limits = {static_cast<Real>(parameters.softening * parameters.softening),
                          units.min_distance};
        sources.min_acceleration.clear();
        if (ranks.size() > 1) {
            const auto exchange = timed("exchange", execution.timings);
            join_trees(sources, parameters.softening, execution);
        }
        return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        assert(request.targets_at || execution.communicator.size() == 1);
        if (!request.targets_at && !prepare_others(request, execution)) {
            return Outcome::cancelled;
        }
        FmmTree<Real>& targets = request.targets_at ? *own_ : others_;
        if (targets.min_acceleration.empty()) { // else an evaluation before has estimated them
            const auto timer = timed("estimate", execution.timings);
            targets.estimate_accelerations(own_->prepared, execution.workers);
        }
        const auto timer = timed("forces", execution.timings);
        return forces(request, targets, execution);
    }

    const PreparedTree<Real>& prepared() const { return sources_->prepared; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const {
        return std::make_unique<InspectionReading>(
            [held = sources_.hold(), request] { return inspect_fmm(*held, request); });
    }
    std::size_t scratch_bytes() const { return sources_->bytes() + others_.bytes(); }

private:
    // Targets that are no sources: their tree.
    bool prepare_others(const ForceRequest<Real>& request, Execution& execution) {
        if (!prepare_tree(request.targets, request.parameters, execution, others_.prepared)) {
            return false;
        }
        const auto timer = timed("multipoles", execution.timings);
        others_.fit_cells(own_->order, own_->units, execution.workers);
        others_.min_acceleration.clear();
        return true;
    }

    Outcome forces(const ForceRequest<Real>& request, const FmmTree<Real>& targets,
                   Execution& execution) {
        const FmmProblem<Real> problem{*sources_,
                                       targets,
                                       {sources_->prepared, targets.prepared, request},
                                       expansion_kernels<Real>(sources_->order)};
        const std::vector<WalkTask<Real>> tasks = divide_walk(problem, execution);
        const auto bodies_of = [&](const Group& run) {
            return targets.prepared.sorted.order().subspan(run.begin, run.count());
        };
        const ResultEntries entries(request);
        const auto go_on = [&](const Node& node) {
            return !execution.stop.stop_requested() &&
                   entries.any_of(bodies_of({node.begin, node.end}));
        };
        std::atomic<std::uint64_t> interactions = 0;
        oneapi::tbb::enumerable_thread_specific<TargetWalk<Real>> walks;
        execution.workers.for_ranges(tasks.size(), 1, [&](std::size_t i, std::size_t) {
            std::uint64_t terms = 0;
            walks.local().descend(
                problem, tasks[i].node, *tasks[i].above, go_on,
                [&](const Group& run, const AccelerationsView<Real>& sums, std::size_t of_each) {
                    terms +=
                        of_each * scatter_results(request, entries, sums, of_each, bodies_of(run));
                    execution.computed(run.count(),
                                       targets.prepared.tree.nodes[targets.root].count());
                });
            interactions += terms;
        });
        execution.timings.interactions = static_cast<double>(interactions);
        return execution.stop.stop_requested() ? Outcome::cancelled : Outcome::complete;
    }

    Held<FmmTree<Real>> sources_;  // by those who inspect it
    FmmTree<Real>* own_ = nullptr; // those, until others are prepared
    FmmTree<Real> others_;         // targets that are no sources
};

} // namespace

SolverEntry fmm_solver() {
    return typed_entry<BuiltSum<FmmSum>, fmm_info>();
}

} // namespace orrery
