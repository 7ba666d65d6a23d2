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

bool none(const CellsOnLevel& on_level) {
    return std::all_of(on_level.begin(), on_level.end(), [](auto cells) { return cells == 0; });
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

GpuReading::Told GpuReading::fetch() {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
    const Tally tally = fetched(tally_, 1).front();
    return {tally, fetched(cells_, std::min<std::size_t>(tally.told, cells_.size()))};
}

Inspection GpuReading::inspection_of(const InspectRequest& request, std::span<const Told> told) {
    Inspection inspection;
    CellsOnLevel on_level{};
    for (const Told& one : told) {
        for (std::size_t level = 0; level < on_level.size(); ++level) {
            on_level[level] += one.tally.on_level[level];
        }
        if (one.tally.body != no_body) {
            inspection.interactions.emplace();
        }
    }
    if (none(on_level)) {
        return inspection;
    }
    inspection.found = levels_of(on_level);
    if (request.cells) {
        inspection.told =
            levels_with_room(on_level, request.levels, inspection.found, request.max_cells);
    }
    for (const Told& one : told) {
        for (const ToldCell& cell : one.cells) {
            const int level = cell.cell.level;
            if (cell.role != Role::cell ||
                (level >= inspection.told.from && level <= inspection.told.to)) {
                sort_in(cell, inspection);
            }
        }
    }
    sort_by_level(inspection.cells);
    return inspection;
}

Inspection GpuReading::finish() {
    const Told told = fetch();
    return inspection_of(request_, {&told, 1});
}

// Domains have a root each, the only cell of its level. What holds all of them is above; or the
// whole space, where one of them is that already.
void GpuReading::add_common_root(std::vector<Told>& told) {
    const auto level_of_root = [](const Told& one) {
        const auto* first = one.tally.on_level;
        return static_cast<int>(
            std::find_if(first, first + finest_level, [](unsigned cells) { return cells != 0; }) -
            first);
    };
    ToldCell root{{}, Role::cell};
    int level = finest_level;
    for (const Told& one : told) {
        const int own = level_of_root(one);
        level = std::min(level, own);
        for (const ToldCell& cell : one.cells) {
            if (cell.role == Role::cell && cell.cell.level == own) {
                const bool first = root.cell.bodies == 0;
                root.cell.box = first ? cell.cell.box : root.cell.box;
                root.cell.box.extend(cell.cell.box);
                root.cell.bodies += cell.cell.bodies;
            }
        }
    }
    root.cell.level = static_cast<std::uint8_t>(std::max(level - 1, 0));
    for (Told& one : told) {
        one.tally.on_level[0] = 0;
        std::erase_if(one.cells, [](const ToldCell& cell) {
            return cell.role == Role::cell && cell.cell.level == 0;
        });
    }
    ++told.front().tally.on_level[root.cell.level];
    if (root.cell.bodies != 0) { // else cells are not wanted
        told.front().cells.push_back(root);
    }
}

Inspection GpuReading::finish(std::span<const std::shared_ptr<GpuReading>> domains) {
    std::vector<Told> told;
    for (const auto& domain : domains) {
        told.push_back(domain->fetch());
    }
    if (told.size() > 1) {
        add_common_root(told);
    }
    return inspection_of(domains.front()->request_, told);
}

template <class Real>
std::shared_ptr<GpuReading> tell_tree(int device, cudaStream_t stream,
                                      const DeviceTreeView<Real>& tree,
                                      const InspectRequest& request) {
    const unsigned count = tree.node_count;
    const auto max_cells =
        static_cast<unsigned>(request.cells ? std::min<std::size_t>(request.max_cells, count) : 0);
    auto reading = std::make_shared<GpuReading>(device, request,
                                                max_cells + (request.body ? max_told : 0), stream);
    const Telling telling = reading->telling();
    DeviceQueue::launch_into(stream, inspecting, one_thread_each(count), count_levels<Real>, tree,
                             count, telling.tally);
    if (request.cells) {
        DeviceQueue::launch_into(stream, inspecting, one_thread_each(count), tell_cells<Real>, tree,
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
                                               const InspectRequest&);
template std::shared_ptr<GpuReading> tell_tree(int, cudaStream_t, const DeviceTreeView<double>&,
                                               const InspectRequest&);

} // namespace orrery
