#include "sim/solvers/multi_gpu/device_group.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace orrery {
namespace {

// Where two GPUs cannot reach each other, copies between them go through the host by themselves.
void let_reach(int from, int to) {
    int can = 0;
    cuda_check(cudaDeviceCanAccessPeer(&can, from, to), "asking which GPUs reach each other");
    if (can == 0) {
        return;
    }
    cuda_check(cudaSetDevice(from), "choosing the GPU");
    cuda_check(cudaDeviceEnablePeerAccess(to, 0), "letting one GPU reach another");
}

// Once in the life of the process, as CUDA remembers it.
void let_reach_once(int from, int to) {
    static std::mutex mutex;
    static std::set<std::pair<int, int>> reached;
    const std::lock_guard lock(mutex);
    if (!reached.contains({from, to})) {
        let_reach(from, to);
        reached.insert({from, to});
    }
}

} // namespace

DeviceGroup::DeviceGroup(DeviceQueue& home, std::span<const int> devices) : queues_{&home} {
    for (const int from : devices) {
        for (const int to : devices) {
            if (from != to) {
                let_reach_once(from, to);
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
    home.activate();
    forked_ = DeviceEvent();
}

bool DeviceGroup::is(const DeviceQueue& home, std::span<const int> devices) const {
    return queues_[0] == &home &&
           std::equal(
               devices.begin(), devices.end(), queues_.begin(), queues_.end(),
               [](int device, const DeviceQueue* queue) { return device == queue->device(); });
}

bool DeviceGroup::has_twins() const {
    std::vector<int> devices;
    for (const DeviceQueue* queue : queues_) {
        devices.push_back(queue->device());
    }
    std::sort(devices.begin(), devices.end());
    return std::adjacent_find(devices.begin(), devices.end()) != devices.end();
}

void DeviceGroup::fork() {
    home().activate();
    forked_.record(home().stream());
    for (std::size_t member = 1; member < size(); ++member) {
        cuda_check(cudaStreamWaitEvent(queue(member).stream(), forked_.get()),
                   "waiting for another GPU");
    }
}

void DeviceGroup::join(std::size_t member) {
    if (member == 0) {
        return;
    }
    queue(member).activate();
    joined_[member].record(queue(member).stream());
    home().activate();
    cuda_check(cudaStreamWaitEvent(home().stream(), joined_[member].get()),
               "waiting for another GPU");
}

void DeviceGroup::wait() {
    for (DeviceQueue* queue : queues_) {
        queue->activate();
        queue->wait();
    }
    home().activate();
}

} // namespace orrery
