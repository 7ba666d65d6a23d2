// What the tree on a GPU is made of, to be looked at.
//
// Idea:    three small kernels on a stream of their own count the cells of each level, copy those
// of
//          the levels that there is room for, and let one warp walk for the group of one body, as
//          the groups have walked, but writing down what it finds. What they write is the reading's
//          own: the way to the host is nobody else's business.
// Cost:    a pass over the nodes and one over the numbers of the bodies; some ten microseconds for
// a
//          million bodies.
// Memory:  36 bytes a cell that may be told, while the reading lasts.

#include "sim/solvers/tree/gpu_tree_inspector.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/tree/inspect_tree.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

enum class Role : std::uint8_t { cell, quadrupole, monopole, leaf, group };

struct ToldCell {
    InspectedCell cell;
    Role role;
};

constexpr unsigned max_interactions = 1U << 17; // of a group: more are not told
constexpr std::uint32_t no_body = ~0U;

struct Tally {
    unsigned on_level[finest_level + 1];
    unsigned told;
    std::uint32_t body; // where along the curve the body is
};

// Where what is told goes.
struct Telling {
    ToldCell* cells;
    unsigned room;
    Tally* tally;

    template <class Real>
    __device__ void tell(const Box<Real>& box, std::uint32_t bodies, int level, bool leaf,
                         Role role) const {
        const unsigned at = atomicAdd(&tally->told, 1U);
        if (at < room) {
            cells[at] = {{{float(box.low_x), float(box.low_y), float(box.low_z), float(box.high_x),
                           float(box.high_y), float(box.high_z)},
                          bodies,
                          static_cast<std::uint8_t>(level),
                          leaf},
                         role};
        }
    }

    // A node's first body is that of its first leaf, and its last that of the last one.
    template <class Real>
    __device__ void tell(const DeviceTreeView<Real>& tree, std::uint32_t index, Role role) const {
        const WalkNode<Real>& node = tree.walk_nodes[index];
        const WalkNode<Real>* first = &node;
        const WalkNode<Real>* last = &node;
        while (!first->is_leaf()) {
            first = &tree.walk_nodes[first->first];
        }
        while (!last->is_leaf()) {
            last = &tree.walk_nodes[last->first + last->count() - 1];
        }
        tell(tree.boxes[index], last->first + last->count() - first->first, node.level(),
             node.is_leaf(), role);
    }
};

__device__ unsigned own_index() {
    return blockIdx.x * block_threads + threadIdx.x;
}

template <class Real>
__global__ void count_levels(DeviceTreeView<Real> tree, unsigned nodes, Tally* tally) {
    __shared__ unsigned on_level[finest_level + 1];
    if (threadIdx.x <= finest_level) {
        on_level[threadIdx.x] = 0;
    }
    __syncthreads();
    if (own_index() < nodes) {
        atomicAdd(&on_level[tree.walk_nodes[own_index()].level()], 1U);
    }
    __syncthreads();
    if (threadIdx.x <= finest_level && on_level[threadIdx.x] != 0) {
        atomicAdd(&tally->on_level[threadIdx.x], on_level[threadIdx.x]);
    }
}

// Of levels_with_room(): whether `level` is one of them.
__device__ bool has_room(const Tally& tally, const LevelRange& wanted, int level,
                         unsigned max_cells) {
    int finest = finest_level;
    while (tally.on_level[finest] == 0) {
        --finest;
    }
    const int first = min(wanted.from, finest);
    unsigned cells = 0;
    for (int coarser = first; coarser <= level; ++coarser) {
        cells += tally.on_level[coarser];
    }
    return level >= first && level <= wanted.to && cells <= max_cells;
}

template <class Real>
__global__ void tell_cells(DeviceTreeView<Real> tree, unsigned nodes, LevelRange wanted,
                           unsigned max_cells, Telling telling) {
    const unsigned i = own_index();
    if (i < nodes && has_room(*telling.tally, wanted, tree.walk_nodes[i].level(), max_cells)) {
        telling.tell(tree, i, Role::cell);
    }
}

template <class Real>
__global__ void find_body(DeviceTreeView<Real> tree, std::uint32_t body, Tally* tally) {
    const unsigned k = own_index();
    if (k < tree.body_count && tree.order[k] == body) {
        tally->body = k;
    }
}

// One warp: GroupWalk::run() of gpu_walk.cu, but for what it does with what it finds.
template <class Real, unsigned targets_per_lane>
__global__ void __launch_bounds__(warp_size)
    tell_interactions(WalkedTree<Real> walked, Telling telling) {
    __shared__ std::uint32_t stack_memory[CellStack::size];
    const DeviceTreeView<Real>& tree = walked.tree;
    const unsigned lane = threadIdx.x;
    if (telling.tally->body == no_body) {
        return;
    }
    const Group bodies = tree.groups[tree.groups_before(telling.tally->body + 1) - 1];
    const WarpGroup<Real, targets_per_lane> group(tree, bodies, lane);
    const Box<Real> box = group.box();
    const float scale =
        group.scale(walked.criterion, tree, box, walked.softening_squared, stack_memory);
    CellStack stack(stack_memory, lane);
    while (!stack.empty()) {
        std::uint32_t cell = 0;
        const bool mine = stack.pop(cell);
        const WalkNode<Real> node = tree.walk_nodes[cell];
        const Acceptance how =
            acceptance(walked.criterion.order, walked.criterion, node, box, scale);
        const bool opened = how == Acceptance::open && !node.is_leaf();
        stack.push(node.first, mine && opened ? node.count() : 0);
        if (mine && !opened) {
            telling.tell(tree, cell,
                         how == Acceptance::open         ? Role::leaf
                         : how == Acceptance::quadrupole ? Role::quadrupole
                                                         : Role::monopole);
        }
    }
    if (lane == 0) {
        telling.tell(box, bodies.count(), 0, false, Role::group);
    }
}

