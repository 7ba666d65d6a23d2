#include "sim/solvers/multi_gpu/device_group.hpp"

#include <algorithm>

namespace orrery {
DeviceGroup::DeviceGroup(DeviceQueue& root, std::span<const int> devices) : queues_{&root} {
    for (const int from : devices) {
        for (const int to : devices) {
            if (from != to) {
                let_reach(from, to);
            }
        }
    }
    for (const int device : devices.subspan(1)) {
        own_.push_back(std::make_unique<DeviceQueue>(device));
        queues_.push_back(own_.back().get());
    }
    for (DeviceQueue* queue : queues_) {
        queue->activate();
        joined_.emplace_back();
    }
    root.activate();
    forked_ = DeviceEvent();
}

bool DeviceGroup::is(const DeviceQueue& root, std::span<const int> devices) const {
    return queues_[0] == &root &&
           std::equal(
               devices.begin(), devices.end(), queues_.begin(), queues_.end(),
               [](int device, const DeviceQueue* queue) { return device == queue->device(); });
}

bool DeviceGroup::repeats_gpus() const {
    std::vector<int> devices;
    for (const DeviceQueue* queue : queues_) {
        devices.push_back(queue->device());
    }
    std::sort(devices.begin(), devices.end());
    return std::adjacent_find(devices.begin(), devices.end()) != devices.end();
}

void DeviceGroup::fork() {
    root().activate();
    forked_.record(root().stream());
    for (std::size_t rank = 1; rank < size(); ++rank) {
        cuda_check(cudaStreamWaitEvent(queue(rank).stream(), forked_.get()),
                   "waiting for another GPU");
    }
}

void DeviceGroup::join(std::size_t rank) {
    if (rank == 0) {
        return;
    }
    queue(rank).activate();
    joined_[rank].record(queue(rank).stream());
    root().activate();
    cuda_check(cudaStreamWaitEvent(root().stream(), joined_[rank].get()),
               "waiting for another GPU");
}

void DeviceGroup::wait() {
    for (DeviceQueue* queue : queues_) {
        queue->activate();
        queue->wait();
    }
    root().activate();
}

} // namespace orrery
