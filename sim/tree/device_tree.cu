// Building the octree on the GPU.
//
// Idea:    sorted along a space-filling curve, the bodies of any cell are a run. So each body can
//          tell alone, from its own key and its neighbours', which cells begin with it: cells of
//          every level are found by one launch, and a prefix sum over the bodies numbers them in
//          depth-first order. A second launch gives the children of each cell places side by side;
//          a third climbs from the leaves to the root, the last child to arrive at a cell summing
//          the moments of all. Levels on which a cell has a single child are left out.
// Source:  Karras 2012, "Maximizing parallelism in the construction of BVHs, octrees, and k-d
//          trees", High-Performance Graphics (all levels at once, climbing with arrival counts);
//          Bedorf, Gaburov & Portegies Zwart 2012, J. Comput. Phys. 231 (a tree code that never
//          leaves the GPU).
// Cost:    a radix sort of 63-bit keys, then O(N) work.
// Memory:  40 bytes a body and 108 a cell in float: about 70 a body in all, as there are N/4 cells
//          with 16 bodies a leaf. There can be 1.34 N, so they are counted before room is made.

#include "sim/tree/device_tree.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/device_curve.cuh"
#include "sim/tree/device_moments.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

constexpr unsigned threads = block_threads;
constexpr unsigned space_threads = 1024;

__device__ unsigned own_index() {
    return blockIdx.x * threads + threadIdx.x;
}

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

// What the tree is divided by. Groups are made from cells, too, which do not overlap: from ones
// large enough that cutting them leaves few lanes idle.
struct CellLimits {
    unsigned leaf, group;

    __host__ __device__ unsigned group_cell() const { return 8 * group; }
    // Groups of about equal size that a group cell of `bodies` is cut into.
    __device__ unsigned groups_of(unsigned bodies) const { return (bodies + group - 1) / group; }
};

// What is counted for sweeps: the cells of each level, and the bodies of the largest leaf.
struct LevelCounts {
    static constexpr unsigned largest_leaf = curve_levels + 1;
    static constexpr unsigned size = largest_leaf + 1;
};

constexpr std::uint64_t one_cell = 1;
constexpr int group_shift = DeviceTreeView<float>::group_shift;

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

__global__ void emit_cells(Curve curve, const std::uint64_t* starts, CellLimits division,
                           FoundCells cells, Group* groups) {
    const unsigned i = own_index();
    if (i >= curve.count || starts[i] == starts[i + 1]) {
        return;
    }
    auto cell = static_cast<std::uint32_t>(starts[i + 1]);
    if (cell != static_cast<std::uint32_t>(starts[i])) {
        curve.cells_from(i, division.leaf, [&](unsigned end, int level, bool leaf) {
            --cell;
            cells.begin[cell] = leaf ? i : 0;
            cells.end[cell] = FoundCells::packed_end(end, level);
            cells.children[cell] = leaf ? 0 : 1; // counted later
        });
    }
    const auto first_group = static_cast<std::uint32_t>(starts[i] >> group_shift);
    const auto pieces = static_cast<std::uint32_t>(starts[i + 1] >> group_shift) - first_group;
    if (pieces != 0) {
        int level = 0;
        const std::uint64_t bodies = curve.leaf_end(i, division.group_cell(), level) - i;
        for (unsigned piece = 0; piece < pieces; ++piece) {
            const auto first = static_cast<unsigned>(bodies * piece / pieces);
            const auto end = static_cast<unsigned>(bodies * (piece + 1) / pieces);
            groups[first_group + piece] = {i + first, i + end};
        }
    }
}

// Gives the children of every cell slots side by side. Which ones depends on which block comes
// first; what a walk does with them does not.
__global__ void __launch_bounds__(threads)
    link_cells(const std::uint64_t* starts, std::uint32_t cell_count, FoundCells cells,
               std::uint32_t* slots_used) {
    using Scan = cub::BlockScan<unsigned, threads>;
    __shared__ typename Scan::TempStorage storage;
    __shared__ unsigned block_first;
    const unsigned cell = own_index();
    const bool divided = cell < cell_count && cells.children[cell] != 0;
    // In depth-first order the first child is the next cell, and the next brother the first cell
    // that begins where this one ends.
    const auto each_child = [&](const auto& visit) {
        const std::uint32_t end = cells.end_of(cell);
        for (std::uint32_t child = cell + 1;;) {
            visit(child);
            const std::uint32_t child_end = cells.end_of(child);
            if (child_end == end) {
                return;
            }
            child = static_cast<std::uint32_t>(starts[child_end]);
        }
    };
    unsigned count = 0;
    if (divided) {
        each_child([&](std::uint32_t) { ++count; });
    }
    unsigned before = 0;
    unsigned block_count = 0;
    Scan(storage).ExclusiveSum(count, before, block_count);
    if (threadIdx.x == 0) {
        block_first = 1 + atomicAdd(slots_used, block_count); // slot 0 is the root's
    }
    __syncthreads();
    if (divided) {
        unsigned slot = block_first + before;
        cells.children[cell] = Children::packed(slot, count);
        each_child([&](std::uint32_t child) {
            cells.slot[child] = slot++;
            cells.parent[child] = cell;
        });
    }
    if (cell == 0) {
        cells.slot[0] = 0;
    }
}

