// The boxes of a domain: nodes of its tree with at most so many bodies, whose parents have more.
//
// Idea:   as cells of an octree they do not overlap each other, nor another domain's, however the
//         density varies: stretches of the curve with equal numbers of bodies would, where one goes
//         from a sparse region into a dense one. How many bodies there may be in one follows from
//         how many boxes there may be: they are counted for several limits at once. Bodies that
//         walk as one group are in one box: of several small ones none may be near what the group
//         is. A cell that ends where the domain does may go on in another one: it is divided as
//         far as groups allow, for the box of a few bodies of such a cell may be wide and have
//         much of the other domain in it.
// Cost:   two passes over the cells.

#include "sim/domain/device_domain_boxes.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/device_curve.cuh"

#include <algorithm>

namespace orrery {
namespace {

// The largest number of bodies of a box: this part of all at first, then twice as many, and so on.
constexpr unsigned first_part = 512;
// The last one lets any cell pass, but for those that end where the domain does.
constexpr unsigned limits = 10;

struct BoxCounts {
    static constexpr unsigned found = limits; // after those for each limit
    static constexpr unsigned size = limits + 1;
};

struct CellsOfTree {
    FoundCells cells;
    unsigned count, bodies, together;

    // In depth-first order a cell's first child follows it.
    __device__ unsigned first_body(unsigned cell) const {
        while (cells.children[cell] != 0) {
            ++cell;
        }
        return cells.begin[cell];
    }
    __device__ unsigned bodies_of(unsigned cell) const {
        return cells.end_of(cell) - first_body(cell);
    }
    // More than any limit: never a box.
    __device__ unsigned weight(unsigned cell) const {
        const unsigned own = bodies_of(cell);
        const bool at_end = first_body(cell) == 0 || cells.end_of(cell) == bodies;
        return at_end && own > together ? ~0U : own;
    }
    __device__ unsigned limit(unsigned which) const {
        return max(bodies / first_part, together) << which;
    }
};

// The limits from `first` on, before `end`, by which a cell is a box.
struct LimitRange {
    unsigned first, end;

    __device__ LimitRange(const CellsOfTree& tree, unsigned cell) : first(0), end(limits) {
        const unsigned own = tree.weight(cell);
        const bool divided = tree.cells.children[cell] != 0;
        while (divided && first < limits && tree.limit(first) < own) {
            ++first;
        }
        const unsigned above =
            cell == 0 || first == limits ? 0 : tree.weight(tree.cells.parent[cell]);
        while (above != 0 && end > first && tree.limit(end - 1) >= above) {
            --end;
        }
    }
};

__global__ void count_boxes(CellsOfTree tree, std::uint32_t* counts, std::uint32_t* bodies,
                            std::uint32_t* parents) {
    const unsigned cell = own_index();
    if (cell >= tree.count) {
        return;
    }
    const std::uint32_t slot = tree.cells.slot[cell];
    bodies[slot] = tree.bodies_of(cell);
    parents[slot] = cell == 0 ? 0 : tree.cells.slot[tree.cells.parent[cell]];
    const LimitRange range(tree, cell);
    for (unsigned which = range.first; which < range.end; ++which) {
        atomicAdd(&counts[which], 1U);
    }
}

// With the smallest limit for which there is room. Found are first bodies above, and cells below.
__global__ void find_boxes(CellsOfTree tree, std::uint32_t* counts, std::uint64_t* found) {
    const unsigned cell = own_index();
    if (cell >= tree.count) {
        return;
    }
    unsigned chosen = 0;
    while (chosen + 1 < limits && counts[chosen] > domain_boxes) {
        ++chosen;
    }
    const LimitRange range(tree, cell);
    if (chosen >= range.first && chosen < range.end) {
        const unsigned place = atomicAdd(&counts[BoxCounts::found], 1U);
        if (place < domain_boxes) {
            found[place] = std::uint64_t{tree.first_body(cell)} << 32 | cell;
        }
    }
}

// A block for each, which finds its place along the curve.
template <class Real>
__global__ void __launch_bounds__(block_threads)
    describe_boxes(CellsOfTree tree, DeviceTreeView<Real> view, const std::uint32_t* counts,
                   const std::uint64_t* found, DomainBox<Real>* boxes) {
    const unsigned count = min(counts[BoxCounts::found], domain_boxes);
    const unsigned which = blockIdx.x;
    if (which >= count) {
        if (threadIdx.x == 0) {
            boxes[which] = {};
        }
        return;
    }
    const std::uint64_t own = found[which];
    unsigned place = 0;
    for (unsigned first = 0; first < count; first += block_threads) {
        const unsigned other = first + threadIdx.x;
        place += static_cast<unsigned>(__syncthreads_count(other < count && found[other] < own));
    }
    if (threadIdx.x == 0) {
        const auto cell = static_cast<std::uint32_t>(own);
        const std::uint32_t slot = view.slots[cell];
        boxes[place] = {view.walk_nodes[slot].monopole, view.boxes[slot], tree.bodies_of(cell)};
    }
}

} // namespace

template <class Real>
void DomainBoxFinder<Real>::find(DeviceQueue& queue, DeviceTree<Real>& tree, unsigned together,
                                 DomainBox<Real>* boxes) {
    counts_.reserve(BoxCounts::size);
    found_.reserve(domain_boxes);
    bodies_.grow(tree.node_count());
    parents_.grow(tree.node_count());
    queue.begin("boxes");
    cuda_check(cudaMemsetAsync(counts_.data(), 0, counts_.bytes(), queue.stream()),
               "preparing the boxes of a domain");
    const CellsOfTree cells{tree.found_cells(), static_cast<unsigned>(tree.node_count()),
                            static_cast<unsigned>(tree.body_count()), std::max(together, 1U)};
    queue.launch("boxes", one_thread_each(cells.count), count_boxes, cells, counts_.data(),
                 bodies_.data(), parents_.data());
    queue.launch("boxes", one_thread_each(cells.count), find_boxes, cells, counts_.data(),
                 found_.data());
    queue.launch("boxes", {dim3(domain_boxes), dim3(block_threads)}, describe_boxes<Real>, cells,
                 tree.view(), counts_.data(), found_.data(), boxes);
}

template class DomainBoxFinder<float>;
template class DomainBoxFinder<double>;

} // namespace orrery
