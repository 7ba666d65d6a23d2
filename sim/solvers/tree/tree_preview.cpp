#include "sim/solvers/tree/tree_preview.hpp"

#include "sim/solvers/tree/tree_options.hpp"
#include "sim/tree/inspect_tree.hpp"

namespace orrery {

std::optional<Inspection> TreePreview::inspect(const BodiesView<float>& bodies,
                                               const ForceParameters& parameters,
                                               const InspectRequest& request, Workers& workers,
                                               const std::stop_token& stop) {
    const SolverInfo& info = find_solver("cpu.tree").info;
    if (!prepared_.sort(bodies, workers, stop)) {
        return std::nullopt;
    }
    prepared_.build(tree_leaf(info, parameters), workers);
    prepared_.prepare_walk(tree_criterion<float>(info, parameters), parameters.softening, workers);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    return inspect_tree(prepared_, request);
}

} // namespace orrery
