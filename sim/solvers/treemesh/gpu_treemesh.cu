// Tree and mesh together (TreePM) on one GPU.
//
//   1/R = erf(R / 2 r_s) / R  (mesh)  +  erfc(R / 2 r_s) / R  (tree),   R^2 = r^2 + softening^2
//
// Idea:    as cpu.treemesh (treemesh_cpu.cpp), of the parts of gpu.mesh and gpu.tree: warps walk
//          for groups of neighbours, leave out cells that are out of the split's reach, and walk
//          again for each image of the box that their group feels, as if it were there. What the
//          mesh has of the law is taken away as a series: of what is small beside the split, as
//          most of a crowd is, once for a group (MeshSeries), else pair by pair (MeshPart). The
//          mesh is made in a queue of its own, beside the tree and the walks, whose small kernels
//          leave much of a GPU idle.
// Source:  Springel, MNRAS 364, 1105 (2005), section 2.3; gpu_walk.cu, gpu_mesh_field.cuh.
// Cost:    those of gpu.mesh, and walks whose terms do not grow with N: a body 30 instructions a
//          target, a cell 55, both gpu.tree's in small cells of small groups.
// Memory:  that of both.
// Error:   that of cpu.treemesh.

#include "sim/solvers/mesh/cufft_library.hpp"
#include "sim/solvers/mesh/gpu_mesh_sum.cuh"
#include "sim/solvers/tree/gpu_tree_sum.cuh"
#include "sim/solvers/treemesh/treemesh_options.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <optional>

namespace orrery {
namespace {

const SolverInfo treemesh_info{
    .id = "gpu.treemesh",
    .title = "Tree and mesh, GPU",
    .family = "GPU tree and mesh",
    .idea = "The mesh has the far field of all images, a tree the detail that it has not.",
    .source = "Springel, MNRAS 364, 1105 (2005), section 2.3",
    .complexity = "N + n log n",
    .space = Space::device,
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .promised_error_fp32 = 3e-3,
    .promised_error_fp64 = 3e-3,
    .bytes_per_interaction = 24.0 / 64, // a body or cell serves a group
    .options = treemesh_options(16),
    .promise = treemesh_promise,
};

// Both sums in one precision.
template <class Real>
class GpuTreeMeshSum {
public:
    GpuTreeMeshSum(DeviceQueue& queue, const SolverInfo& info)
        : info_(info), queue_(queue), beside_(queue.device()), mesh_(beside_, info),
          tree_(queue, info) {}

    // There is at least one source.
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        choice_ = treemesh_choice(info_, request.parameters, request.sources.count);
        Execution of_mesh = untold(execution);
        follow(beside_, queue_, bodies_ready_);
        tree_.prepare(request); // it sorts while the host waits for the mesh's bounds
        queue_.begin(of_mesh_phase);
        const Outcome outcome = mesh_.prepare(request, choice_, of_mesh);
        if (outcome == Outcome::cancelled) {
            beside_.forget_phases();
            queue_
                .wait(); // the tree's counts may be on their way to the host, and are not asked for
            follow(queue_, beside_, done_beside_);
        }
        return outcome;
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (!request.targets_at || !mesh_.finite()) {
            follow(beside_, queue_, bodies_ready_); // what is read or written at once may be new
        }
        const Outcome outcome = evaluate(request, execution);
        beside_.forget_phases();
        queue_.begin(of_mesh_phase);
        follow(queue_, beside_, done_beside_);
        queue_.end();
        return outcome;
    }

