// The end of the far field on a GPU for orders that no thread has registers for: a warp for a leaf,
// a body for each lane.
//
// Idea:    the leaf's series is in shared memory and each body evaluates it by Horner's rule, with
//          its derivatives beside it (L2P). Sources that pull on bodies as a whole (M2P): each lane
//          makes the derivatives at its own distance in shared memory, row by row, and multiplies
//          each as it appears with the moment of its powers and those of one power less. A source
//          larger than the leaf is opened instead: eight translations cost less.
// Source:  Horner 1819; gpu_far_field.cu.
// Cost:    at order 10 a body and a source as a whole take 5,000 instructions, as 200 bodies would:
//          leaves are not taken as a whole, and what is larger seldom.

#include "sim/solvers/fmm/gpu_near_field.cuh"
#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>

namespace orrery {
namespace {

template <class Real>
struct FarTask {
    LeafTask<Real> leaves;
    NodeExpansions<Real> sources, targets;
    SliceTables<Real> tables;
};

constexpr unsigned series_threads = 128;
constexpr unsigned warps = series_threads / warp_size;

// phi and its gradient at d from the series' centre. `series`: divided by the factorials.
template <class Real>
__device__ void evaluate_series(int order, const int (&begin)[max_expansion_order + 1],
                                const Real* series, const Real (&d)[3], Real (&pull)[4]) {
    Real sum[4] = {};
    for (int k = order; k >= 0; --k) {
        const int degree = order - k;
        Real slice[3] = {}; // and its derivatives by x and y
        for (int j = degree; j >= 0; --j) {
            int place = begin[k] + place_in_slice(degree - j, j);
            Real row = 0;
            Real row_by_x = 0;
            for (int i = degree - j; i >= 0; --i) {
                row_by_x = row_by_x * d[0] + row;
                row = row * d[0] + series[place];
                place -= i + j;
            }
            slice[2] = slice[2] * d[1] + slice[0];
            slice[1] = slice[1] * d[1] + row_by_x;
            slice[0] = slice[0] * d[1] + row;
        }
        sum[3] = sum[3] * d[2] + sum[0];
        sum[2] = sum[2] * d[2] + slice[2];
        sum[1] = sum[1] * d[2] + slice[1];
        sum[0] = sum[0] * d[2] + slice[0];
    }
    expansion::for_indices<0, 4>([&]<int i>() { pull[i] += sum[i]; });
}

// L2P.
template <class Real>
__global__ void __launch_bounds__(series_threads)
    evaluate_leaf_series(const __grid_constant__ FarTask<Real> task) {
    __shared__ Real series_of_warp[warps][coefficients(max_expansion_order)];
    const unsigned lane = threadIdx.x % warp_size;
    Real* series = series_of_warp[threadIdx.x / warp_size];
    const LeafTask<Real>& leaves = task.leaves;
    const int order = task.sources.order;
    const int count = coefficients(order);
    const FmmUnits<Real> units = *task.sources.units;
    Real per_factorial[coefficients_a_lane];
    each_own_coefficient(count, lane, [&](int c, int n) {
        const Exponents powers = sliced_exponents(order, n);
        Real product = 1;
        for (const int power : {powers.x, powers.y, powers.z}) {
            for (int i = 2; i <= power; ++i) {
                product *= task.tables.reciprocal[i];
            }
        }
        per_factorial[c] = product;
    });
    const unsigned end = leaves.end_node();
    for (unsigned cell = leaves.first_node() + blockIdx.x * warps + threadIdx.x / warp_size;
         cell < end; cell += gridDim.x * warps) {
        const std::uint32_t slot = leaves.targets.slots[cell];
        const WalkNode<Real> node = leaves.targets.walk_nodes[slot];
        if (!node.is_leaf()) {
            continue;
        }
        const Real* from = task.targets.locals + std::size_t(slot) * sliced_row(order);
        __syncwarp();
        each_own_coefficient(count, lane,
                             [&](int c, int n) { series[n] = from[n] * per_factorial[c]; });
        __syncwarp();
        const Sphere<Real> centre = task.targets.spheres[slot];
        const unsigned heard = leaves.lists.heard[slot];
        const unsigned terms = heard + leaves.lists.whole[slot].count;
        unsigned wanted = 0;
        for (unsigned first = 0; first < node.count(); first += warp_size) {
            const unsigned body = node.first + first + lane;
            const unsigned entry =
                first + lane < node.count() ? leaves.entry(body) : LeafTask<Real>::no_entry;
            const bool mine = entry != LeafTask<Real>::no_entry;
            if (mine) {
                const PointMass<Real> target = leaves.targets.bodies[body];
                const Real d[3] = {(target.x - centre.x) * units.inverse_length,
                                   (target.y - centre.y) * units.inverse_length,
                                   (target.z - centre.z) * units.inverse_length};
                Real pull[4] = {};
                if (heard > 0) { // else it may be so wide that powers are no numbers
                    evaluate_series(order, task.tables.begin, series, d, pull);
                }
                add_far_pull(leaves, units, entry, pull, terms);
            }
            wanted += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, mine)));
        }
        if (lane == 0 && wanted > 0) {
            atomicAdd(leaves.terms, static_cast<unsigned long long>(terms) * wanted);
        }
    }
}

