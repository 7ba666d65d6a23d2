#pragma once

// A Tree in the memory of a GPU, and what builds it: what has the same name there is the same here.

#include "sim/base/box.hpp"
#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/force_request.hpp"
#include "sim/tree/moments.hpp"
#include "sim/tree/node.hpp"
#include "sim/tree/opening_criterion.hpp"
#include "sim/tree/space_curve.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// All that a walk reads of a node to decide: one sector of memory in float.
template <class Real>
struct WalkNode {
    PointMass<Real> monopole;
    float opening_radius, moment_length; // see AcceptanceRadii
    std::uint32_t first;                 // child, or body of a leaf
    std::uint32_t packed;                // how many, the node's level, and whether it is a leaf

    static constexpr std::uint32_t leaf_bit = 1U << 31;
    static constexpr int level_shift = 26;

    __host__ __device__ static std::uint32_t pack(std::uint32_t count, int level, bool leaf) {
        return count | static_cast<std::uint32_t>(level) << level_shift | (leaf ? leaf_bit : 0U);
    }
    __host__ __device__ bool is_leaf() const { return (packed & leaf_bit) != 0; }
    __host__ __device__ unsigned count() const { return packed & ((1U << level_shift) - 1); }
    __host__ __device__ int level() const { return int(packed >> level_shift & 31U); }

    // Of a guest: what it consists of is elsewhere, so that it is taken whole. `first` is then the
    // number of its bodies.
    __host__ __device__ bool is_closed() const { return count() == 0; }
    __host__ __device__ static std::uint32_t closed(std::uint32_t packed) {
        return packed & ~((1U << level_shift) - 1);
    }
};

// Bodies as they are before the sort: each component an array, or packed as they travel.
template <class Real>
struct UnsortedBodies {
    BodiesView<Real> apart = {};
    const PointMass<Real>* packed = nullptr;
    unsigned count = 0;

    UnsortedBodies() = default;
    UnsortedBodies(const BodiesView<Real>& bodies)
        : apart(bodies), count(static_cast<unsigned>(bodies.count)) {}
    UnsortedBodies(const PointMass<Real>* bodies, std::size_t how_many)
        : packed(bodies), count(static_cast<unsigned>(how_many)) {}

    __device__ PointMass<Real> operator[](std::size_t i) const {
        return packed != nullptr
                   ? packed[i]
                   : PointMass<Real>{apart.x[i], apart.y[i], apart.z[i], apart.mass[i]};
    }
};

// Where a walk begins: at nodes side by side. Of a tree that is alone, node 0.
struct TreeRoots {
    std::uint32_t first = 0, count = 1;
};

// The lowest bit of the number of groups in a word that counts cells as well.
inline constexpr int group_shift = 32;

// Pointers into a DeviceTree, for kernels. Node 0 is the root; children lie side by side. Nodes and
// bodies of other trees may lie behind its own, as guests: walks then begin at the roots of all.
template <class Real>
struct DeviceTreeView {
    unsigned body_count, node_count; // its own
    TreeRoots roots;
    const PointMass<Real>* bodies; // along the curve
    const std::uint32_t* order;    // where each was before
    const WalkNode<Real>* walk_nodes;
    const Quadrupole<Real>* quadrupoles;
    const Box<Real>* boxes;
    const Group* groups;
    // Before each body, and in all: cells in the lower 32 bits, groups above (group_shift). The
    // groups of a run of neighbours are all counted where the run begins.
    const std::uint64_t* starts;
    const std::uint32_t*
        slots; // the nodes in depth-first order, in which leaves are along the curve
    // After list_levels. The root is its own parent.
    const std::uint32_t* parents;
    const std::uint32_t* by_level; // the nodes, coarse ones first

    __device__ unsigned nodes_before(unsigned body) const {
        return static_cast<unsigned>(starts[body]);
    }

    // How many groups begin before this body; all of them for body_count.
    __device__ unsigned groups_before(unsigned body) const {
        auto bound =
            static_cast<unsigned>(starts[body] >> group_shift); // those from here on do not
        unsigned step = 1;
        for (; step <= bound && groups[bound - step].begin >= body; step *= 2) {
            bound -= step;
        }
        for (unsigned low = step <= bound ? bound - step + 1 : 0; low < bound;) {
            const unsigned middle = low + (bound - low) / 2;
            if (groups[middle].begin >= body) {
                bound = middle;
            } else {
                low = middle + 1;
            }
        }
        return bound;
    }
};

struct FoundCells;
struct BlockFindings;

// The space of a curve through the bodies, from a sample of them.
template <class Real>
void find_curve_space(DeviceQueue& queue, const UnsortedBodies<Real>& bodies, CurveSpace* space);

