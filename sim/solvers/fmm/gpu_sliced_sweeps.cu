// Moments up and local series down a tree on a GPU, for orders that no thread has registers for: a
// warp for a node.
//
// Idea:    a lane has every 32nd coefficient. A shift goes along x, then y, then z, since the
//          powers of a distance are products: each coefficient is a sum over those in line with it.
// Source:  Greengard & Rokhlin 1987, J. Comput. Phys. 73; shifts axis by axis, in O(p^4): Dehnen
//          2014, Comput. Astrophys. Cosmol. 1, has them for harmonics.
// Cost:    3 (p+1)(p+2)(p+3)(p+4)/24 multiply-adds a shift, 3003 at order 10.
// Memory:  two expansions in shared memory a warp.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned sweep_threads = 128;
constexpr unsigned warps = sweep_threads / warp_size;
constexpr int powers_of_axis = max_expansion_order + 1;
constexpr int max_coefficients = coefficients(max_expansion_order);
constexpr unsigned banks = 33; // of a row that lanes go along and across

template <class Real>
struct SweepTask {
    DeviceTreeView<Real> tree;
    NodeExpansions<Real> nodes;
    SliceTables<Real> tables;
};

// Exponents of all the coefficients that a lane has.
struct OwnExponents {
    Exponents of[coefficients_a_lane];

    __device__ OwnExponents(int order, unsigned lane) {
        each_own_coefficient(coefficients(order), lane,
                             [&](int c, int n) { of[c] = sliced_exponents(order, n); });
    }
};

// For cells in depth-first order, those of them that are leaves: P2M.
template <class Real>
__global__ void __launch_bounds__(sweep_threads)
    sum_leaf_moments(SweepTask<Real> task, unsigned node_count) {
    __shared__ Real powers_of_warp[warps][3 * powers_of_axis][banks];
    const unsigned lane = threadIdx.x % warp_size;
    Real(&power)[3 * powers_of_axis][banks] = powers_of_warp[threadIdx.x / warp_size];
    const int order = task.nodes.order;
    const int count = coefficients(order);
    const OwnExponents own(order, lane);
    const FmmUnits<Real> units = *task.nodes.units;
    for (unsigned cell = blockIdx.x * warps + threadIdx.x / warp_size; cell < node_count;
         cell += gridDim.x * warps) {
        const std::uint32_t slot = task.tree.slots[cell];
        const WalkNode<Real> node = task.tree.walk_nodes[slot];
        if (!node.is_leaf()) {
            continue;
        }
        Real sums[coefficients_a_lane] = {};
        for (unsigned first = 0; first < node.count(); first += warp_size) {
            const unsigned bodies = min(node.count() - first, warp_size);
            const PointMass<Real> body =
                task.tree.bodies[node.first + first + min(lane, bodies - 1)];
            const Real d[3] = {(node.monopole.x - body.x) * units.inverse_length,
                               (node.monopole.y - body.y) * units.inverse_length,
                               (node.monopole.z - body.z) * units.inverse_length};
            __syncwarp();
            for (int axis = 0; axis < 3; ++axis) {
                Real value = axis == 0 ? body.mass * units.inverse_mass : Real(1);
                for (int n = 0; n <= order; ++n) {
                    power[axis * powers_of_axis + n][lane] = value;
                    value *= d[axis] * task.tables.reciprocal[min(n + 1, order)];
                }
            }
            __syncwarp();
            each_own_coefficient(count, lane, [&](int c, int) {
                const Exponents n = own.of[c];
                for (unsigned i = 0; i < bodies; ++i) {
                    sums[c] += power[n.x][i] * power[powers_of_axis + n.y][i] *
                               power[2 * powers_of_axis + n.z][i];
                }
            });
        }
        Real* to = task.nodes.moments + std::size_t(slot) * sliced_row(order);
        each_own_coefficient(count, lane, [&](int c, int n) { to[n] = sums[c]; });
        if (lane == 0) {
            to[count] = node.monopole.x;
            to[count + 1] = node.monopole.y;
            to[count + 2] = node.monopole.z;
        }
    }
}

