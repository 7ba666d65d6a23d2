// The nodes of the octree on the GPU, from the cells that were counted (device_sort.cu).
//
// Idea:    what was found while cells were counted goes where the prefix sum says. A second launch
//          gives the children of each cell places side by side; a third, for who sweeps over
//          levels, sorts the nodes by theirs. Levels on which a cell has a single child are left
//          out.
// Source:  Karras 2012, "Maximizing parallelism in the construction of BVHs, octrees, and k-d
//          trees", High-Performance Graphics; Bedorf, Gaburov & Portegies Zwart 2012, J. Comput.
//          Phys. 231 (a tree code that never leaves the GPU).
// Cost:    O(N).
// Memory:  108 bytes a cell in float, and with those of device_sort.cu about 70 a body in all, as
//          there are N/4 cells with 16 bodies a leaf. There can be 1.34 N, so they are counted
//          before room is made.

#include "sim/tree/device_tree.cuh"

#include "sim/cuda/grow_keeping.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/device_curve.cuh"

#include <cub/block/block_scan.cuh>

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

// Cells and groups, for how many there is room, and where they go: by what begins before each body.
struct Emission {
    const std::uint64_t* starts;
    CellLimits division;
    std::size_t cell_room, group_room;
    FoundCells cells;
    Group* groups;

    // The n-th cell from the leaf up that begins with body i.
    __device__ void cell(unsigned i, unsigned n, std::uint32_t packed_end) const {
        const std::uint32_t place = static_cast<std::uint32_t>(starts[i + 1]) - 1 - n;
        if (place < cell_room) {
            cells.begin[place] = n == 0 ? i : 0;
            cells.end[place] = packed_end;
            cells.children[place] = n == 0 ? 0 : 1; // counted later
        }
    }
    // Those that the bodies from i on, before `end`, are cut into.
    __device__ void groups_of(unsigned i, unsigned end) const {
        const auto first = static_cast<std::uint32_t>(starts[i] >> group_shift);
        const auto pieces = static_cast<std::uint32_t>(starts[i + 1] >> group_shift) - first;
        if (first + pieces > group_room) {
            return;
        }
        const std::uint64_t bodies = end - i;
        for (unsigned piece = 0; piece < pieces; ++piece) {
            groups[first + piece] = {i + static_cast<unsigned>(bodies * piece / pieces),
                                     i + static_cast<unsigned>(bodies * (piece + 1) / pieces)};
        }
    }
};

// A warp for what each block has found.
__global__ void emit_listed(const BlockFindings* lists, unsigned blocks, Emission emission) {
    const unsigned own = own_index() / 32;
    if (own >= blocks) {
        return;
    }
    const BlockFindings& list = lists[own];
    for (unsigned k = threadIdx.x % 32; k < list.count; k += 32) {
        const Finding found = list.entries[k];
        if (found.which() == Finding::group) {
            emission.groups_of(found.body(), found.packed_end);
        } else {
            emission.cell(found.body(), found.which(), found.packed_end);
        }
    }
}

// What was not listed is found once more.
__global__ void emit_found(Curve curve, Emission emission) {
    const unsigned i = own_index();
    if (i >= curve.count || emission.starts[i] == emission.starts[i + 1]) {
        return;
    }
    unsigned n = 0;
    curve.cells_from(i, emission.division.leaf, [&](unsigned end, int level, bool) {
        emission.cell(i, n++, FoundCells::packed_end(end, level));
    });
    int level = 0;
    if (const unsigned end = curve.leaf_end(i, emission.division.group_cell(), level); end != 0) {
        emission.groups_of(i, end);
    }
}

