#include "sim/gauss/gpu_points.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>

namespace orrery {
namespace {

constexpr const char* copying = "copying bodies to the GPU";
constexpr std::size_t staged_by_a_worker = 32768; // numbers

template <class Real>
void copy_by_all(std::span<const Real> from, Real* to, Workers& workers) {
    workers.for_ranges(from.size(), staged_by_a_worker, [&](std::size_t first, std::size_t last) {
        std::memcpy(to + first, from.data() + first, (last - first) * sizeof(Real));
    });
}

template <class Real>
__global__ void write_keys(DevicePointsView<Real> points, CellLattice lattice, std::uint32_t* keys,
                           std::uint32_t* order) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points.count) {
        keys[i] =
            device_cell(lattice, lattice.cell_along(0, points.x[i]),
                        lattice.cell_along(1, points.y[i]), lattice.cell_along(2, points.z[i]));
        order[i] = i;
    }
}

template <class Real>
__global__ void gather_points(DevicePointsView<Real> from, const std::uint32_t* order, Real* x,
                              Real* y, Real* z, Real* mass) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < from.count) {
        const std::uint32_t one = order[i];
        x[i] = from.x[one];
        y[i] = from.y[one];
        z[i] = from.z[one];
        if (mass != nullptr) {
            mass[i] = from.mass[one];
        }
    }
}

// One thread more than there are points: the last one ends the last cells.
__global__ void find_begins(const std::uint32_t* keys, unsigned count, std::uint32_t* begins,
                            std::uint32_t cells) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > count) {
        return;
    }
    const std::uint32_t last = i == count ? cells : keys[i];
    for (std::uint32_t cell = i == 0 ? 0 : keys[i - 1] + 1; cell <= last; ++cell) {
        begins[cell] = i;
    }
}

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

GpuGaussMemory::GpuGaussMemory() {
    cuda_check(cudaGetDevice(&device_), "choosing the GPU");
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device_};
    cuda_check(cudaMemPoolCreate(&pool_, &properties), "allocating GPU memory");
    std::uint64_t keep_all = UINT64_MAX;
    cuda_check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep_all),
               "allocating GPU memory");
}

GpuGaussMemory::~GpuGaussMemory() {
    cudaStreamSynchronize(stream_.get());
    cudaMemPoolDestroy(pool_);
}

void GpuGaussMemory::activate() const {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
}

GpuGaussMemory& gpu_memory(GaussWork& work, std::optional<int> device) {
    std::shared_ptr<GpuGaussMemory>& kept = work.kept->on_gpu;
    if (kept == nullptr || (device && *device != kept->device())) {
        if (device) {
            cuda_check(cudaSetDevice(*device), "choosing the GPU");
        }
        kept.reset(); // before the new one, so that never both are held
        kept = std::make_shared<GpuGaussMemory>();
    }
    kept->activate();
    return *kept;
}

template <class Real>
DevicePoints<Real>::DevicePoints(const PointsView<Real>& points, std::span<const Real> masses,
                                 GpuGaussMemory& memory, Workers& workers)
    : x_(points.size(), memory), y_(points.size(), memory), z_(points.size(), memory),
      mass_(masses.size(), memory) {
    cuda_check(cudaStreamSynchronize(memory.stream()), copying); // the staging memory is free
    auto* staged =
        reinterpret_cast<Real*>(memory.staging((3 * points.size() + masses.size()) * sizeof(Real)));
    const auto send = [&](std::span<const Real> column, GpuArray<Real>& to) {
        copy_by_all(column, staged, workers);
        cuda_check(
            cudaMemcpyAsync(to.data(), staged, to.bytes(), cudaMemcpyHostToDevice, memory.stream()),
            copying);
        staged += column.size();
    };
    send(points.x, x_);
    send(points.y, y_);
    send(points.z, z_);
    send(masses, mass_);
}

template <class Real>
SortedDevicePoints<Real>::SortedDevicePoints(const DevicePointsView<Real>& points,
                                             const CellLattice& lattice,
                                             const GpuGaussMemory& memory)
    : x_(points.count, memory), y_(points.count, memory), z_(points.count, memory),
      mass_(points.mass == nullptr ? 0 : points.count, memory), order_(points.count, memory),
      begins_(static_cast<std::size_t>(lattice.count[0] * lattice.count[1] * lattice.count[2]) + 1,
              memory) {
    GpuArray<std::uint32_t> keys(points.count, memory);
    GpuArray<std::uint32_t> sorted_keys(points.count, memory);
    GpuArray<std::uint32_t> numbers(points.count, memory);
    const cudaStream_t stream = memory.stream();
    constexpr const char* sorting = "sorting bodies";
    DeviceQueue::launch_into(stream, sorting, one_thread_each(points.count), write_keys<Real>,
                             points, lattice, keys.data(), numbers.data());
    const auto all_cells = static_cast<std::uint32_t>(cells());
    const int bits = std::bit_width(all_cells);
    const auto sort = [&](void* workspace, std::size_t& bytes) {
        sort_pairs(workspace, bytes, keys.data(), sorted_keys.data(), numbers.data(), order_.data(),
                   static_cast<unsigned>(points.count), bits, stream);
    };
    std::size_t bytes = 0;
    sort(nullptr, bytes);
    GpuArray<std::byte> scratch(bytes, memory);
    sort(scratch.data(), bytes);
    DeviceQueue::launch_into(stream, sorting, one_thread_each(points.count), gather_points<Real>,
                             points, order_.data(), x_.data(), y_.data(), z_.data(), mass_.data());
    DeviceQueue::launch_into(stream, sorting, one_thread_each(std::size_t{points.count} + 1),
                             find_begins, sorted_keys.data(), points.count, begins_.data(),
                             all_cells);
}

CellLattice device_lattice_over(const PointBounds& bounds, std::array<double, 3> sides) {
    for (;;) {
        CellLattice lattice = lattice_over(bounds, sides);
        double cells = 1;
        for (const std::int64_t count : lattice.count) {
            cells *= static_cast<double>(count);
        }
        if (cells <= max_device_cells) {
            return lattice;
        }
        for (double& side : sides) {
            side *= 1.25;
        }
    }
}

template <class Real>
std::vector<std::uint32_t>
SortedDevicePoints<Real>::cell_begins_on_host(const GpuGaussMemory& memory) const {
    std::vector<std::uint32_t> begins(begins_.size());
    cuda_check(cudaMemcpyAsync(begins.data(), begins_.data(), begins_.bytes(),
                               cudaMemcpyDeviceToHost, memory.stream()),
               "copying cells from the GPU");
    cuda_check(cudaStreamSynchronize(memory.stream()), "copying cells from the GPU");
    return begins;
}

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
        return cuda_check(cudaStreamSynchronize(memory.stream()), "summing densities");
    }
    constexpr const char* copying_back = "copying densities from the GPU";
    cuda_check(cudaStreamSynchronize(memory.stream()), copying_back); // the staging memory is free
    const std::size_t bytes = copied_densities_.bytes();
    std::byte* const staged = memory.staging(bytes);
    cuda_check(cudaMemcpyAsync(staged, copied_densities_.data(), bytes, cudaMemcpyDeviceToHost,
                               memory.stream()),
               copying_back);
    cuda_check(cudaStreamSynchronize(memory.stream()), copying_back);
    copy_by_all<Real>(std::span(reinterpret_cast<const Real*>(staged), wanted_.size()),
                      wanted_.data(), workers);
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

template class DevicePoints<float>;
template class DevicePoints<double>;
template class SortedDevicePoints<float>;
template class SortedDevicePoints<double>;
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