// One node's coefficients on the way to another centre, with the powers of the distance.
template <class Real>
struct ShiftMemory {
    Real before[max_coefficients], after[max_coefficients];
    Real powers[3][powers_of_axis];
};

// Moments: sums of what is below along an axis; local series: above.
enum class Shift { moments, series };

template <Shift shift, int axis, class Real>
__device__ Real shifted(int order, Exponents n, int place, const Real* from,
                        const Real (&power)[powers_of_axis]) {
    int& along = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    const int terms = shift == Shift::moments ? along : order - n.x - n.y - n.z;
    Real sum = from[place];
    for (int i = 1; i <= terms; ++i) {
        if constexpr (shift == Shift::moments) {
            along -= 1;
            place -= axis == 2 ? slice_size(order - n.z) : n.x + n.y + 1 + (axis == 1 ? 1 : 0);
        } else {
            place += axis == 2 ? slice_size(order - n.z) : n.x + n.y + 1 + (axis == 1 ? 1 : 0);
            along += 1;
        }
        sum += power[i] * from[place];
    }
    return sum;
}

// Shifts expansions of the nodes of a level with a warp for each.
template <class Real>
class LevelShift {
public:
    __device__ LevelShift(const SweepTask<Real>& task, ShiftMemory<Real>& memory)
        : task_(task), memory_(memory), lane_(threadIdx.x % warp_size), order_(task.nodes.order),
          count_(coefficients(order_)), own_(order_, lane_),
          per_length_(task.nodes.units->inverse_length) {}

    // Calls operation(slot) for the warp's nodes of those that are [first, end) by level.
    template <class Operation>
    __device__ void each_node(unsigned first, unsigned end, const Operation& operation) {
        for (unsigned place = first + blockIdx.x * warps + threadIdx.x / warp_size; place < end;
             place += gridDim.x * warps) {
            operation(task_.tree.by_level[place]);
        }
    }

    // The sums of a node: at first what it has, or nothing.
    __device__ void begin() {
        each_own([&](int c, int) { sums_[c] = 0; });
    }
    __device__ void begin(const Real* node) {
        each_own([&](int c, int n) { sums_[c] = node[n]; });
    }

    // Adds those of another node, from around one centre to around another.
    template <Shift shift, class Centre>
    __device__ void add(const Real* other, const Centre& from, const Centre& to) {
        const Real d[3] = {to.x - from.x, to.y - from.y, to.z - from.z};
        __syncwarp();
        if (lane_ < 3) {
            const Real along = (lane_ == 0 ? d[0] : lane_ == 1 ? d[1] : d[2]) * per_length_;
            Real value = 1;
            for (int n = 0; n <= order_; ++n) {
                memory_.powers[lane_][n] = value;
                value *= along * task_.tables.reciprocal[min(n + 1, order_)];
            }
        }
        each_own([&](int, int n) { memory_.before[n] = other[n]; });
        __syncwarp();
        each_own([&](int c, int n) {
            memory_.after[n] =
                shifted<shift, 0>(order_, own_.of[c], n, memory_.before, memory_.powers[0]);
        });
        __syncwarp();
        each_own([&](int c, int n) {
            memory_.before[n] =
                shifted<shift, 1>(order_, own_.of[c], n, memory_.after, memory_.powers[1]);
        });
        __syncwarp();
        each_own([&](int c, int n) {
            sums_[c] += shifted<shift, 2>(order_, own_.of[c], n, memory_.before, memory_.powers[2]);
        });
    }

    __device__ void store(Real* node) const {
        each_own([&](int c, int n) { node[n] = sums_[c]; });
    }
    __device__ void store_centre(Real* node, const PointMass<Real>& centre) const {
        if (lane_ == 0) {
            node[count_] = centre.x;
            node[count_ + 1] = centre.y;
            node[count_ + 2] = centre.z;
        }
    }

private:
    template <class Operation>
    __device__ void each_own(const Operation& operation) const {
        each_own_coefficient(count_, lane_, operation);
    }

    const SweepTask<Real>& task_;
    ShiftMemory<Real>& memory_;
    unsigned lane_;
    int order_, count_;
    OwnExponents own_;
    Real per_length_;
    Real sums_[coefficients_a_lane];
};

