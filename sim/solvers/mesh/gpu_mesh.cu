// A particle mesh on a GPU.
//
//   bodies by bricks -> masses on a mesh -> spectrum -> potential -> differences -> bodies
//
// Idea:    as cpu.mesh (sim/solvers/mesh/mesh_cpu.cpp), which it shares Green's function and mesh
//          with. Sorted by bricks of 8^3 points, the bodies of a brick are spread, and read what
//          they need, in the shared memory of a block of threads. In a box the host waits for
//          nothing; in open space it waits for the bodies' bounds, which the mesh follows.
// Source:  Hockney & Eastwood 1981, "Computer Simulation Using Particles", chapters 5 and 6; the
//          rest in gpu_assignment.cu and gpu_interpolation.cu.
// Cost:    N points^3 and n log n for n cells; no pair is ever looked at.
// Memory:  gpu_mesh_field.cuh, device_mesh.cuh.
// Error:   that of cpu.mesh.
// Order:   of bodies without a bit's effect on forces (whole_masses.cuh); that of other sums fixed,
//          but for those that cuFFT and the GPU choose.

#include "sim/solvers/mesh/mesh_group_sum.cuh"
#include "sim/solvers/typed_solver.hpp"

namespace orrery {
namespace {

const SolverInfo mesh_info{
    .id = "gpu.mesh",
    .title = "Particle mesh, GPU",
    .family = "GPU mesh",
    .idea = "The potential on a mesh is one product of spectra, however many bodies there are.",
    .source = "Hockney & Eastwood, Computer Simulation Using Particles (1981), chapters 5, 6",
    .complexity = "N + n log n",
    .space = Space::device,
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .sorts_bodies = true,
    .promised_error_fp32 = 0.15,
    .promised_error_fp64 = 0.15,
    .options = mesh_options(),
    .promise = mesh_promise,
};

class GpuMesh {
public:
    explicit GpuMesh(const SolverInfo& info) : info_(info) {}

    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        order_ = nullptr;
        if (sources.sources.count == 0) {
            return Outcome::complete;
        }
        return scratch_.template get<Real>(*execution.queue, info_)
            .prepare(sources, mesh_choice(info_, sources.parameters, sources.sources.count),
                     execution);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (request.sources.count == 0) {
            pull_by_nobody(*execution.queue, request);
            return Outcome::complete;
        }
        GpuMeshSum<Real>& sum = scratch_.template get<Real>(*execution.queue, info_);
        const Outcome outcome = sum.run(request, execution);
        order_ = outcome == Outcome::complete ? sum.order() : nullptr;
        return outcome;
    }

    const std::uint32_t* order() const { return order_; }
    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    const SolverInfo& info_;
    GpuScratch<GpuMeshSum> scratch_;
    const std::uint32_t* order_ = nullptr; // that the last evaluation found
};

} // namespace

SolverEntry gpu_mesh_solver() {
    static const SharedAlgorithm shared{
        as_shared(mesh_info), SharedBy::targets, [](const SolverInfo& of_group, Sharing sharing) {
            const PerPrecision<MakeGroupSum> sums{
                [&of_group](const GroupWay& way) {
                    return std::make_unique<MeshGroupSum<float>>(way, of_group);
                },
                [&of_group](const GroupWay& way) {
                    return std::make_unique<MeshGroupSum<double>>(way, of_group);
                }};
            return shared_solver(of_group, sharing, {sums});
        }};
    return {mesh_info,
            []() -> std::unique_ptr<Solver> {
                return std::make_unique<TypedSolver<GpuMesh>>(mesh_info, mesh_info);
            },
            cufft_unavailable, &shared};
}

} // namespace orrery
