// Tree and mesh together (TreePM) on all cores.
//
//   1/R = erf(R / 2 r_s) / R  (mesh)  +  erfc(R / 2 r_s) / R  (tree),   R^2 = r^2 + softening^2
//
// Idea:    a mesh gives the smooth far field of all bodies and images at the price of a product of
//          spectra, but has no detail below its cells; a tree has all detail, but no images. The
//          law is split at a length r_s of a little more than a cell: what is left to the tree ends
//          some six times as far away, so that its walks leave out the rest, and are short. The
//          split is exact for any softening (ShortRange), and nearest images are groups that have
//          been shifted (ImagesInReach).
// Source:  Xu, ApJS 98, 355 (1995); Bagla 2002; Springel, MNRAS 364, 1105 (2005), section 2.3, and
//          MNRAS 506, 2871 (2021). Walk and mesh: sim/solvers/tree/tree_cpu.cpp,
//          sim/solvers/mesh/mesh_cpu.cpp.
// Cost:    the mesh's N points^3 + n log n for n cells, and a walk whose terms do not grow with N.
// Memory:  that of both.
// Error:   of the cells that the walk takes whole, and of the mesh: 1e-3 of the force with the
//          default options.
// Order:   of all sums fixed, so the result does not depend on the number of threads.

#include "sim/domain/travel.hpp"
#include "sim/mesh/fourier_transform.hpp"
#include "sim/solvers/mesh/mesh_sum.hpp"
#include "sim/solvers/tree/tree_sum.hpp"
#include "sim/solvers/treemesh/treemesh_options.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <limits>

namespace orrery {
namespace {

const SolverInfo treemesh_info{
    .id = "cpu.treemesh",
    .title = "Tree and mesh",
    .family = "CPU tree and mesh",
    .idea = "The mesh has the far field of all images, a tree the detail that it has not.",
    .source = "Springel, MNRAS 364, 1105 (2005), section 2.3",
    .complexity = "N + n log n",
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .knows_ranks = true,
    .promised_error_fp32 = 2e-3,
    .promised_error_fp64 = 2e-3,
    .options = treemesh_options(24),
    .promise = treemesh_promise,
};

// Both sums in one precision.
template <class Real>
class TreeMeshSum {
public:
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const double bodies =
            sum_of(execution.communicator, static_cast<double>(request.sources.count));
        choice_ =
            treemesh_choice(treemesh_info, request.parameters, static_cast<std::size_t>(bodies));
        Execution of_mesh = without_progress(execution);
        if (mesh_.prepare(request, choice_, of_mesh) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        const Real reach = request.parameters.box.is_periodic() && mesh_.field() != nullptr
                               ? short_range(*mesh_.field(), request.parameters).cutoff
                               : std::numeric_limits<Real>::infinity();
        return tree_.prepare(request, execution, reach);
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        Execution of_mesh = without_progress(execution);
        const auto field = mesh_.field_for(request, of_mesh);
        if (!field) {
            return Outcome::cancelled;
        }
        if (*field == nullptr) { // all bodies are at one point
            return tree_.run(request, execution);
        }
        // [cpu.treemesh]
        const ShortRange<Real> rest_of_law = short_range(**field, request.parameters);
        // [lit]
        if (tree_.run(request, execution, &rest_of_law) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        // [/lit]
        // [/cpu.treemesh]
        const double terms = execution.timings.interactions;
        // [cpu.treemesh]
        ForceRequest<Real> rest = request;
        rest.result.add = true;
        // [lit]
        const Outcome outcome = mesh_.read(**field, rest, of_mesh);
        // [/lit]
        // [/cpu.treemesh]
        execution.timings.interactions = terms; // the tree's, which differ from body to body
        return outcome;
    }

    const PreparedTree<Real>& prepared() const { return tree_.prepared(); }
    // The mesh sums in the order of the bodies: a run that is continued from a file has to find it
    // as it was.
    const std::uint32_t* order() const { return nullptr; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest&) const { return nullptr; }
    std::size_t scratch_bytes() const { return mesh_.scratch_bytes() + tree_.scratch_bytes(); }

private:
    // An evaluation's progress is that of its walks, which take longest.
    static Execution without_progress(const Execution& execution) {
        Execution quiet = execution;
        quiet.progress = nullptr;
        return quiet;
    }
    ShortRange<Real> short_range(const MeshField<Real>& field,
                                 const ForceParameters& parameters) const {
        return {choice_.split * field.space().widest(),
                short_range_reach(treemesh_info, parameters)};
    }

    MeshChoice choice_{};
    MeshSum<Real> mesh_;
    TreeSum<Real> tree_{treemesh_info};
};

} // namespace

SolverEntry treemesh_solver() {
    SolverEntry entry = typed_entry<BuiltSum<TreeMeshSum>, treemesh_info>();
    entry.why_unavailable = fourier_transform_unavailable;
    return entry;
}

} // namespace orrery
