// The near field of the fast multipole method on a GPU: a warp for a leaf.
//
// Idea:    the bodies of the leaves nearby are brought to shared memory, 32 at a time, and pull on
//          the leaf's own bodies, which the lanes have in registers, three or four each. A row of
//          2, 4, 8 or 16 lanes has all of them, and each row sums over its own part of the sources:
//          so few lanes are idle however large the leaf is, and what is read of a source serves
//          several targets.
// Source:  Greengard & Rokhlin 1987, J. Comput. Phys. 73; the tile: Nyland, Harris & Prins 2007,
//          GPU Gems 3, chapter 31.
// Cost:    13 instructions a pair, and a quarter to a third of one for its source.
// Memory:  1 KB of shared memory a warp in float.

#include "sim/solvers/fmm/gpu_near_field.cuh"

#include "sim/solvers/tree/gpu_cell_stack.cuh"

namespace orrery {
namespace {

constexpr unsigned warps = near_threads / warp_size;

// Sources on their way to a warp's lanes: 32 are used at once, fewer wait in front.
template <class Kind>
struct WarpMemory {
    static constexpr unsigned size = 2 * warp_size;
    PointMass<typename Kind::Real> bodies[size];
    std::uint32_t body_ids[Kind::potential ? size : 1];
};

constexpr unsigned max_part = 64; // of a leaf, at once

// One leaf of at most 16 x `targets_per_lane` bodies. Few versions of this: warps that execute
// different ones take the instructions' cache from each other.
template <class Kind, unsigned targets_per_lane>
class LeafSum {
public:
    using Real = typename Kind::Real;

    // For `count` bodies of a leaf from `first` on.
    __device__ LeafSum(const LeafTask<Real>& task, WarpMemory<Kind>& memory, unsigned first,
                       unsigned count, std::uint32_t slot, unsigned lane)
        : task_(task), memory_(memory), first_(first), count_(count), slot_(slot), lane_(lane),
          row_(row_of(count)) {
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            targets_[k] = task.targets.bodies[body(k)];
        }
    }

    // Lanes that it takes to have `count` bodies.
    __device__ static unsigned row_of(unsigned count) {
        unsigned row = 2;
        while (row * targets_per_lane < count) {
            row *= 2;
        }
        return row;
    }

    __device__ void run() {
        if (!any_wanted()) {
            return;
        }
        each_chunk(task_.lists.chunks, task_.lists.near[slot_], lane_,
                   [this](bool mine, std::uint32_t leaf) {
                       const WalkNode<Real>& near = task_.sources.walk_nodes[leaf];
                       take_bodies(mine ? near.count() : 0, near.first);
                   });
        p2p_held(held_);
        share_sums();
        store();
    }

private:
    __device__ unsigned rows() const { return warp_size / row_; }
    __device__ unsigned own_row() const { return lane_ / row_; }
    // The place of the lane's k-th target in its row.
    __device__ unsigned target_of(unsigned k) const { return lane_ % row_ + k * row_; }
    // The lane's k-th target; the leaf's last where there is none.
    __device__ unsigned body(unsigned k) const { return first_ + min(target_of(k), count_ - 1); }
    __device__ bool has(unsigned k) const { return own_row() == 0 && target_of(k) < count_; }
    __device__ bool any_wanted() const {
        bool mine = false;
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            mine = mine || task_.entry(body(k)) != LeafTask<Real>::no_entry;
        }
        return __any_sync(all_lanes, mine) != 0;
    }

    // Each lane's `count` bodies from `first` on: the lanes find out together which is whose.
    __device__ void take_bodies(unsigned count, std::uint32_t first) {
        const unsigned before = sum_before(count, lane_);
        const unsigned total = __shfl_sync(all_lanes, before + count, warp_size - 1);
        for (unsigned begin = 0; begin < total; begin += warp_size) {
            const unsigned wanted = begin + lane_;
            const unsigned owner = owner_of(wanted, before);
            const unsigned source = __shfl_sync(all_lanes, first, owner) + wanted -
                                    __shfl_sync(all_lanes, before, owner);
            if (wanted < total) {
                memory_.bodies[held_ + lane_] = task_.sources.bodies[source];
                if constexpr (Kind::potential) {
                    memory_.body_ids[held_ + lane_] = source + task_.number_offset;
                }
            }
            held_ += min(total - begin, warp_size);
            __syncwarp();
            if (held_ >= warp_size) {
                p2p_full();
            }
        }
    }

    // 32 sources; what is left moves to the front.
    __device__ void p2p_full() {
        // Rows read neighbours, which lie in different banks.
#pragma unroll 1
        for (unsigned j = own_row(); j < warp_size; j += 2 * rows()) {
            add_source(j);
            add_source(j + rows());
        }
        terms_ += warp_size;
        held_ -= warp_size;
        __syncwarp();
        const PointMass<Real> later = memory_.bodies[warp_size + lane_];
        if (lane_ < held_) {
            memory_.bodies[lane_] = later;
            if constexpr (Kind::potential) {
                memory_.body_ids[lane_] = memory_.body_ids[warp_size + lane_];
            }
        }
        __syncwarp();
    }

