#include "sim/cuda/device_vectors.hpp"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

template <class Real>
__global__ void gather(const Real* x, const Real* y, const Real* z,
                       const unsigned long long* bodies, const std::uint32_t* places,
                       std::size_t count, double* to) {
    const std::size_t k = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
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

template <class Real>
HostArray<double> downloaded(const DeviceArray<Real>& array, std::size_t count,
                             std::span<const std::uint32_t> numbers) {
    HostArray<Real> copy(count);
    cuda_check(cudaMemcpy(copy.data(), array.data(), count * sizeof(Real), cudaMemcpyDeviceToHost),
               "copying bodies from the GPU");
    if (numbers.empty()) {
        return converted<double>(copy);
    }
    HostArray<double> original(count);
    for (std::size_t k = 0; k < count; ++k) {
        original[numbers[k]] = static_cast<double>(copy[k]);
    }
    return original;
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
    queue.launch("diagnostics", one_thread_each(bodies.size()), gather<Real>, vectors.x.data(),
                 vectors.y.data(), vectors.z.data(), numbers.data(), places.data(), bodies.size(),
                 values.data());
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
template HostArray<double> downloaded(const DeviceArray<float>&, std::size_t,
                                      std::span<const std::uint32_t>);
template HostArray<double> downloaded(const DeviceArray<double>&, std::size_t,
                                      std::span<const std::uint32_t>);
template std::vector<Vector3> downloaded(DeviceQueue&, const DeviceVectors<float>&,
                                         std::span<const std::size_t>,
                                         const DeviceArray<std::uint32_t>&);
template std::vector<Vector3> downloaded(DeviceQueue&, const DeviceVectors<double>&,
                                         std::span<const std::size_t>,
                                         const DeviceArray<std::uint32_t>&);

} // namespace orrery