// The tree of one evaluation, built on the GPU. The host waits once, to learn how many nodes there
// are: memory for as many as there can be would be five times what they need.
template <class Real>
class DeviceTree {
public:
    // There are fewer bodies than 2 to this.
    static constexpr int body_bits = 27;

    // Puts the sort and the counting of the nodes into the queue; the counts are told beside that,
    // after the space is found. `leaf`, `group`: the most bodies of a node that is not divided, and
    // of a group. `for_sweeps`: levels will be swept over. `space`: the curve's, if it is not to be
    // found from these bodies.
    void sort(DeviceQueue& queue, const UnsortedBodies<Real>& bodies, unsigned leaf, unsigned group,
              bool for_sweeps = false, const CurveSpace* space = nullptr);
    // After sort, with the bodies where they were: waits for the count, then puts the making of
    // nodes and groups into the queue.
    void build(DeviceQueue& queue);
    // After a sort for sweeps and build: which nodes each level has, who is whose parent, and every
    // node's children or bodies.
    void list_levels(DeviceQueue& queue);
    // After build: boxes and moments, from the leaves up.
    void compute_moments(DeviceQueue& queue);
    // After compute_moments: the acceptance radii of all nodes by a criterion.
    void compute_acceptance(DeviceQueue& queue, const OpeningCriterion& criterion);

    // After compute_moments, or what takes its place: room for guests behind the own nodes and
    // bodies, which stay. Walks begin at `roots` until the next build.
    void take_guests(DeviceQueue& queue, std::size_t nodes, std::size_t bodies, TreeRoots roots);

    // After build.
    DeviceTreeView<Real> view() const;
    FoundCells found_cells();
    // For who sums over levels in place of compute_moments and compute_acceptance.
    WalkNode<Real>* walk_nodes() { return walk_nodes_.data(); }
    Box<Real>* boxes() { return boxes_.data(); }
    Quadrupole<Real>* quadrupoles() { return quadrupoles_.data(); }
    PointMass<Real>* bodies() { return bodies_.data(); }
    const CurveSpace* space() const { return space_.data(); }
    std::size_t node_count() const { return static_cast<std::uint32_t>(totals_[0]); }
    std::size_t group_count() const { return totals_[0] >> group_shift; }
    std::size_t body_count() const { return count_; }
    // After a sort for sweeps and build: where in by_level a level begins; levels beyond the finest
    // have no nodes. A node's children are on later levels, though not all on the next.
    unsigned level_begin(int level) const;
    // Its bodies: more than were asked for only if they are at one point.
    unsigned largest_leaf() const;
    std::size_t bytes() const;

private:
    void sort_by_keys(DeviceQueue& queue);
    void sort_pairs(DeviceQueue& queue);
    void tell_counts(DeviceQueue& queue);
    void emit(DeviceQueue& queue, bool listed);
    BlockFindings* findings() const { return reinterpret_cast<BlockFindings*>(spare_); }
    bool crowded() const;
    void make_room_for_bodies(cudaStream_t stream);
    void make_room_for_nodes(std::size_t nodes, std::size_t groups);

    UnsortedBodies<Real> unsorted_{};
    unsigned count_ = 0, leaf_ = 0, group_ = 0;
    bool for_sweeps_ = false;
    bool by_whole_keys_ = false; // as bodies were crowded when last counted
    TreeRoots roots_;
    DeviceArray<CurveSpace> space_;
    DeviceArray<std::uint64_t> keys_a_, keys_b_;
    DeviceArray<std::uint32_t> order_a_, order_b_;
    // Which of two arrays was sorted into; and what follows from the keys is put into the other:
    // how many cells and groups begin before a body.
    std::uint64_t* keys_ = nullptr;
    std::uint32_t* order_ = nullptr;
    std::uint64_t* starts_ = nullptr;
    std::uint32_t* spare_ = nullptr;   // the other order's: what was found
    DeviceArray<std::byte> workspace_; // of the sort and the scan
    DeviceArray<PointMass<Real>> bodies_;
    // The last of starts_, and TreeCounts; when `counted_` is passed.
    PinnedArray<std::uint64_t> totals_{1};
    PinnedArray<std::uint32_t> counts_on_host_;
    DeviceArray<std::uint32_t> counts_, parents_, by_level_;
    DeviceEvent counted_;

    // Cells in depth-first order, which is the order in which they are found …
    DeviceArray<std::uint32_t> cell_begin_, cell_end_, cell_parent_, cell_children_, cell_slot_;
    // … and where they end up, brothers and sisters side by side.
    DeviceArray<WalkNode<Real>> walk_nodes_;
    DeviceArray<Quadrupole<Real>> quadrupoles_;
    DeviceArray<Box<Real>> boxes_;
    DeviceArray<Group> groups_;
};

} // namespace orrery