template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, const LaunchShape& shape, void (*kernel)(Parameters...),
            Arguments... arguments) {
    kernel<<<shape.blocks, shape.threads, 0, stream>>>(arguments...);
    cuda_check(cudaGetLastError(), "inspecting the tree on the GPU");
}

class GpuTreeReading final : public InspectionReading {
public:
    GpuTreeReading(int device, const InspectRequest& request, unsigned room, cudaStream_t inspector)
        : device_(device), request_(request), cells_(room, inspector), tally_(1, inspector) {
        Tally none{};
        none.body = no_body;
        cuda_check(
            cudaMemcpyAsync(tally_.data(), &none, sizeof(Tally), cudaMemcpyHostToDevice, inspector),
            "inspecting the tree on the GPU");
    }

    Telling telling() {
        return {cells_.data(), static_cast<unsigned>(cells_.size()), tally_.data()};
    }
    // All is told when `told` has passed.
    void leave_inspector(const DeviceEvent& told) {
        cuda_check(cudaStreamWaitEvent(stream_.get(), told.get()), "waiting for the GPU");
        cells_.hand_over(stream_.get());
        tally_.hand_over(stream_.get());
    }

    Inspection finish() override {
        cuda_check(cudaSetDevice(device_), "choosing the GPU");
        const Tally tally = fetched(tally_, 1).front();
        Inspection inspection;
        const CellsOnLevel on_level = counts(tally);
        if (std::all_of(on_level.begin(), on_level.end(), [](auto cells) { return cells == 0; })) {
            return inspection;
        }
        inspection.found = levels_of(on_level);
        if (request_.cells) {
            inspection.told =
                levels_with_room(on_level, request_.levels, inspection.found, request_.max_cells);
        }
        if (tally.body != no_body) {
            inspection.interactions.emplace();
        }
        const std::size_t told = std::min<std::size_t>(tally.told, cells_.size());
        for (const ToldCell& one : fetched(cells_, told)) {
            sort_in(one, inspection);
        }
        sort_by_level(inspection.cells);
        return inspection;
    }

private:
    static CellsOnLevel counts(const Tally& tally) {
        CellsOnLevel on_level{};
        std::copy_n(tally.on_level, on_level.size(), on_level.begin());
        return on_level;
    }

    static void sort_in(const ToldCell& one, Inspection& inspection) {
        switch (one.role) {
        case Role::cell:
            inspection.cells.push_back(one.cell);
            break;
        case Role::quadrupole:
            inspection.interactions->quadrupoles.push_back(one.cell);
            break;
        case Role::monopole:
            inspection.interactions->monopoles.push_back(one.cell);
            break;
        case Role::leaf:
            inspection.interactions->leaves.push_back(one.cell);
            break;
        case Role::group:
            inspection.interactions->group = one.cell;
            break;
        }
    }

    template <class T>
    std::vector<T> fetched(StreamArray<T>& from, std::size_t count) {
        std::vector<T> copy(count);
        if (count != 0) {
            cuda_check(cudaMemcpyAsync(copy.data(), from.data(), count * sizeof(T),
                                       cudaMemcpyDeviceToHost, stream_.get()),
                       "copying the tree's cells from the GPU");
            stream_.wait();
        }
        return copy;
    }

    int device_;
    InspectRequest request_;
    DeviceStream stream_; // before the memory that is given back in it
    StreamArray<ToldCell> cells_;
    StreamArray<Tally> tally_;
};

} // namespace

template <class Real>
GpuTreeInspector<Real>::GpuTreeInspector() {
    cuda_check(cudaGetDevice(&device_), "choosing the GPU");
}

template <class Real>
std::unique_ptr<InspectionReading> GpuTreeInspector<Real>::begin(const WalkedTree<Real>& walked,
                                                                 const InspectRequest& request,
                                                                 const DeviceEvent& ready) {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
    const cudaStream_t stream = stream_.get();
    const auto nodes = static_cast<unsigned>(walked.nodes);
    const auto max_cells =
        static_cast<unsigned>(request.cells ? std::min(request.max_cells, walked.nodes) : 0);
    auto reading = std::make_unique<GpuTreeReading>(
        device_, request, max_cells + (request.body ? max_interactions : 0), stream);
    const Telling telling = reading->telling();
    cuda_check(cudaStreamWaitEvent(stream, ready.get()), "waiting for the simulation");
    launch(stream, one_thread_each(nodes), count_levels<Real>, walked.tree, nodes, telling.tally);
    if (request.cells) {
        launch(stream, one_thread_each(nodes), tell_cells<Real>, walked.tree, nodes, request.levels,
               max_cells, telling);
    }
    if (request.body) {
        launch(stream, one_thread_each(walked.tree.body_count), find_body<Real>, walked.tree,
               static_cast<std::uint32_t>(*request.body), telling.tally);
        launch(stream, {dim3(1), dim3(warp_size)},
               walked.group > warp_size ? tell_interactions<Real, 2> : tell_interactions<Real, 1>,
               walked, telling);
    }
    done_.record(stream);
    reading->leave_inspector(done_);
    return reading;
}

template class GpuTreeInspector<float>;
template class GpuTreeInspector<double>;

} // namespace orrery
