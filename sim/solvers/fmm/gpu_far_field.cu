// The end of the far field of the fast multipole method on a GPU: a warp for a leaf.
//
// Idea:    what all distant sources do is in the leaf's local series, which each body evaluates at
//          its place (L2P). Some sources pull on each body as a whole (M2P): those that are far
//          from the bodies of a leaf, but not from all around it. Leaves beyond most bodies are as
//          large as that.
// Source:  Greengard & Rokhlin 1987, J. Comput. Phys. 73; M2P: Cheng, Greengard & Rokhlin 1999, J.
//          Comput. Phys. 155, section 3 (lists 3 and 4).
// Cost:    at order 4 100 instructions a body, and 200 for each source as a whole.

#include "sim/solvers/fmm/gpu_near_field.cuh"
#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"
#include "sim/solvers/fmm/gpu_staged_sources.cuh"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

namespace orrery {
namespace {

constexpr unsigned far_threads = 64;
constexpr unsigned warps = far_threads / warp_size;

template <class Real, int order>
class LeafSeries {
public:
    __device__ LeafSeries(const LeafTask<Real>& task, const NodeExpansions<Real>& of_sources,
                          Real* memory, const WalkNode<Real>& leaf, unsigned lane)
        : task_(task), sources_(task.lists.chunks, of_sources.moments, memory, lane), leaf_(leaf),
          lane_(lane), units_(*of_sources.units) {}

    // `heard`: how many sources are in the local series.
    __device__ void run(const Real* locals, const Sphere<Real>& centre, const ChunkList& whole,
                        unsigned heard) {
        const unsigned terms = heard + whole.count;
        // In a small leaf several lanes share a body, each with a part of the sources.
        const unsigned lanes_a_body = leaf_.count() > 16 ? 1 : leaf_.count() > 8 ? 2 : 4;
        const unsigned lanes = warp_size / lanes_a_body;
        const Part part{lane_ / lanes, lanes_a_body};
        for (unsigned first = 0; first < leaf_.count(); first += lanes) {
            const unsigned place = first + lane_ % lanes;
            const unsigned body = leaf_.first + min(place, leaf_.count() - 1);
            const unsigned entry = task_.entry(body);
            const bool mine =
                part.which == 0 && place < leaf_.count() && entry != LeafTask<Real>::no_entry;
            if (__any_sync(all_lanes, mine) == 0) {
                continue;
            }
            const PointMass<Real> target = task_.targets.bodies[body];
            Real pull[4] = {}; // potential and its gradient
            add_whole(whole, part, target, pull);
            for (unsigned distance = lanes; distance < warp_size; distance *= 2) {
                expansion::for_indices<0, 4>(
                    [&]<int i>() { pull[i] += __shfl_xor_sync(all_lanes, pull[i], distance); });
            }
            if (mine) {
                if (heard > 0) { // else it may be so wide that powers are no numbers
                    evaluate(locals, centre, target, pull);
                }
                add_far_pull(task_, units_, entry, pull, terms);
            }
            targets_ += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, mine)));
        }
        if (lane_ == 0 && targets_ > 0) {
            atomicAdd(task_.terms, static_cast<unsigned long long>(terms) * targets_);
        }
    }

private:
    // A lane's part of the sources: every `of`-th.
    struct Part {
        unsigned which, of;
    };

    __device__ void evaluate(const Real* locals, const Sphere<Real>& centre,
                             const PointMass<Real>& target, Real (&pull)[4]) {
        Real local[expansion_stride(order)];
        load_coefficients<order>(locals, local);
        const Real d[3] = {(target.x - centre.x) * units_.inverse_length,
                           (target.y - centre.y) * units_.inverse_length,
                           (target.z - centre.z) * units_.inverse_length};
        evaluate_local<order>(local, d, pull);
    }

    __device__ void add_whole(const ChunkList& list, const Part& part,
                              const PointMass<Real>& target, Real (&pull)[4]) {
        sources_.begin(list);
        while (const unsigned entries = sources_.advance()) {
            for (unsigned i = part.which; i < entries; i += part.of) {
                m2p(i, target, pull);
            }
        }
    }

    __device__ void m2p(unsigned source, const PointMass<Real>& target, Real (&pull)[4]) {
        Real moments[expansion_stride(order)];
        sources_.load(source, moments);
        Real d[3];
        from_source(moments, target, units_, d);
        const Real squared =
            d[0] * d[0] + d[1] * d[1] + d[2] * d[2] +
            task_.softening_squared * units_.inverse_length * units_.inverse_length;
        Real derivative[coefficients(order)];
        derivatives<order>(d, reciprocal_root(squared), derivative);
        multipole_to_point<order>(moments, derivative, pull);
    }

    const LeafTask<Real>& task_;
    StagedSources<Real, order> sources_;
    const WalkNode<Real>& leaf_;
    unsigned lane_;
    FmmUnits<Real> units_;
    unsigned targets_ = 0; // that were wanted
};

template <class Real, int order>
__global__ void __launch_bounds__(far_threads)
    evaluate_leaves(LeafTask<Real> task, NodeExpansions<Real> of_sources,
                    NodeExpansions<Real> of_targets) {
    extern __shared__ __align__(16) unsigned char memory[];
    Real* own_memory = reinterpret_cast<Real*>(memory) +
                       (threadIdx.x / warp_size) * StagedSources<Real, order>::size;
    const unsigned lane = threadIdx.x % warp_size;
    const unsigned end = task.end_node();
    for (unsigned cell = task.first_node() + blockIdx.x * warps + threadIdx.x / warp_size;
         cell < end; cell += gridDim.x * warps) {
        const std::uint32_t slot = task.targets.slots[cell];
        const WalkNode<Real> node = task.targets.walk_nodes[slot];
        if (node.is_leaf()) {
            LeafSeries<Real, order>(task, of_sources, own_memory, node, lane)
                .run(of_targets.locals + std::size_t(slot) * expansion_stride(order),
                     of_targets.spheres[slot], task.lists.whole[slot], task.lists.heard[slot]);
        }
        __syncwarp();
    }
}

} // namespace

template <class Real>
void add_far_field(DeviceQueue& queue, const LeafTask<Real>& task, unsigned nodes,
                   const NodeExpansions<Real>& of_sources, const NodeExpansions<Real>& of_targets) {
    if (is_sliced(of_sources.order)) {
        return add_sliced_far_field(queue, task, nodes, of_sources, of_targets);
    }
    with_order(of_sources.order, [&]<int order>() {
        const auto kernel = evaluate_leaves<Real, order>;
        constexpr std::size_t shared = warps * StagedSources<Real, order>::size * sizeof(Real);
        allow_shared_memory(kernel, shared);
        queue.launch("evaluate", {dim3((nodes + warps - 1) / warps), dim3(far_threads), shared},
                     kernel, task, of_sources, of_targets);
    });
}

template void add_far_field(DeviceQueue&, const LeafTask<float>&, unsigned,
                            const NodeExpansions<float>&, const NodeExpansions<float>&);
template void add_far_field(DeviceQueue&, const LeafTask<double>&, unsigned,
                            const NodeExpansions<double>&, const NodeExpansions<double>&);

} // namespace orrery