    __device__ void p2p_held(unsigned count) {
        for (unsigned j = own_row(); j < count; j += rows()) {
            add_source(j);
        }
        terms_ += count;
    }

    __device__ void add_source(unsigned place) {
        const PointMass<Real> source = memory_.bodies[place];
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            const bool itself = Kind::potential && memory_.body_ids[place] == body(k);
            sums_[k].add(targets_[k], source, task_.softening_squared, itself);
        }
    }

    __device__ void share_sums() {
        for (unsigned distance = row_; distance < warp_size; distance *= 2) {
            for (ForceSum<Kind>& own : sums_) {
                own.x += __shfl_xor_sync(all_lanes, own.x, distance);
                own.y += __shfl_xor_sync(all_lanes, own.y, distance);
                own.z += __shfl_xor_sync(all_lanes, own.z, distance);
                if constexpr (Kind::potential) {
                    own.potential += __shfl_xor_sync(all_lanes, own.potential, distance);
                }
            }
        }
    }

    __device__ void store() const {
        unsigned wanted = 0;
        for (unsigned k = 0; k < targets_per_lane; ++k) {
            const unsigned to = task_.entry(body(k));
            const bool mine = has(k) && to != LeafTask<Real>::no_entry;
            wanted += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, mine)));
            if (mine) {
                const AccelerationsView<Real>& result = task_.result;
                store(result.x[to], task_.gravity * sums_[k].x);
                store(result.y[to], task_.gravity * sums_[k].y);
                store(result.z[to], task_.gravity * sums_[k].z);
                if constexpr (Kind::potential) {
                    store(result.potential[to], task_.gravity * sums_[k].potential);
                }
                if (result.interactions != nullptr) {
                    store(result.interactions[to], static_cast<float>(terms_));
                }
            }
        }
        if (lane_ == 0) {
            atomicAdd(task_.terms, static_cast<unsigned long long>(terms_) * wanted);
        }
    }

    template <class Number>
    __device__ void store(Number& result, Number value) const {
        if (task_.results_cleared) {
            atomicAdd(&result, value);
        } else {
            task_.result.store(result, value);
        }
    }

    const LeafTask<Real>& task_;
    WarpMemory<Kind>& memory_;
    unsigned first_, count_;
    std::uint32_t slot_;
    unsigned lane_;
    unsigned row_;
    PointMass<Real> targets_[targets_per_lane];
    ForceSum<Kind> sums_[targets_per_lane];
    unsigned held_ = 0; // sources that wait
    unsigned terms_ = 0;
};

template <class Kind>
__device__ void sum_leaf(const LeafTask<typename Kind::Real>& task, WarpMemory<Kind>& memory,
                         unsigned first, unsigned count, std::uint32_t slot, unsigned lane) {
    using Four = LeafSum<Kind, 4>;
    using Three = LeafSum<Kind, 3>;
    const bool three_suffice = count <= 3 * Four::row_of(count);
    if (three_suffice) {
        Three(task, memory, first, count, slot, lane).run();
    } else {
        Four(task, memory, first, count, slot, lane).run();
    }
}

template <class Kind>
__global__ void __launch_bounds__(near_threads) sum_leaves(LeafTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    __shared__ WarpMemory<Kind> memory[warps];
    const unsigned lane = threadIdx.x % warp_size;
    const unsigned first = task.first_node();
    const unsigned end = task.end_node();
    for (unsigned taken = 0; taken < nodes_a_warp; ++taken) {
        const unsigned cell = first + drawn_by_warp(&task.next[blockIdx.y]);
        if (cell >= end) {
            return;
        }
        const std::uint32_t slot = task.targets.slots[cell];
        const WalkNode<Real> node = task.targets.walk_nodes[slot];
        if (!node.is_leaf()) {
            continue;
        }
        // If a leaf has more bodies than most, at one point, each row of blocks has others.
        for (unsigned begin = blockIdx.y * max_part; begin < node.count();
             begin += gridDim.y * max_part) {
            sum_leaf(task, memory[threadIdx.x / warp_size], node.first + begin,
                     min(node.count() - begin, max_part), slot, lane);
            __syncwarp();
        }
    }
}

} // namespace

template <class Real>
NearKernel<Real> near_kernel(bool with_potential, bool softened) {
    return PairInstances<LeafTask, Real>([](auto kind) { return sum_leaves<decltype(kind)>; })
        .function(with_potential, softened);
}

template NearKernel<float> near_kernel<float>(bool, bool);
template NearKernel<double> near_kernel<double>(bool, bool);

} // namespace orrery
