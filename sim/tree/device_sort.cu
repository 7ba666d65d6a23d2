// Bodies along the curve on the GPU, and how many cells there will be: the first half of building
// the octree (device_tree.cu).
//
// Idea:    sorted along a space-filling curve, the bodies of any cell are a run. So each body can
//          tell alone, from its own key and its neighbours', which cells begin with it: cells of
//          every level are counted by one launch, and a prefix sum over the bodies numbers them in
//          depth-first order.
// Source:  Karras 2012, "Maximizing parallelism in the construction of BVHs, octrees, and k-d
//          trees", High-Performance Graphics (all levels at once).
// Cost:    a radix sort of 63-bit keys, then O(N) work.
// Memory:  40 bytes a body in float.

#include "sim/cuda/own_index.cuh"
#include "sim/tree/device_cell_limits.cuh"
#include "sim/tree/device_curve.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned space_threads = 1024;

// The same value for all threads of the block.
__device__ double block_sum(double own) {
    using Reduce = cub::BlockReduce<double, space_threads>;
    __shared__ typename Reduce::TempStorage storage;
    __shared__ double total;
    const double sum = Reduce(storage).Sum(own);
    if (threadIdx.x == 0) {
        total = sum;
    }
    __syncthreads();
    const double result = total;
    __syncthreads();
    return result;
}

// One block looks at a sample of the bodies.
template <class Real>
__global__ void __launch_bounds__(space_threads)
    find_space(BodiesView<Real> bodies, CurveSpace* space) {
    const std::size_t samples = curve_samples(bodies.count);
    double sum[3] = {0, 0, 0};
    for (std::size_t i = threadIdx.x; i < samples; i += space_threads) {
        const std::size_t body = curve_sample(i, bodies.count);
        sum[0] += double(bodies.x[body]);
        sum[1] += double(bodies.y[body]);
        sum[2] += double(bodies.z[body]);
    }
    const double per_sample = 1.0 / double(samples);
    const double mean_x = block_sum(sum[0]) * per_sample;
    const double mean_y = block_sum(sum[1]) * per_sample;
    const double mean_z = block_sum(sum[2]) * per_sample;
    double away[3] = {0, 0, 0};
    for (std::size_t i = threadIdx.x; i < samples; i += space_threads) {
        const std::size_t body = curve_sample(i, bodies.count);
        away[0] += fabs(double(bodies.x[body]) - mean_x);
        away[1] += fabs(double(bodies.y[body]) - mean_y);
        away[2] += fabs(double(bodies.z[body]) - mean_z);
    }
    const double spread_x = block_sum(away[0]);
    const double spread_y = block_sum(away[1]);
    const double spread_z = block_sum(away[2]);
    if (threadIdx.x == 0) {
        const double widest = fmax(spread_x, fmax(spread_y, spread_z));
        *space = curve_space(mean_x, mean_y, mean_z, widest * per_sample);
    }
}

template <class Real>
__global__ void find_keys(BodiesView<Real> bodies, const CurveSpace* space, std::uint64_t* keys,
                          std::uint32_t* order) {
    const unsigned i = own_index();
    if (i < bodies.count) {
        keys[i] = curve_key(*space, double(bodies.x[i]), double(bodies.y[i]), double(bodies.z[i]));
        order[i] = i;
    }
}

constexpr std::uint64_t one_cell = 1;

// Bodies in their new order, and how many cells and groups begin with each; where wanted, also how
// many cells each level has.
template <class Real>
__global__ void gather_and_count(BodiesView<Real> bodies, Curve curve, const std::uint32_t* order,
                                 CellLimits division, PointMass<Real>* sorted,
                                 std::uint64_t* starts, std::uint32_t* level_counts) {
    __shared__ unsigned levels[LevelCounts::size]; // of the block
    if (level_counts != nullptr && threadIdx.x < LevelCounts::size) {
        levels[threadIdx.x] = 0;
    }
    __syncthreads();
    const unsigned i = own_index();
    std::uint64_t begun = 0;
    if (i < curve.count) {
        const std::uint32_t from = order[i];
        sorted[i] = {bodies.x[from], bodies.y[from], bodies.z[from], bodies.mass[from]};
        curve.cells_from(i, division.leaf, [&](unsigned end, int level, bool leaf) {
            begun += one_cell;
            if (level_counts != nullptr) {
                atomicAdd(&levels[level], 1U);
                if (leaf) {
                    atomicMax(&levels[LevelCounts::largest_leaf], end - i);
                }
            }
        });
        int level = 0;
        const unsigned end = curve.leaf_end(i, division.group_cell(), level);
        begun += end == 0 ? 0 : std::uint64_t{division.groups_of(end - i)} << group_shift;
    }
    if (i <= curve.count) {
        starts[i] = begun; // one entry more than bodies: their total, after the sum
    }
    __syncthreads();
    if (level_counts != nullptr && threadIdx.x < LevelCounts::size && levels[threadIdx.x] > 0) {
        if (threadIdx.x == LevelCounts::largest_leaf) {
            atomicMax(&level_counts[threadIdx.x], levels[threadIdx.x]);
        } else {
            atomicAdd(&level_counts[threadIdx.x], levels[threadIdx.x]);
        }
    }
}

} // namespace