    // When the queue has finished.
    void report(StepTimings& timings) { timings.interactions += tree_.new_terms(); }
    const std::uint32_t* order() const { return mesh_.finite() ? tree_.tree().order : nullptr; }
    std::size_t bytes() const { return total_bytes(mesh_, tree_); }

private:
    Outcome evaluate(const ForceRequest<Real>& request, Execution& execution) {
        Execution of_mesh = untold(execution);
        if (!mesh_.finite()) {
            queue_.wait(); // as above
            return mesh_.run(request, of_mesh);
        }
        const std::optional<GpuMeshField<Real>*> field = mesh_.field_for(request, of_mesh);
        if (!field) {
            return Outcome::cancelled;
        }
        if (*field != nullptr) {
            (*field)->build();
        }
        if (walk(request, *field, execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        if (*field == nullptr) { // all bodies are at one point
            return Outcome::complete;
        }
        follow(beside_, queue_, walked_);
        // [gpu.treemesh]
        ForceRequest<Real> rest = request;
        rest.result.add = true;
        // [lit]
        const Outcome outcome = mesh_.read(**field, rest, of_mesh);
        // [/lit]
        // [/gpu.treemesh]
        return outcome;
    }

    // What `later` is given next waits for what `queue` has been given so far.
    static void follow(DeviceQueue& later, const DeviceQueue& queue, DeviceEvent& event) {
        event.record(queue.stream());
        cuda_check(cudaStreamWaitEvent(later.stream(), event.get()), "waiting on the GPU");
    }

    // An evaluation's progress is that of its walks, which take longest; its phases are those of
    // their queue, so that they are parts of the time that passes: of the mesh, what it has to wait
    // for.
    Execution untold(const Execution& execution) {
        return {execution.stop,    execution.workers,     not_told_, execution.queue, nullptr,
                execution.devices, execution.communicator};
    }
    static constexpr const char* of_mesh_phase = "mesh";

    // What the mesh leaves of the law; all of it where there is no field.
    Outcome walk(const ForceRequest<Real>& request, const GpuMeshField<Real>* field,
                 Execution& execution) {
        // [gpu.treemesh]
        std::optional<MeshPart<Real>> mesh_part;
        if (field != nullptr) {
            mesh_part.emplace(choice_.split * field->space().widest(),
                              short_range_reach(info_, request.parameters),
                              small_group_radius(info_, request.parameters));
        }
        // [lit]
        tree_.begin(request, mesh_part ? &*mesh_part : nullptr);
        // [/lit]
        // [/gpu.treemesh]
        while (tree_.build()) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
        }
        if (tree_.work().run(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        tree_.finish();
        return Outcome::complete;
    }

    const SolverInfo& info_;
    DeviceQueue& queue_;
    DeviceQueue beside_;
    DeviceEvent bodies_ready_, walked_, done_beside_;
    StepTimings not_told_;
    MeshChoice choice_{};
    GpuMeshSum<Real> mesh_; // works beside
    GpuTreeSum<Real> tree_;
};

class GpuTreeMesh {
public:
    explicit GpuTreeMesh(const SolverInfo& info) : info_(info) {}

    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        order_ = nullptr;
        if (sources.sources.count == 0) {
            return Outcome::complete;
        }
        return scratch_.template get<Real>(*execution.queue, info_).prepare(sources, execution);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        DeviceQueue& queue = *execution.queue;
        if (request.sources.count == 0) {
            pull_by_nobody(queue, request);
            return Outcome::complete;
        }
        GpuTreeMeshSum<Real>& sum = scratch_.template get<Real>(queue, info_);
        if (sum.run(request, execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        order_ = sum.order();
        queue.when_finished([&sum](StepTimings& timings) { sum.report(timings); });
        return Outcome::complete;
    }

    const std::uint32_t* order() const { return order_; }
    std::size_t scratch_bytes() const { return scratch_.bytes(); }

private:
    const SolverInfo& info_;
    GpuScratch<GpuTreeMeshSum> scratch_;
    const std::uint32_t* order_ = nullptr; // that the last evaluation found
};

} // namespace

SolverEntry gpu_treemesh_solver() {
    return {treemesh_info,
            []() -> std::unique_ptr<Solver> {
                return std::make_unique<TypedSolver<GpuTreeMesh>>(treemesh_info, treemesh_info);
            },
            cufft_unavailable};
}

} // namespace orrery
