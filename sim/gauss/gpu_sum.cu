#include "sim/gauss/gpu_sum.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr const char* looking = "reading the bodies";
constexpr unsigned range_threads = 256;
constexpr unsigned range_blocks = 128;

template <class Real>
DevicePointsView<Real> view_of(const PointsView<Real>& points, std::span<const Real> masses) {
    return {points.x.data(), points.y.data(), points.z.data(),
            masses.data(),   nullptr,         static_cast<unsigned>(points.size())};
}

template <class Real>
__device__ ValueRange<Real> joined(const ValueRange<Real>& a, const ValueRange<Real>& b) {
    return {b.low < a.low ? b.low : a.low, b.high > a.high ? b.high : a.high, a.finite && b.finite};
}

// Each block writes the range of its part of the values.
template <class Real>
__global__ void find_ranges(const Real* values, std::size_t count, ValueRange<Real>* ranges) {
    __shared__ ValueRange<Real> of_threads[range_threads];
    const std::size_t step = std::size_t{range_threads} * gridDim.x;
    ValueRange<Real> range{values[0], values[0], true};
    for (std::size_t i = blockIdx.x * std::size_t{range_threads} + threadIdx.x; i < count;
         i += step) {
        const Real value = values[i];
        range = joined(range, ValueRange<Real>{value, value, isfinite(value)});
    }
    of_threads[threadIdx.x] = range;
    for (unsigned half = range_threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            of_threads[threadIdx.x] =
                joined(of_threads[threadIdx.x], of_threads[threadIdx.x + half]);
        }
    }
    if (threadIdx.x == 0) {
        ranges[blockIdx.x] = of_threads[0];
    }
}

template <class Real>
__global__ void gather_sample(DevicePointsView<Real> points, unsigned count, Real* x, Real* y,
                              Real* z) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const std::size_t point = std::size_t{i} * points.count / count;
        x[i] = points.x[point];
        y[i] = points.y[point];
        z[i] = points.z[point];
    }
}

// Page-locked memory that kernels write to themselves: for a few numbers, quicker than a copy.
template <class T>
T* written_by_kernels(GpuGaussMemory& memory, std::size_t count) {
    cuda_check(cudaStreamSynchronize(memory.stream()), looking); // the staging memory is free
    return reinterpret_cast<T*>(memory.staging(count * sizeof(T)));
}

} // namespace

template <class Real>
DeviceSum<Real>::DeviceSum(const GaussSum<Real>& sum, GpuGaussMemory& memory, Workers& workers)
    : wanted_(sum.densities), same_points_(sum.targets.same_as(sum.sources)),
      on_gpu_(sum.device.has_value()) {
    if (on_gpu_) {
        sources_ = view_of(sum.sources, sum.masses);
        targets_ = same_points_ ? sources_ : view_of<Real>(sum.targets, {});
        densities_ = sum.densities.data();
        return;
    }
    copied_sources_.emplace(sum.sources, sum.masses, memory, workers);
    sources_ = targets_ = copied_sources_->view();
    if (!same_points_) {
        copied_targets_.emplace(sum.targets, std::span<const Real>{}, memory, workers);
        targets_ = copied_targets_->view();
    }
    copied_densities_ = GpuArray<Real>(sum.densities.size(), memory);
    densities_ = copied_densities_.data();
}

template <class Real>
void DeviceSum<Real>::finish(GpuGaussMemory& memory, Workers& workers) {
    if (on_gpu_) {
        cuda_check(cudaStreamSynchronize(memory.stream()), "summing densities");
    } else {
        download_sums(copied_densities_, wanted_, memory, workers);
    }
}

template <class Real>
std::vector<ValueRange<Real>> ranges_on_gpu(const std::vector<std::span<const Real>>& arrays,
                                            int device, GaussWork& work) {
    GpuGaussMemory& memory = gpu_memory(work, device);
    auto* const parts = written_by_kernels<ValueRange<Real>>(memory, arrays.size() * range_blocks);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        DeviceQueue::launch_into(memory.stream(), looking, {range_blocks, range_threads},
                                 find_ranges<Real>, arrays[i].data(), arrays[i].size(),
                                 parts + i * range_blocks);
    }
    cuda_check(cudaStreamSynchronize(memory.stream()), looking);
    std::vector<ValueRange<Real>> ranges;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const std::span<const ValueRange<Real>> of_blocks(parts + i * range_blocks, range_blocks);
        ValueRange<Real> all = of_blocks.front();
        for (const ValueRange<Real>& block : of_blocks) {
            all = {std::min(all.low, block.low), std::max(all.high, block.high),
                   all.finite && block.finite};
        }
        ranges.push_back(all);
    }
    return ranges;
}

template <class Real>
VectorArray<Real> sampled_on_gpu(const PointsView<Real>& points, std::size_t count, int device,
                                 GaussWork& work) {
    GpuGaussMemory& memory = gpu_memory(work, device);
    auto* const x = written_by_kernels<Real>(memory, 3 * count);
    Real* const y = x + count;
    Real* const z = y + count;
    DeviceQueue::launch_into(memory.stream(), looking, one_thread_each(count), gather_sample<Real>,
                             view_of<Real>(points, {}), count, x, y, z);
    cuda_check(cudaStreamSynchronize(memory.stream()), looking);
    VectorArray<Real> some(count);
    std::copy_n(x, count, some.x.begin());
    std::copy_n(y, count, some.y.begin());
    std::copy_n(z, count, some.z.begin());
    return some;
}

template class DeviceSum<float>;
template class DeviceSum<double>;
template std::vector<ValueRange<float>> ranges_on_gpu(const std::vector<std::span<const float>>&,
                                                      int, GaussWork&);
template std::vector<ValueRange<double>> ranges_on_gpu(const std::vector<std::span<const double>>&,
                                                       int, GaussWork&);
template VectorArray<float> sampled_on_gpu(const PointsView<float>&, std::size_t, int, GaussWork&);
template VectorArray<double> sampled_on_gpu(const PointsView<double>&, std::size_t, int,
                                            GaussWork&);

} // namespace orrery
