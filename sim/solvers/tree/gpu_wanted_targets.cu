#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

__global__ void enter_listed(const std::uint32_t* list, unsigned count, std::uint32_t* entries) {
    const unsigned k = own_index();
    if (k < count) {
        entries[list[k]] = k;
    }
}

} // namespace

WantedTargets WantedEntries::listed(DeviceQueue& queue, const std::uint32_t* list, unsigned count,
                                    std::size_t bodies) {
    entries_.reserve(bodies);
    queue.begin("lists");
    cuda_check(cudaMemsetAsync(entries_.data(), 0xff, entries_.bytes(), queue.stream()),
               "preparing a list of targets");
    queue.launch("lists", one_thread_each(count), enter_listed, list, count, entries_.data());
    return {0, count, entries_.data()};
}

} // namespace orrery