// Nodes by level, their parents, children and bodies. Which of a level comes first depends on which
// block does.
template <class Real>
__global__ void __launch_bounds__(threads)
    sort_by_level(std::uint32_t cell_count, FoundCells cells, const std::uint32_t* level_counts,
                  std::uint32_t* level_used, WalkNode<Real>* walk_nodes, std::uint32_t* parents,
                  std::uint32_t* by_level) {
    __shared__ unsigned in_block[curve_levels + 1];
    __shared__ unsigned first[curve_levels + 1];
    if (threadIdx.x <= curve_levels) {
        in_block[threadIdx.x] = 0;
    }
    __syncthreads();
    const unsigned cell = own_index();
    const bool mine = cell < cell_count;
    int level = 0;
    unsigned place = 0;
    if (mine) {
        level = cells.level_of(cell);
        place = atomicAdd(&in_block[level], 1U);
        const std::uint32_t slot = cells.slot[cell];
        parents[slot] = cell == 0 ? 0 : cells.slot[cells.parent[cell]];
        const std::uint32_t children = cells.children[cell];
        const bool leaf = children == 0;
        const unsigned begin = cells.begin[cell];
        walk_nodes[slot].first = leaf ? begin : Children::first(children);
        walk_nodes[slot].packed = WalkNode<Real>::pack(
            leaf ? cells.end_of(cell) - begin : Children::count(children), level, leaf);
    }
    __syncthreads();
    if (threadIdx.x <= curve_levels) {
        unsigned before = atomicAdd(&level_used[threadIdx.x], in_block[threadIdx.x]);
        for (unsigned coarser = 0; coarser < threadIdx.x; ++coarser) {
            before += level_counts[coarser];
        }
        first[threadIdx.x] = before;
    }
    __syncthreads();
    if (mine) {
        by_level[first[level] + place] = cells.slot[cell];
    }
}

// A little more than is needed now, so that the next steps find enough.
std::size_t with_margin(std::size_t count) {
    return count + count / 8 + 64;
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
void DeviceTree<Real>::make_room_for_nodes(std::size_t nodes, std::size_t groups) {
    if (nodes > walk_nodes_.size()) {
        const std::size_t room = with_margin(nodes);
        for (auto* array :
             {&cell_begin_, &cell_end_, &cell_parent_, &cell_children_, &cell_slot_}) {
            array->reserve(room);
        }
        boxes_.reserve(room);
        walk_nodes_.reserve(room); // the last: if memory does not suffice, all are asked for again
    }
    if (groups > groups_.size()) {
        groups_.reserve(with_margin(groups));
    }
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

template <class Real>
FoundCells DeviceTree<Real>::found_cells() {
    return {cell_begin_.data(), cell_end_.data(), cell_parent_.data(), cell_children_.data(),
            cell_slot_.data()};
}

template <class Real>
void DeviceTree<Real>::build(DeviceQueue& queue) {
    counted_.wait();
    make_room_for_nodes(node_count(), group_count());
    queue.launch("build", one_thread_each(count_), emit_cells, Curve{keys_, count_}, starts_,
                 CellLimits{leaf_, group_}, found_cells(), groups_.data());
    cuda_check(cudaMemsetAsync(slots_used_.data(), 0, slots_used_.bytes(), queue.stream()),
               "linking the nodes of the tree");
    queue.launch("build", one_thread_each(node_count()), link_cells, starts_, node_count(),
                 found_cells(), slots_used_.data());
}

template <class Real>
void DeviceTree<Real>::list_levels(DeviceQueue& queue) {
    parents_.reserve(walk_nodes_.size());
    by_level_.reserve(walk_nodes_.size());
    queue.launch("build", one_thread_each(node_count()), sort_by_level<Real>, node_count(),
                 found_cells(), level_counts_.data(), level_counts_.data() + LevelCounts::size,
                 walk_nodes_.data(), parents_.data(), by_level_.data());
}

template <class Real>
unsigned DeviceTree<Real>::largest_leaf() const {
    return level_counts_on_host_[LevelCounts::largest_leaf];
}

template <class Real>
unsigned DeviceTree<Real>::level_begin(int level) const {
    const std::uint32_t* counts = level_counts_on_host_.data();
    return std::accumulate(counts, counts + std::min(level, curve_levels + 1), 0U);
}

template <class Real>
void DeviceTree<Real>::compute_moments(DeviceQueue& queue) {
    quadrupoles_.reserve(walk_nodes_.size());
    orrery::compute_moments<Real>(queue, node_count(), bodies_.data(), found_cells(),
                                  {walk_nodes_.data(), quadrupoles_.data(), boxes_.data()});
}

template <class Real>
void DeviceTree<Real>::compute_acceptance(DeviceQueue& queue, const OpeningCriterion& criterion) {
    orrery::compute_acceptance<Real>(queue, node_count(), criterion,
                                     {walk_nodes_.data(), quadrupoles_.data(), boxes_.data()});
}

template <class Real>
DeviceTreeView<Real> DeviceTree<Real>::view() const {
    return {count_,          bodies_.data(), order_,  walk_nodes_.data(), quadrupoles_.data(),
            boxes_.data(),   groups_.data(), starts_, cell_slot_.data(),  parents_.data(),
            by_level_.data()};
}

template <class Real>
std::size_t DeviceTree<Real>::bytes() const {
    std::size_t sum = space_.bytes() + keys_a_.bytes() + keys_b_.bytes() + order_a_.bytes() +
                      order_b_.bytes() + workspace_.bytes() + bodies_.bytes() +
                      slots_used_.bytes() + walk_nodes_.bytes() + quadrupoles_.bytes() +
                      boxes_.bytes() + groups_.bytes() + level_counts_.bytes() + parents_.bytes() +
                      by_level_.bytes();
    for (const auto* array :
         {&cell_begin_, &cell_end_, &cell_parent_, &cell_children_, &cell_slot_}) {
        sum += array->bytes();
    }
    return sum;
}

template class DeviceTree<float>;
template class DeviceTree<double>;

} // namespace orrery
