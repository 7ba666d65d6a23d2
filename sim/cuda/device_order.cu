// Bodies on a GPU move: neighbours in space become neighbours in memory, where one
// transaction fetches many of them.

#include "sim/cuda/device_order.hpp"

#include "sim/cuda/device_vectors.hpp"
#include "sim/cuda/own_index.cuh"

namespace orrery {
namespace {

__global__ void invert(const std::uint32_t* numbers, unsigned count, std::uint32_t* indices) {
    const unsigned k = own_index();
    if (k < count) {
        indices[numbers[k]] = k;
    }
}

} // namespace

DeviceArray<std::uint32_t> DeviceOrder::indices(DeviceQueue& queue) const {
    DeviceArray<std::uint32_t> indices(count_);
    queue.launch("sort", one_thread_each(count_), invert, numbers_.data(),
                 static_cast<unsigned>(count_), indices.data());
    return indices;
}

void DeviceOrder::prepare(DeviceQueue& queue, const std::uint32_t* order) {
    if (order == nullptr) {
        next_indices_ = indices(queue);
        next_ = next_indices_.data();
        next_numbers_ = {};
        return;
    }
    next_ = order;
    next_numbers_.reserve(count_);
    if (!original()) {
        apply(queue, numbers_, next_numbers_);
        return;
    }
    cuda_check(cudaMemcpyAsync(next_numbers_.data(), order, count_ * sizeof(std::uint32_t),
                               cudaMemcpyDeviceToDevice, queue.stream()),
               "copying the order of the bodies");
}

template <class T>
void DeviceOrder::apply(DeviceQueue& queue, const DeviceArray<T>& from, DeviceArray<T>& to) const {
    gather(queue, "sort", from, next_, count_, to);
}

void DeviceOrder::commit() noexcept {
    numbers_.swap(next_numbers_);
    if (numbers_.empty()) { // the original order: no memory is needed to tell
        next_numbers_ = {};
        next_indices_ = {};
    }
}

template void DeviceOrder::apply(DeviceQueue&, const DeviceArray<float>&,
                                 DeviceArray<float>&) const;
template void DeviceOrder::apply(DeviceQueue&, const DeviceArray<double>&,
                                 DeviceArray<double>&) const;
template void DeviceOrder::apply(DeviceQueue&, const DeviceArray<std::uint32_t>&,
                                 DeviceArray<std::uint32_t>&) const;

} // namespace orrery