// Gives the children of every cell slots side by side. Which ones depends on which block comes
// first; what a walk does with them does not.
__global__ void __launch_bounds__(block_threads)
    link_cells(const std::uint64_t* starts, std::uint32_t cell_count, FoundCells cells,
               std::uint32_t* slots_used) {
    using Scan = cub::BlockScan<unsigned, block_threads>;
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
__global__ void __launch_bounds__(block_threads)
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
void DeviceTree<Real>::make_room_for_nodes(std::size_t nodes, std::size_t groups) {
    if (nodes > cell_slot_.size()) {
        const std::size_t room = with_margin(nodes);
        boxes_.reserve(room);
        walk_nodes_.reserve(room);
        // The last one last: if memory does not suffice, all are asked for again.
        for (auto* array :
             {&cell_begin_, &cell_end_, &cell_parent_, &cell_children_, &cell_slot_}) {
            array->reserve(room);
        }
    }
    if (groups > groups_.size()) {
        groups_.reserve(with_margin(groups));
    }
}

template <class Real>
FoundCells DeviceTree<Real>::found_cells() {
    return {cell_begin_.data(), cell_end_.data(), cell_parent_.data(), cell_children_.data(),
            cell_slot_.data()};
}

// Into the room that was enough for the last tree, while the host waits to learn whether it is.
template <class Real>
void DeviceTree<Real>::emit(DeviceQueue& queue, bool listed) {
    const Emission emission{starts_,
                            {leaf_, group_},
                            std::min({cell_begin_.size(), cell_end_.size(), cell_children_.size()}),
                            groups_.size(),
                            found_cells(),
                            groups_.data()};
    if (listed) {
        const unsigned blocks = one_thread_each(count_).blocks.x;
        queue.launch("build", one_thread_each(std::size_t{32} * blocks), emit_listed, findings(),
                     blocks, emission);
    } else {
        queue.launch("build", one_thread_each(count_), emit_found, Curve{keys_, count_}, emission);
    }
}

template <class Real>
void DeviceTree<Real>::build(DeviceQueue& queue) {
    counted_.wait();
    if (crowded() && !by_whole_keys_) {
        by_whole_keys_ = true;
        sort_by_keys(queue);
        counted_.wait();
    }
    by_whole_keys_ = crowded(); // the next time
    roots_ = {};
    const bool has_room = node_count() <= cell_slot_.size() && group_count() <= groups_.size();
    const bool listed = counts_on_host_[TreeCounts::unlisted] == 0;
    if (!has_room) {
        make_room_for_nodes(node_count(), group_count());
    }
    if (!has_room || !listed) {
        emit(queue, listed);
    }
    queue.launch("build", one_thread_each(node_count()), link_cells, starts_, node_count(),
                 found_cells(), counts_.data() + TreeCounts::slots_used);
}

template <class Real>
void DeviceTree<Real>::list_levels(DeviceQueue& queue) {
    parents_.reserve(cell_slot_.size());
    by_level_.reserve(cell_slot_.size());
    queue.launch("build", one_thread_each(node_count()), sort_by_level<Real>, node_count(),
                 found_cells(), counts_.data(), counts_.data() + TreeCounts::level_used,
                 walk_nodes_.data(), parents_.data(), by_level_.data());
}

template <class Real>
unsigned DeviceTree<Real>::largest_leaf() const {
    return counts_on_host_[TreeCounts::largest_leaf];
}

template <class Real>
bool DeviceTree<Real>::crowded() const {
    return counts_on_host_[TreeCounts::crowded] != 0;
}

template <class Real>
unsigned DeviceTree<Real>::level_begin(int level) const {
    const std::uint32_t* counts = counts_on_host_.data();
    return std::accumulate(counts, counts + std::min(level, curve_levels + 1), 0U);
}

template <class Real>
void DeviceTree<Real>::take_guests(DeviceQueue& queue, std::size_t nodes, std::size_t bodies,
                                   TreeRoots roots) {
    const auto make_room = [&](auto& array, std::size_t own, std::size_t guests) {
        grow_keeping(array, own, own + guests, queue.stream());
    };
    make_room(walk_nodes_, node_count(), nodes);
    make_room(boxes_, node_count(), nodes);
    if (!quadrupoles_.empty()) {
        make_room(quadrupoles_, node_count(), nodes);
    }
    make_room(bodies_, count_, bodies);
    roots_ = roots;
}

template <class Real>
DeviceTreeView<Real> DeviceTree<Real>::view() const {
    return {count_,
            static_cast<unsigned>(node_count()),
            roots_,
            bodies_.data(),
            order_,
            walk_nodes_.data(),
            quadrupoles_.data(),
            boxes_.data(),
            groups_.data(),
            starts_,
            cell_slot_.data(),
            parents_.data(),
            by_level_.data()};
}

template <class Real>
std::size_t DeviceTree<Real>::bytes() const {
    return total_bytes(space_, keys_a_, keys_b_, order_a_, order_b_, workspace_, bodies_,
                       walk_nodes_, quadrupoles_, boxes_, groups_, counts_, parents_, by_level_,
                       cell_begin_, cell_end_, cell_parent_, cell_children_, cell_slot_);
}

template class DeviceTree<float>;
template class DeviceTree<double>;

} // namespace orrery
