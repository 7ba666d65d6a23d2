#include "sim/cuda/device_vectors.hpp"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

template <class T>
__global__ void gather_each(const T* from, const std::uint32_t* order, std::size_t count, T* to) {
    const std::size_t k = blockIdx.x * std::size_t{block_threads} + threadIdx.x;
    if (k < count) {
        to[k] = from[order[k]];
    }
}

template <class Real>
__global__ void gather_chosen(const Real* x, const Real* y, const Real* z,
                              const unsigned long long* bodies, const std::uint32_t* places,
                              std::size_t count, double* to) {
    const std::size_t k = blockIdx.x * std::size_t{block_threads} + threadIdx.x;
    if (k < count) {
        const std::size_t i = places != nullptr ? places[bodies[k]] : bodies[k];
        to[3 * k] = x[i];
        to[3 * k + 1] = y[i];
        to[3 * k + 2] = z[i];
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
    DeviceVectors<Real> to;
    to.x = uploaded<Real>(from.x);
    to.y = uploaded<Real>(from.y);
    to.z = uploaded<Real>(from.z);
    return to;
}

template <class T>
void gather(DeviceQueue& queue, const char* phase, const DeviceArray<T>& from,
            const std::uint32_t* order, std::size_t count, DeviceArray<T>& to) {
    queue.launch(phase, one_thread_each(count), gather_each<T>, from.data(), order, count,
                 to.data());
}

template <class Real>
HostArray<double> downloaded(DeviceQueue& queue, const DeviceArray<Real>& array,
                             const DeviceArray<std::uint32_t>& places, DeviceArray<Real>& room) {
    const Real* from = array.data();
    if (!places.empty()) {
        room.reserve(array.size());
        gather(queue, "diagnostics", array, places.data(), array.size(), room);
        queue.end();
        queue.wait();
        from = room.data();
    }
    HostArray<Real> copy(array.size());
    cuda_check(cudaMemcpy(copy.data(), from, array.bytes(), cudaMemcpyDeviceToHost),
               "copying bodies from the GPU");
    return converted<double>(copy);
}

template <class Real>
VectorArray<double> downloaded(DeviceQueue& queue, const DeviceVectors<Real>& vectors,
                               const DeviceArray<std::uint32_t>& places, DeviceArray<Real>& room) {
    VectorArray<double> to;
    to.x = downloaded(queue, vectors.x, places, room);
    to.y = downloaded(queue, vectors.y, places, room);
    to.z = downloaded(queue, vectors.z, places, room);
    return to;
}

template <class Real>
std::vector<Vector3> downloaded(DeviceQueue& queue, const DeviceVectors<Real>& vectors,
                                std::span<const std::size_t> bodies,
                                const DeviceArray<std::uint32_t>& places) {
    static_assert(sizeof(std::size_t) == sizeof(unsigned long long));
    DeviceArray<unsigned long long> numbers(bodies.size());
    DeviceArray<double> values(3 * bodies.size());
    cuda_check(cudaMemcpy(numbers.data(), bodies.data(), numbers.bytes(), cudaMemcpyHostToDevice),
               "copying to the GPU");
    queue.launch("diagnostics", one_thread_each(bodies.size()), gather_chosen<Real>,
                 vectors.x.data(), vectors.y.data(), vectors.z.data(), numbers.data(),
                 places.data(), bodies.size(), values.data());
    queue.end();
    queue.wait();
    std::vector<double> copy(values.size());
    cuda_check(cudaMemcpy(copy.data(), values.data(), values.bytes(), cudaMemcpyDeviceToHost),
               "copying from the GPU");
    std::vector<Vector3> chosen(bodies.size());
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        chosen[k] = {copy[3 * k], copy[3 * k + 1], copy[3 * k + 2]};
    }
    return chosen;
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
template HostArray<double> downloaded(DeviceQueue&, const DeviceArray<float>&,
                                      const DeviceArray<std::uint32_t>&, DeviceArray<float>&);
template HostArray<double> downloaded(DeviceQueue&, const DeviceArray<double>&,
                                      const DeviceArray<std::uint32_t>&, DeviceArray<double>&);
template VectorArray<double> downloaded(DeviceQueue&, const DeviceVectors<float>&,
                                        const DeviceArray<std::uint32_t>&, DeviceArray<float>&);
template VectorArray<double> downloaded(DeviceQueue&, const DeviceVectors<double>&,
                                        const DeviceArray<std::uint32_t>&, DeviceArray<double>&);
template std::vector<Vector3> downloaded(DeviceQueue&, const DeviceVectors<float>&,
                                         std::span<const std::size_t>,
                                         const DeviceArray<std::uint32_t>&);
template std::vector<Vector3> downloaded(DeviceQueue&, const DeviceVectors<double>&,
                                         std::span<const std::size_t>,
                                         const DeviceArray<std::uint32_t>&);

} // namespace orrery
