// Inspection of any tree on a GPU.
//
// Idea:    three small kernels count the cells of each level, copy those of the levels that there
//          is room for, and look for a body.
// Cost:    a pass over the nodes and one over the numbers of the bodies; some ten microseconds for
//          a million bodies.
// Memory:  36 bytes a cell that may be told, while the reading lasts.

#include "sim/solvers/tree/gpu_inspection.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/inspect_tree.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

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

// Whether `level` is one of levels_with_room().
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

CellsOnLevel counts(const Tally& tally) {
    CellsOnLevel on_level{};
    std::copy_n(tally.on_level, on_level.size(), on_level.begin());
    return on_level;
}

void sort_in(const ToldCell& one, Inspection& inspection) {
    using Met = InspectedInteractions;
    constexpr std::array lists{&Met::locals, &Met::multipoles, &Met::monopoles, &Met::leaves};
    if (one.role == Role::cell) {
        inspection.cells.push_back(one.cell);
    } else if (one.role == Role::group) {
        inspection.interactions->group = one.cell;
    } else {
        ((*inspection.interactions).*lists[static_cast<std::size_t>(one.role)]).push_back(one.cell);
    }
}

} // namespace

GpuReading::GpuReading(int device, const InspectRequest& request, unsigned room,
                       cudaStream_t inspector)
    : device_(device), request_(request), cells_(room, inspector), tally_(1, inspector) {
    Tally none{};
    none.body = no_body;
    cuda_check(
        cudaMemcpyAsync(tally_.data(), &none, sizeof(Tally), cudaMemcpyHostToDevice, inspector),
        inspecting);
}

Telling GpuReading::telling() {
    return {cells_.data(), static_cast<unsigned>(cells_.size()), tally_.data()};
}

void GpuReading::leave_inspector(const DeviceEvent& told) {
    cuda_check(cudaStreamWaitEvent(stream_.get(), told.get()), "waiting for the GPU");
    cells_.hand_over(stream_.get());
    tally_.hand_over(stream_.get());
}

template <class T>
std::vector<T> GpuReading::fetched(StreamArray<T>& from, std::size_t count) {
    std::vector<T> copy(count);
    if (count != 0) {
        cuda_check(cudaMemcpyAsync(copy.data(), from.data(), count * sizeof(T),
                                   cudaMemcpyDeviceToHost, stream_.get()),
                   "copying the tree's cells from the GPU");
        stream_.wait();
    }
    return copy;
}

Inspection GpuReading::finish() {
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

template <class Real>
std::shared_ptr<GpuReading> tell_tree(int device, cudaStream_t stream,
                                      const DeviceTreeView<Real>& tree, std::size_t nodes,
                                      const InspectRequest& request) {
    const auto count = static_cast<unsigned>(nodes);
    const auto max_cells =
        static_cast<unsigned>(request.cells ? std::min(request.max_cells, nodes) : 0);
    auto reading = std::make_shared<GpuReading>(device, request,
                                                max_cells + (request.body ? max_told : 0), stream);
    const Telling telling = reading->telling();
    DeviceQueue::launch_into(stream, inspecting, one_thread_each(nodes), count_levels<Real>, tree,
                             count, telling.tally);
    if (request.cells) {
        DeviceQueue::launch_into(stream, inspecting, one_thread_each(nodes), tell_cells<Real>, tree,
                                 count, request.levels, max_cells, telling);
    }
    if (request.body) {
        DeviceQueue::launch_into(stream, inspecting, one_thread_each(tree.body_count),
                                 find_body<Real>, tree, static_cast<std::uint32_t>(*request.body),
                                 telling.tally);
    }
    return reading;
}

GpuInspector::GpuInspector() {
    cuda_check(cudaGetDevice(&device_), "choosing the GPU");
}

cudaStream_t GpuInspector::wait_for(const DeviceEvent& ready) const {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
    cuda_check(cudaStreamWaitEvent(stream_.get(), ready.get()), "waiting for the simulation");
    return stream_.get();
}

template std::shared_ptr<GpuReading> tell_tree(int, cudaStream_t, const DeviceTreeView<float>&,
                                               std::size_t, const InspectRequest&);
template std::shared_ptr<GpuReading> tell_tree(int, cudaStream_t, const DeviceTreeView<double>&,
                                               std::size_t, const InspectRequest&);

} // namespace orrery