// A moment, and those with one power of x, y and z less.
template <class Real>
struct alignas(16) MomentsBelow {
    Real of[4];
};

constexpr unsigned most_sources_at_once = 4;

template <class Real>
std::size_t whole_memory(int order) {
    return std::size_t(coefficients(order)) *
           (warp_size * sizeof(Real) + most_sources_at_once * sizeof(MomentsBelow<Real>));
}

// M2P for one leaf.
template <class Real>
class WholeSources {
public:
    __device__ WholeSources(const FarTask<Real>& task, unsigned char* memory, unsigned lane)
        : task_(task), lane_(lane), count_(coefficients(task.sources.order)),
          units_(*task.sources.units), moments_(reinterpret_cast<MomentsBelow<Real>*>(memory)),
          derivatives_(reinterpret_cast<Real*>(moments_ + most_sources_at_once * count_) + lane) {}

    __device__ void run(const WalkNode<Real>& leaf, const ChunkList& list) {
        // In a small leaf several lanes share a body, each with a part of the sources.
        const unsigned at_once = leaf.count() > 16 ? 1 : leaf.count() > 8 ? 2 : 4;
        const unsigned lanes = warp_size / at_once;
        const LeafTask<Real>& leaves = task_.leaves;
        for (unsigned first = 0; first < leaf.count(); first += lanes) {
            const unsigned place = first + lane_ % lanes;
            const unsigned body = leaf.first + min(place, leaf.count() - 1);
            const unsigned entry = leaves.entry(body);
            const bool mine =
                lane_ < lanes && place < leaf.count() && entry != LeafTask<Real>::no_entry;
            if (__any_sync(all_lanes, mine) == 0) {
                continue;
            }
            Real pull[4] = {};
            add_all(list, leaves.targets.bodies[body], lane_ / lanes, at_once, pull);
            for (unsigned distance = lanes; distance < warp_size; distance *= 2) {
                expansion::for_indices<0, 4>(
                    [&]<int i>() { pull[i] += __shfl_xor_sync(all_lanes, pull[i], distance); });
            }
            if (mine) {
                add_far_pull(leaves, units_, entry, pull, 0U);
            }
        }
    }

private:
    __device__ void add_all(const ChunkList& list, const PointMass<Real>& target, unsigned which,
                            unsigned at_once, Real (&pull)[4]) {
        unsigned entries = list.in_last();
        for (std::uint32_t chunk = list.last; chunk != ListChunk::none;) {
            const std::uint32_t word = task_.leaves.lists.chunks[chunk].word(lane_, entries);
            chunk = __shfl_sync(all_lanes, word, 0);
            for (unsigned first = 1; first <= entries; first += at_once) {
                __syncwarp();
                for (unsigned i = 0; i < at_once; ++i) {
                    const unsigned from = min(first + i, entries);
                    stage(__shfl_sync(all_lanes, word, from), moments_ + int(i) * count_);
                }
                __syncwarp();
                const unsigned own = first + which;
                const std::uint32_t node = __shfl_sync(all_lanes, word, min(own, entries));
                if (own <= entries) {
                    m2p(node, moments_ + int(which) * count_, target, pull);
                }
            }
            entries = ListChunk::entries;
        }
    }

