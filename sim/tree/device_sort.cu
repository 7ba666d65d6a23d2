// Bodies along the curve on the GPU, and how many cells there will be: the first half of building
// the octree (device_tree.cu).
//
// Idea:    sorted along a space-filling curve, the bodies of any cell are a run. So each body can
//          tell alone, from its own key and its neighbours', which cells begin with it: cells of
//          every level are counted by one launch, and a prefix sum over the bodies numbers them in
//          depth-first order.
// Source:  Karras 2012, "Maximizing parallelism in the construction of BVHs, octrees, and k-d
//          trees", High-Performance Graphics (all levels at once).
// Cost:    a radix sort by 39 bits of 63-bit keys, or by all where bodies are crowded; then O(N).
// Memory:  40 bytes a body in float.

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/device_curve.cuh"
#include "sim/tree/device_curve_keys.cuh"

#include <cub/block/block_reduce.cuh>

#include <algorithm>
#include <array>
#include <cuda/std/functional>

namespace orrery {
namespace {

constexpr unsigned space_threads = 1024;

struct Vector {
    double x = 0, y = 0, z = 0;
    __device__ Vector operator+(const Vector& other) const {
        return {x + other.x, y + other.y, z + other.z};
    }
};

// The same value for all threads of the block.
__device__ Vector block_sum(const Vector& own) {
    using Reduce = cub::BlockReduce<Vector, space_threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ Vector total;
    const Vector sum = Reduce(storage).Reduce(own, cuda::std::plus<>());
    if (threadIdx.x == 0) {
        total = sum;
    }
    __syncthreads();
    const Vector result = total;
    __syncthreads();
    return result;
}

// One block looks at a sample of the bodies.
template <class Real>
__global__ void __launch_bounds__(space_threads)
    find_space(UnsortedBodies<Real> bodies, CurveSpace* space) {
    constexpr std::size_t rounds = max_curve_samples / space_threads;
    const std::size_t samples = curve_samples(bodies.count);
    Vector places[rounds];
    Vector sum;
#pragma unroll
    for (std::size_t i = 0; i < rounds; ++i) {
        const std::size_t sample = i * space_threads + threadIdx.x;
        if (sample < samples) {
            const std::size_t body = curve_sample(sample, bodies.count);
            const PointMass<Real> at = bodies[body];
            places[i] = {double(at.x), double(at.y), double(at.z)};
            sum = sum + places[i];
        }
    }
    const double per_sample = 1.0 / double(samples);
    const Vector all = block_sum(sum);
    const Vector mean{all.x * per_sample, all.y * per_sample, all.z * per_sample};
    Vector away;
#pragma unroll
    for (std::size_t i = 0; i < rounds; ++i) {
        if (i * space_threads + threadIdx.x < samples) {
            away = away + Vector{fabs(places[i].x - mean.x), fabs(places[i].y - mean.y),
                                 fabs(places[i].z - mean.z)};
        }
    }
    const Vector spread = block_sum(away);
    if (threadIdx.x == 0) {
        const double widest = fmax(spread.x, fmax(spread.y, spread.z));
        *space = curve_space(mean.x, mean.y, mean.z, widest * per_sample);
    }
}

template <class Real>
__global__ void __launch_bounds__(key_threads)
    find_keys(UnsortedBodies<Real> bodies, const CurveSpace* of_bodies, std::uint64_t* keys,
              std::uint32_t* order, std::uint32_t* counts) {
    __shared__ CurveKeys key_of;
    key_of.prepare();
    const CurveSpace space = *of_bodies;
    for_own_bodies(bodies.count, [&](unsigned i) {
        const PointMass<Real> body = bodies[i];
        keys[i] = key_of(space, double(body.x), double(body.y), double(body.z));
        order[i] = i;
    });
    if (blockIdx.x == 0 && threadIdx.x < TreeCounts::size) {
        counts[threadIdx.x] = 0;
    }
}

// Most systems need no finer cells than these, and the fewer bits a sort looks at the fewer passes
// it takes.
constexpr int coarse_levels = 13;
constexpr int finer_bits = 3 * (curve_levels - coarse_levels);
// So many bodies of a cell of the finest of these are put in order by one thread; are there more,
// whole keys are sorted by.
constexpr unsigned most_in_coarse_cell = 16;

__device__ bool share_coarse_cell(std::uint64_t a, std::uint64_t b) {
    return (a ^ b) >> finer_bits == 0;
}

// After a sort by coarse cells alone: the first body of each exchanges places with those behind it
// until their whole keys ascend, equal ones in their order of before. That changes no bits of the
// keys that another thread looks at.
__global__ void sort_coarse_cells(std::uint64_t* keys, std::uint32_t* order, unsigned count) {
    const unsigned first = own_index();
    if (first >= count) {
        return;
    }
    const std::uint64_t key = keys[first];
    if (first > 0 && share_coarse_cell(keys[first - 1], key)) {
        return;
    }
    for (unsigned i = first + 1;
         i < count && i - first < most_in_coarse_cell && share_coarse_cell(keys[i], key); ++i) {
        const std::uint64_t moved_key = keys[i];
        const std::uint32_t moved = order[i];
        unsigned to = i;
        for (; to > first && keys[to - 1] > moved_key; --to) {
            keys[to] = keys[to - 1];
            order[to] = order[to - 1];
        }
        keys[to] = moved_key;
        order[to] = moved;
    }
}

constexpr std::uint64_t one_cell = 1;

// Bodies in their new order, and which cells and groups begin with each; for sweeps, also how many
// cells each level has.
template <class Real>
__global__ void gather_and_count(UnsortedBodies<Real> bodies, Curve curve,
                                 const std::uint32_t* order, CellLimits division, bool for_sweeps,
                                 PointMass<Real>* sorted, std::uint64_t* starts,
                                 BlockFindings* findings, std::uint32_t* counts) {
    constexpr unsigned counted = TreeCounts::largest_leaf + 1;
    __shared__ unsigned of_block[counted];
    __shared__ unsigned found;
    BlockFindings& list = findings[blockIdx.x];
    if (threadIdx.x < counted) {
        of_block[threadIdx.x] = 0;
    }
    if (threadIdx.x == 0) {
        found = 0;
    }
    __syncthreads();
    const unsigned i = own_index();
    std::uint64_t begun = 0;
    const auto put_down = [&](unsigned which, std::uint32_t packed_end) {
        if (const unsigned place = atomicAdd(&found, 1U); place < BlockFindings::room) {
            list.entries[place] = Finding::of(i, which, packed_end);
        }
    };
    if (i < curve.count) {
        sorted[i] = bodies[order[i]];
        curve.cells_from(i, division.leaf, [&](unsigned end, int level, bool leaf) {
            put_down(static_cast<unsigned>(begun), FoundCells::packed_end(end, level));
            begun += one_cell;
            if (for_sweeps) {
                atomicAdd(&of_block[level], 1U);
                if (leaf) {
                    atomicMax(&of_block[TreeCounts::largest_leaf], end - i);
                }
            }
        });
        int level = 0;
        const unsigned end = curve.leaf_end(i, division.group_cell(), level);
        if (end != 0) {
            put_down(Finding::group, end);
            begun += std::uint64_t{division.groups_of(end - i)} << group_shift;
        }
        const unsigned behind = i + most_in_coarse_cell;
        if (behind < curve.count && share_coarse_cell(curve.keys[i], curve.keys[behind])) {
            counts[TreeCounts::crowded] = 1;
        }
    }
    if (i <= curve.count) {
        starts[i] = begun; // one entry more than bodies: their total, after the sum
    }
    __syncthreads();
    if (threadIdx.x < counted && of_block[threadIdx.x] > 0) {
        if (threadIdx.x == TreeCounts::largest_leaf) {
            atomicMax(&counts[threadIdx.x], of_block[threadIdx.x]);
        } else {
            atomicAdd(&counts[threadIdx.x], of_block[threadIdx.x]);
        }
    }
    if (threadIdx.x == 0 && blockIdx.x * block_threads < curve.count) {
        list.count = min(found, BlockFindings::room);
        if (found > BlockFindings::room) {
            counts[TreeCounts::unlisted] = 1;
        }
    }
}

} // namespace

template <class Real>
void find_curve_space(DeviceQueue& queue, const UnsortedBodies<Real>& bodies, CurveSpace* space) {
    queue.launch("sort", {dim3(1), dim3(space_threads)}, find_space<Real>, bodies, space);
}

template <class Real>
void DeviceTree<Real>::make_room_for_bodies(cudaStream_t stream) {
    space_.reserve(1);
    if (order_b_.size() < count_) {
        // What has other numbers of bodies from time to time would else move every time.
        std::size_t room = order_b_.empty() ? count_ : count_ + count_ / 16;
        room = (room + block_threads - 1) / block_threads * block_threads; // for BlockFindings
        keys_a_.reserve(room + 1); // one more for the sum over all
        keys_b_.reserve(room + 1);
        order_a_.reserve(room);
        bodies_.reserve(room);
        order_b_.reserve(room); // the last: if memory does not suffice, all are asked for again
    }
    counts_.reserve(TreeCounts::size);
    counts_on_host_.grow(TreeCounts::told);

    std::array keys{keys_a_.data(), keys_b_.data()};
    std::array order{order_a_.data(), order_b_.data()};
    std::size_t sort_bytes = 0;
    std::size_t sum_bytes = 0;
    orrery::sort_pairs(nullptr, sort_bytes, keys, order, count_, 0, 3 * curve_levels, stream);
    sum_before_each(nullptr, sum_bytes, keys_a_.data(), count_ + 1, stream);
    workspace_.grow(std::max(sort_bytes, sum_bytes));
}

template <class Real>
void DeviceTree<Real>::sort(DeviceQueue& queue, const UnsortedBodies<Real>& bodies, unsigned leaf,
                            unsigned group, bool for_sweeps, const CurveSpace* space) {
    unsorted_ = bodies;
    count_ = bodies.count;
    leaf_ = leaf;
    group_ = group;
    for_sweeps_ = for_sweeps;
    // Of a domain, whose number of bodies varies, from the beginning on.
    count_ += space != nullptr && order_b_.empty() ? bodies.count / 16 : 0;
    make_room_for_bodies(queue.stream());
    count_ = bodies.count;
    if (space == nullptr) {
        find_curve_space(queue, bodies, space_.data());
    } else {
        queue.begin("sort");
        cuda_check(cudaMemcpyAsync(space_.data(), space, sizeof(CurveSpace),
                                   cudaMemcpyDeviceToDevice, queue.stream()),
                   "copying the space of the tree");
    }
    sort_by_keys(queue);
}

// By coarse cells, or by whole keys: the order is the same.
template <class Real>
void DeviceTree<Real>::sort_by_keys(DeviceQueue& queue) {
    queue.launch("sort", blocks_of_keys(count_), find_keys<Real>, unsorted_, space_.data(),
                 keys_a_.data(), order_a_.data(), counts_.data());
    sort_pairs(queue);
    if (!by_whole_keys_) {
        queue.launch("sort", one_thread_each(count_), sort_coarse_cells, keys_, order_, count_);
    }
    queue.launch("build", one_thread_each(count_ + 1), gather_and_count<Real>, unsorted_,
                 Curve{keys_, count_}, order_, CellLimits{leaf_, group_}, for_sweeps_,
                 bodies_.data(), starts_, findings(), counts_.data());
    std::size_t bytes = workspace_.bytes();
    sum_before_each(workspace_.data(), bytes, starts_, count_ + 1, queue.stream());
    tell_counts(queue);
    emit(queue, true);
}

template <class Real>
void DeviceTree<Real>::sort_pairs(DeviceQueue& queue) {
    std::array keys{keys_a_.data(), keys_b_.data()};
    std::array order{order_a_.data(), order_b_.data()};
    std::size_t bytes = workspace_.bytes();
    orrery::sort_pairs(workspace_.data(), bytes, keys, order, count_,
                       by_whole_keys_ ? 0 : finer_bits, 3 * curve_levels, queue.stream());
    order_ = order[0];
    keys_ = keys[0];
    starts_ = keys[1]; // the sort needs them no more
    spare_ = order[1];
}

// To the host, beside the queue's own work.
template <class Real>
void DeviceTree<Real>::tell_counts(DeviceQueue& queue) {
    queue.fork();
    cuda_check(cudaMemcpyAsync(totals_.data(), starts_ + count_, sizeof(std::uint64_t),
                               cudaMemcpyDeviceToHost, queue.beside()),
               "counting the cells of the tree");
    cuda_check(cudaMemcpyAsync(counts_on_host_.data(), counts_.data(),
                               TreeCounts::told * sizeof(std::uint32_t), cudaMemcpyDeviceToHost,
                               queue.beside()),
               "counting the nodes of the tree's levels");
    counted_.record(queue.beside());
}

template void find_curve_space(DeviceQueue&, const UnsortedBodies<float>&, CurveSpace*);
template void find_curve_space(DeviceQueue&, const UnsortedBodies<double>&, CurveSpace*);
template void DeviceTree<float>::make_room_for_bodies(cudaStream_t);
template void DeviceTree<float>::sort(DeviceQueue&, const UnsortedBodies<float>&, unsigned,
                                      unsigned, bool, const CurveSpace*);
template void DeviceTree<float>::sort_by_keys(DeviceQueue&);
template void DeviceTree<float>::sort_pairs(DeviceQueue&);
template void DeviceTree<float>::tell_counts(DeviceQueue&);
template void DeviceTree<double>::make_room_for_bodies(cudaStream_t);
template void DeviceTree<double>::sort(DeviceQueue&, const UnsortedBodies<double>&, unsigned,
                                       unsigned, bool, const CurveSpace*);
template void DeviceTree<double>::sort_by_keys(DeviceQueue&);
template void DeviceTree<double>::sort_pairs(DeviceQueue&);
template void DeviceTree<double>::tell_counts(DeviceQueue&);

} // namespace orrery
