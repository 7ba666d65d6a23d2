// A particle mesh on all cores.
//
//   masses on a mesh -> spectrum -> times Green's function -> potential -> differences -> bodies
//
// Idea:    on a mesh the potential of all bodies follows from one product of spectra, however many
//          there are. Each body is spread over the points near it, and reads its pull from the same
//          points with the same weights, so that it does not pull itself. In a box the mesh's own
//          periods are the images; in open space the mesh is doubled, and the far half empty.
// Source:  Hockney & Eastwood 1981, "Computer Simulation Using Particles", chapters 5 and 6.
// Cost:    N points^3 and n log n for n cells; no pair is ever looked at.
// Memory:  20 bytes a body in float, and 8 bytes a cell and a half.
// Error:   a mesh has no detail below its cells: its forces are those that the law has where it is
//          softened at mesh_least_softening cells or more, and smoother where it is less.
// Ranks:   share the transforms, by slabs (slab_transform.hpp).
// Order:   of all sums fixed, so the result does not depend on the number of threads.

#include "sim/domain/travel.hpp"
#include "sim/solvers/mesh/mesh_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

namespace orrery {
namespace {

const SolverInfo mesh_info{
    .id = "cpu.mesh",
    .title = "Particle mesh",
    .family = "CPU mesh",
    .idea = "The potential on a mesh is one product of spectra, however many bodies there are.",
    .source = "Hockney & Eastwood, Computer Simulation Using Particles (1981), chapters 5, 6",
    .complexity = "N + n log n",
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .knows_ranks = true,
    .promised_error_fp32 = 0.15,
    .promised_error_fp64 = 0.15,
    .options = mesh_options(),
    .promise = mesh_promise,
};

class MeshMethod {
public:
    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        const double bodies =
            sum_of(execution.communicator, static_cast<double>(sources.sources.count));
        return sums_.template only<Real>().prepare(
            sources, mesh_choice(mesh_info, sources.parameters, static_cast<std::size_t>(bodies)),
            execution);
    }
    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        return sums_.template in<Real>().run(request, execution);
    }
    std::size_t scratch_bytes() const {
        return sums_.fp32.scratch_bytes() + sums_.fp64.scratch_bytes();
    }

private:
    PerPrecision<MeshSum> sums_; // one of them empty
};

} // namespace

SolverEntry mesh_solver() {
    SolverEntry entry = typed_entry<MeshMethod, mesh_info>();
    entry.why_unavailable = fourier_transform_unavailable;
    return entry;
}

} // namespace orrery