    __device__ void stage(std::uint32_t node, MomentsBelow<Real>* to) const {
        const int order = task_.sources.order;
        const Real* from = task_.sources.moments + std::size_t(node) * sliced_row(order);
        for (int n = int(lane_); n < count_; n += int(warp_size)) {
            const Exponents powers = sliced_exponents(order, n);
            const int degree = powers.x + powers.y;
            to[place_of_derivative(order, powers)] = {
                {from[n], powers.x > 0 ? from[n - degree] : Real(0),
                 powers.y > 0 ? from[n - degree - 1] : Real(0),
                 powers.z > 0 ? from[n - slice_size(order - powers.z + 1)] : Real(0)}};
        }
    }

    __device__ void m2p(std::uint32_t node, const MomentsBelow<Real>* moments,
                        const PointMass<Real>& target, Real (&pull)[4]) {
        const int order = task_.sources.order;
        const Real* from = task_.sources.moments + std::size_t(node) * sliced_row(order) + count_;
        const Real d[3] = {(target.x - from[0]) * units_.inverse_length,
                           (target.y - from[1]) * units_.inverse_length,
                           (target.z - from[2]) * units_.inverse_length};
        const Real squared =
            d[0] * d[0] + d[1] * d[1] + d[2] * d[2] +
            task_.leaves.softening_squared * units_.inverse_length * units_.inverse_length;
        const DerivativePoint<Real> at = derivative_point(d, reciprocal_root(squared));
        for (int k = 0; k <= order; ++k) {
            for (int j = 0; j + k <= order; ++j) {
                derivative_row<int(warp_size), max_order<Real>>(
                    order, j, k, at, task_.tables, derivatives_, [&](int n, Real value) {
                        const MomentsBelow<Real> own = moments[n];
                        expansion::for_indices<0, 4>(
                            [&]<int i>() { pull[i] += own.of[i] * value; });
                    });
            }
        }
    }

    const FarTask<Real>& task_;
    unsigned lane_;
    int count_;
    FmmUnits<Real> units_;
    MomentsBelow<Real>* moments_; // of the sources at once
    Real* derivatives_;           // the lane's own
};

template <class Real>
__global__ void __launch_bounds__(warp_size)
    add_whole_sources(const __grid_constant__ FarTask<Real> task) {
    extern __shared__ __align__(16) unsigned char memory[];
    const LeafTask<Real>& leaves = task.leaves;
    WholeSources<Real> sources(task, memory, threadIdx.x);
    const unsigned end = leaves.end_node();
    for (unsigned cell = leaves.first_node() + blockIdx.x; cell < end; cell += gridDim.x) {
        const std::uint32_t slot = leaves.targets.slots[cell];
        const WalkNode<Real> node = leaves.targets.walk_nodes[slot];
        if (node.is_leaf() && leaves.lists.whole[slot].count > 0) {
            sources.run(node, leaves.lists.whole[slot]);
        }
    }
}

} // namespace

template <class Real>
void add_sliced_far_field(DeviceQueue& queue, const LeafTask<Real>& task, unsigned nodes,
                          const NodeExpansions<Real>& of_sources,
                          const NodeExpansions<Real>& of_targets) {
    const FarTask<Real> far{task, of_sources, of_targets, slice_tables<Real>(of_sources.order)};
    const auto series = evaluate_leaf_series<Real>;
    queue.launch("evaluate",
                 queue.resident_shape(series, (nodes + warps - 1) / warps, series_threads), series,
                 far);
    const auto whole = add_whole_sources<Real>;
    const std::size_t shared = whole_memory<Real>(of_sources.order);
    allow_if_enough(whole, shared);
    // More blocks than there is room for: leaves have much or nothing to do.
    constexpr unsigned turns = 8;
    queue.launch("evaluate",
                 {dim3(std::min(nodes, turns * queue.resident_blocks(whole, warp_size, shared))),
                  dim3(warp_size), shared},
                 whole, far);
}

template void add_sliced_far_field(DeviceQueue&, const LeafTask<float>&, unsigned,
                                   const NodeExpansions<float>&, const NodeExpansions<float>&);
template void add_sliced_far_field(DeviceQueue&, const LeafTask<double>&, unsigned,
                                   const NodeExpansions<double>&, const NodeExpansions<double>&);

} // namespace orrery
