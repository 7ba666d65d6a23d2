#pragma once

#include "sim/cuda/device_queue.hpp"

#include <memory>
#include <span>
#include <vector>

namespace orrery {

// The GPUs that share one evaluation. Rank 0 is the one that has the bodies and works in their
// queue; the others have queues of their own. A GPU may be a rank twice: two logical devices, so
// that everything here runs on a machine with one GPU as well.
class DeviceGroup {
public:
    // `devices` as CUDA counts them, the first being that of `root`. Lets every pair of GPUs that
    // can reach each other's memory do so.
    DeviceGroup(DeviceQueue& root, std::span<const int> devices);

    std::size_t size() const { return queues_.size(); }
    DeviceQueue& queue(std::size_t rank) { return *queues_[rank]; }
    DeviceQueue& root() { return *queues_[0]; }
    bool is(const DeviceQueue& root, std::span<const int> devices) const;
    bool repeats_gpus() const; // a GPU is a rank twice

    // The ranks' streams go on when all that root has been given so far is done.
    void fork();
    // Root's stream goes on when all that this rank has been given so far is done.
    void join(std::size_t rank);
    // Waits for all of them.
    void wait();

private:
    std::vector<DeviceQueue*> queues_;
    std::vector<std::unique_ptr<DeviceQueue>> own_;
    DeviceEvent forked_;
    std::vector<DeviceEvent> joined_;
};

} // namespace orrery
