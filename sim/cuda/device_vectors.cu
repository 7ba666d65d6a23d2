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

template <class Real>
void upload(const HostArray<double>& from, Real* to) {
    const HostArray<Real> narrowed = converted<Real>(from);
    copy_to_gpu(to, narrowed.data(), from.size() * sizeof(Real), "copying bodies to the GPU");
}

} // namespace

template <class Real>
SharedDeviceArray<Real> uploaded(const HostArray<double>& from) {
    SharedDeviceArray<Real> to(from.size());
    upload(from, to.data());
    return to;
}

template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from) {
    DeviceVectors<Real> to(from.size());
    upload(from.x, to.x.data());
    upload(from.y, to.y.data());
    upload(from.z, to.z.data());
    return to;
}

template <class T>
void gather(DeviceQueue& queue, const char* phase, const T* from, const std::uint32_t* order,
            std::size_t count, T* to) {
    queue.launch(phase, one_thread_each(count), gather_each<T>, from, order, count, to);
}

template SharedDeviceArray<float> uploaded(const HostArray<double>&);
template SharedDeviceArray<double> uploaded(const HostArray<double>&);
template DeviceVectors<float> uploaded(const VectorArray<double>&);
template DeviceVectors<double> uploaded(const VectorArray<double>&);
template void gather(DeviceQueue&, const char*, const float*, const std::uint32_t*, std::size_t,
                     float*);
template void gather(DeviceQueue&, const char*, const double*, const std::uint32_t*, std::size_t,
                     double*);
template void gather(DeviceQueue&, const char*, const std::uint32_t*, const std::uint32_t*,
                     std::size_t, std::uint32_t*);

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
