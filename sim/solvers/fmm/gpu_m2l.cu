// M2L on a GPU: a warp for a target, a source for each lane.
//
// Idea:    the warp fetches the moments of up to 31 sources together, so that memory is read in
//          whole lines, into shared memory; those of the next sources are on their way while these
//          are translated. Each lane makes the derivatives at
//          its own source's distance and adds what that does to 20 … 84 coefficients of its own,
//          all of it in registers and without a branch; at the end of the list the lanes'
//          coefficients are summed. The reduction is fused, as all lanes work for the same target.
// Source:  Cruz, Layton & Barba 2011, Comput. Phys. Commun. 182 (what hinders M2L on GPUs: the
// memory
//          that a thread needs, and the separate reduction); the formulas: cartesian_expansion.hpp.
// Cost:    at order 4: 236 multiply-adds and 144 bytes a translation, 31 shuffles a target for 32
//          coefficients.
// Memory:  8.9 KB of shared memory a warp at order 4.

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/fmm/gpu_lane_sums.cuh"
#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"
#include "sim/solvers/fmm/gpu_staged_sources.cuh"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

#include <algorithm>
#include <cstddef>

namespace orrery {
namespace {

constexpr unsigned m2l_threads = 64;
constexpr unsigned warps = m2l_threads / warp_size;

// Stores 32 or fewer coefficients from `first` on.
template <int first, int count, class Real>
__device__ void store_sums(const Real (&own)[count], Real* to, unsigned lane) {
    Real part[warp_size];
    expansion::for_indices<0, int(warp_size)>([&]<int i>() {
        if constexpr (first + i < count) {
            part[i] = own[first + i];
        } else {
            part[i] = 0;
        }
    });
    const Real sum = sum_each_to_its_lane(part, lane);
    constexpr int in_memory = (count + 3) / 4 * 4; // whole words of 16 bytes
    if (first + lane < in_memory) {
        to[first + lane] = sum;
    }
}

template <class Real, int order>
__global__ void __launch_bounds__(m2l_threads) translate_all(TranslationTask<Real> task) {
    constexpr int count = coefficients(order);
    constexpr int stride = expansion_stride(order);
    extern __shared__ __align__(16) unsigned char memory[];
    const unsigned lane = threadIdx.x % warp_size;
    Real* own_memory = reinterpret_cast<Real*>(memory) +
                       (threadIdx.x / warp_size) * StagedSources<Real, order>::size;
    StagedSources<Real, order> sources(task.lists.chunks, task.moments, own_memory, lane);
    const FmmUnits<Real> units = *task.units;
    const Real softening = task.softening_squared * units.inverse_length * units.inverse_length;
    const unsigned nodes = task.nodes.count;
    for (;;) {
        const unsigned place = drawn_by_warp(task.next);
        if (place >= nodes) {
            return;
        }
        const std::uint32_t target = task.nodes.slots[place];
        const Sphere<Real> centre = task.spheres[target];
        Real local[count] = {};
        sources.begin(task.lists.far[target]);
        while (const unsigned entries = sources.advance()) {
            if (lane < entries) {
                // [gpu.fmm]
                Real moments[stride];
                sources.load(lane, moments);
                Real d[3];
                from_source(moments, centre, units, d);
                const Real squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + softening;
                Real derivative[count];
                derivatives<order>(d, reciprocal_root(squared), derivative);
                // [lit]
                multipole_to_local<order>(moments, derivative, local);
                // [/lit]
                // [/gpu.fmm]
            }
        }
        Real* to = task.locals + std::size_t(target) * stride;
        store_sums<0>(local, to, lane);
        if constexpr (count > 32) {
            store_sums<32>(local, to, lane);
        }
        if constexpr (count > 64) {
            store_sums<64>(local, to, lane);
        }
    }
}

} // namespace

template <class Real>
void translate(DeviceQueue& queue, const TranslationTask<Real>& task, int order) {
    if (is_sliced(order)) {
        return translate_slices(queue, task, order);
    }
    with_order(order, [&]<int compiled>() {
        const auto kernel = translate_all<Real, compiled>;
        constexpr std::size_t shared = warps * StagedSources<Real, compiled>::size * sizeof(Real);
        allow_shared_memory(kernel, shared);
        queue.launch("m2l",
                     queue.resident_shape(kernel, (task.nodes.count + warps - 1) / warps,
                                          m2l_threads, shared),
                     kernel, task);
    });
}

template void translate(DeviceQueue&, const TranslationTask<float>&, int);
template void translate(DeviceQueue&, const TranslationTask<double>&, int);

} // namespace orrery
