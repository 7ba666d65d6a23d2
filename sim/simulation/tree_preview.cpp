#include "sim/simulation/tree_preview.hpp"

#include "sim/simulation/checked_settings.hpp"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/tree/inspect_tree.hpp"

namespace orrery {
namespace {

constexpr const char* algorithm = "cpu.tree";

} // namespace

std::optional<Inspection> TreePreview::inspect(const BodyValues& bodies, const Settings& settings,
                                               double softening, const InspectRequest& request,
                                               Workers& workers, const std::stop_token& stop) {
    const SolverInfo& info = find_solver(algorithm).info;
    const ForceParameters parameters{.softening = softening,
                                     .options = {info, options_of(settings, algorithm)}};
    const VectorArray<float> position = converted<float>(bodies.position);
    const HostArray<float> mass = converted<float>(bodies.mass);
    const BodiesView<float> view{mass.size(), position.x.data(), position.y.data(),
                                 position.z.data(), mass.data()};
    if (!prepared_.sort(view, workers, stop)) {
        return std::nullopt;
    }
    prepared_.build(leaf_bodies(info, parameters), workers);
    prepared_.prepare_walk(tree_criterion<float>(info, parameters), softening, workers);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    return inspect_tree(prepared_, request);
}

} // namespace orrery