template <class Real>
void DeviceTree<Real>::make_room_for_bodies(cudaStream_t stream) {
    space_.reserve(1);
    keys_a_.reserve(count_ + 1); // one more for the sum over all
    keys_b_.reserve(count_ + 1);
    order_a_.reserve(count_);
    order_b_.reserve(count_);
    bodies_.reserve(count_);
    slots_used_.reserve(1);

    const auto items = static_cast<int>(count_);
    cub::DoubleBuffer<std::uint64_t> keys(keys_a_.data(), keys_b_.data());
    cub::DoubleBuffer<std::uint32_t> order(order_a_.data(), order_b_.data());
    std::size_t sort_bytes = 0;
    std::size_t scan_bytes = 0;
    cuda_check(cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys, order, items, 0,
                                               3 * curve_levels, stream),
               "asking what a sort needs");
    cuda_check(cub::DeviceScan::ExclusiveSum(nullptr, scan_bytes, keys_a_.data(), keys_a_.data(),
                                             items + 1, stream),
               "asking what a prefix sum needs");
    workspace_.reserve(std::max(sort_bytes, scan_bytes));
}

template <class Real>
void DeviceTree<Real>::sort(DeviceQueue& queue, const BodiesView<Real>& bodies, unsigned leaf,
                            unsigned group) {
    sort(queue, bodies, leaf, group, nullptr);
}

template <class Real>
void DeviceTree<Real>::sort_for_sweeps(DeviceQueue& queue, const BodiesView<Real>& bodies,
                                       unsigned leaf, unsigned group) {
    level_counts_.reserve(2 * LevelCounts::size); // and how many of them have their place
    cuda_check(cudaMemsetAsync(level_counts_.data(), 0, level_counts_.bytes(), queue.stream()),
               "counting the nodes of the tree's levels");
    sort(queue, bodies, leaf, group, level_counts_.data());
}

template <class Real>
void DeviceTree<Real>::sort(DeviceQueue& queue, const BodiesView<Real>& bodies, unsigned leaf,
                            unsigned group, std::uint32_t* level_counts) {
    const std::size_t count = bodies.count;
    const cudaStream_t stream = queue.stream();
    const auto items = static_cast<int>(count);
    count_ = static_cast<unsigned>(count);
    leaf_ = leaf;
    group_ = group;
    make_room_for_bodies(stream);

    queue.launch("sort", {dim3(1), dim3(space_threads)}, find_space<Real>, bodies, space_.data());
    queue.launch("sort", one_thread_each(count), find_keys<Real>, bodies, space_.data(),
                 keys_a_.data(), order_a_.data());
    cub::DoubleBuffer<std::uint64_t> keys(keys_a_.data(), keys_b_.data());
    cub::DoubleBuffer<std::uint32_t> order(order_a_.data(), order_b_.data());
    std::size_t bytes = workspace_.bytes();
    cuda_check(cub::DeviceRadixSort::SortPairs(workspace_.data(), bytes, keys, order, items, 0,
                                               3 * curve_levels, stream),
               "sorting bodies along the curve");
    order_ = order.Current();
    keys_ = keys.Current();
    starts_ = keys.Alternate(); // the sort needs it no more

    queue.launch("build", one_thread_each(count + 1), gather_and_count<Real>, bodies,
                 Curve{keys_, count_}, order_, CellLimits{leaf, group}, bodies_.data(), starts_,
                 level_counts);
    bytes = workspace_.bytes();
    cuda_check(cub::DeviceScan::ExclusiveSum(workspace_.data(), bytes, starts_, starts_, items + 1,
                                             stream),
               "numbering the cells of the tree");
    cuda_check(cudaMemcpyAsync(totals_.data(), starts_ + count, sizeof(std::uint64_t),
                               cudaMemcpyDeviceToHost, stream),
               "counting the cells of the tree");
    if (level_counts != nullptr) {
        cuda_check(cudaMemcpyAsync(level_counts_on_host_.data(), level_counts,
                                   level_counts_on_host_.size() * sizeof(std::uint32_t),
                                   cudaMemcpyDeviceToHost, stream),
                   "counting the nodes of the tree's levels");
    }
    counted_.record(stream);
}

template void DeviceTree<float>::make_room_for_bodies(cudaStream_t);
template void DeviceTree<float>::sort(DeviceQueue&, const BodiesView<float>&, unsigned, unsigned,
                                      std::uint32_t*);
template void DeviceTree<float>::sort(DeviceQueue&, const BodiesView<float>&, unsigned, unsigned);
template void DeviceTree<float>::sort_for_sweeps(DeviceQueue&, const BodiesView<float>&, unsigned,
                                                 unsigned);
template void DeviceTree<double>::make_room_for_bodies(cudaStream_t);
template void DeviceTree<double>::sort(DeviceQueue&, const BodiesView<double>&, unsigned, unsigned,
                                       std::uint32_t*);
template void DeviceTree<double>::sort(DeviceQueue&, const BodiesView<double>&, unsigned, unsigned);
template void DeviceTree<double>::sort_for_sweeps(DeviceQueue&, const BodiesView<double>&, unsigned,
                                                  unsigned);

} // namespace orrery