// M2M for the nodes of a level.
template <class Real>
__global__ void __launch_bounds__(sweep_threads)
    gather_moments(const __grid_constant__ SweepTask<Real> task, unsigned first, unsigned end) {
    __shared__ ShiftMemory<Real> memory[warps];
    LevelShift<Real> shift(task, memory[threadIdx.x / warp_size]);
    const std::size_t row = sliced_row(task.nodes.order);
    shift.each_node(first, end, [&](std::uint32_t slot) {
        const WalkNode<Real> node = task.tree.walk_nodes[slot];
        if (node.is_leaf()) {
            return;
        }
        shift.begin();
        for (std::uint32_t child = node.first; child < node.first + node.count(); ++child) {
            shift.template add<Shift::moments>(task.nodes.moments + child * row,
                                               task.tree.walk_nodes[child].monopole, node.monopole);
        }
        shift.store(task.nodes.moments + slot * row);
        shift.store_centre(task.nodes.moments + slot * row, node.monopole);
    });
}

// L2L to the nodes of a level.
template <class Real>
__global__ void __launch_bounds__(sweep_threads)
    hand_series_down(const __grid_constant__ SweepTask<Real> task, unsigned first, unsigned end) {
    __shared__ ShiftMemory<Real> memory[warps];
    LevelShift<Real> shift(task, memory[threadIdx.x / warp_size]);
    const std::size_t row = sliced_row(task.nodes.order);
    shift.each_node(first, end, [&](std::uint32_t slot) {
        const std::uint32_t parent = task.tree.parents[slot];
        if (slot == 0 || task.nodes.locals[parent * row] == 0) {
            return; // it has heard nothing, and may be so far away that powers are no numbers
        }
        shift.begin(task.nodes.locals + slot * row);
        shift.template add<Shift::series>(task.nodes.locals + parent * row,
                                          task.nodes.spheres[parent], task.nodes.spheres[slot]);
        shift.store(task.nodes.locals + slot * row);
    });
}

// Launches a warp for each of `nodes`, or fewer warps that go on until there are no more.
template <class Kernel, class... Arguments>
void launch_warps(DeviceQueue& queue, const char* name, unsigned nodes, Kernel kernel,
                  const Arguments&... arguments) {
    if (nodes > 0) {
        queue.launch(name, queue.resident_shape(kernel, (nodes + warps - 1) / warps, sweep_threads),
                     kernel, arguments...);
    }
}

} // namespace

template <class Real>
void sum_sliced_moments(DeviceQueue& queue, const DeviceTree<Real>& tree,
                        const NodeExpansions<Real>& nodes) {
    const SweepTask<Real> task{tree.view(), nodes, slice_tables<Real>(nodes.order)};
    const auto node_count = static_cast<unsigned>(tree.node_count());
    launch_warps(queue, "moments", node_count, sum_leaf_moments<Real>, task, node_count);
    for (int level = curve_levels; level >= 0; --level) {
        const unsigned first = tree.level_begin(level);
        const unsigned end = tree.level_begin(level + 1);
        launch_warps(queue, "moments", end - first, gather_moments<Real>, task, first, end);
    }
}

template <class Real>
void sweep_slices_down(DeviceQueue& queue, const DeviceTree<Real>& tree,
                       const NodeExpansions<Real>& nodes) {
    const SweepTask<Real> task{tree.view(), nodes, slice_tables<Real>(nodes.order)};
    for (int level = 1; level <= curve_levels; ++level) {
        const unsigned first = tree.level_begin(level);
        const unsigned end = tree.level_begin(level + 1);
        launch_warps(queue, "downward", end - first, hand_series_down<Real>, task, first, end);
    }
}

template void sum_sliced_moments(DeviceQueue&, const DeviceTree<float>&,
                                 const NodeExpansions<float>&);
template void sum_sliced_moments(DeviceQueue&, const DeviceTree<double>&,
                                 const NodeExpansions<double>&);
template void sweep_slices_down(DeviceQueue&, const DeviceTree<float>&,
                                const NodeExpansions<float>&);
template void sweep_slices_down(DeviceQueue&, const DeviceTree<double>&,
                                const NodeExpansions<double>&);

} // namespace orrery
