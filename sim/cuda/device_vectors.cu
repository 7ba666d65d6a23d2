#include "sim/cuda/device_vectors.hpp"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

template <class T>
__global__ void gather_each(const T* from, const std::uint32_t* order, std::size_t count, T* to) {
    const std::size_t k = own_wide_index();
    if (k < count) {
        to[k] = from[order[k]];
    }
}

__global__ void invert_each(const std::uint32_t* numbers, std::size_t count,
                            std::uint32_t* indices) {
    const std::size_t k = own_wide_index();
    if (k < count) {
        indices[numbers[k]] = static_cast<std::uint32_t>(k);
    }
}

} // namespace

template <class Real>
DeviceArray<Real> uploaded(const HostArray<double>& from) {
    const HostArray<Real> narrowed = converted<Real>(from);
    DeviceArray<Real> to(from.size());
    cuda_check(cudaMemcpy(to.data(), narrowed.data(), to.bytes(), cudaMemcpyHostToDevice),
               "copying bodies to the GPU");
    return to;
}

template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from) {
    return {uploaded<Real>(from.x), uploaded<Real>(from.y), uploaded<Real>(from.z)};
}

template <class T>
void gather(DeviceQueue& queue, const char* phase, const DeviceArray<T>& from,
            const std::uint32_t* order, std::size_t count, DeviceArray<T>& to) {
    queue.launch(phase, one_thread_each(count), gather_each<T>, from.data(), order, count,
                 to.data());
}

template DeviceArray<float> uploaded(const HostArray<double>&);
template DeviceArray<double> uploaded(const HostArray<double>&);
template DeviceVectors<float> uploaded(const VectorArray<double>&);
template DeviceVectors<double> uploaded(const VectorArray<double>&);
template void gather(DeviceQueue&, const char*, const DeviceArray<float>&, const std::uint32_t*,
                     std::size_t, DeviceArray<float>&);
template void gather(DeviceQueue&, const char*, const DeviceArray<double>&, const std::uint32_t*,
                     std::size_t, DeviceArray<double>&);
template void gather(DeviceQueue&, const char*, const DeviceArray<std::uint32_t>&,
                     const std::uint32_t*, std::size_t, DeviceArray<std::uint32_t>&);

void invert(cudaStream_t stream, const char* name, const std::uint32_t* numbers, std::size_t count,
            std::uint32_t* indices) {
    DeviceQueue::launch_into(stream, name, one_thread_each(count), invert_each, numbers, count,
                             indices);
}

void DeviceOrder::prepare(DeviceQueue& queue, const std::uint32_t* order) {
    if (order == nullptr) {
        next_indices_ = DeviceArray<std::uint32_t>(count_);
        queue.begin("sort");
        invert(queue.stream(), "sort", numbers_.data(), count_, next_indices_.data());
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

void DeviceOrder::commit() noexcept {
    numbers_.swap(next_numbers_);
    if (numbers_.empty()) { // the original order: no memory is needed to tell
        next_numbers_ = {};
        next_indices_ = {};
    }
}

} // namespace orrery
