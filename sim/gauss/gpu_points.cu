#include "sim/gauss/gpu_points.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"

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
void download_sums(const GpuArray<Real>& sums, std::span<Real> densities, GpuGaussMemory& memory,
                   Workers& workers) {
    constexpr const char* copying_back = "copying densities from the GPU";
    cuda_check(cudaStreamSynchronize(memory.stream()), copying_back); // the staging memory is free
    std::byte* const staged = memory.staging(sums.bytes());
    cuda_check(
        cudaMemcpyAsync(staged, sums.data(), sums.bytes(), cudaMemcpyDeviceToHost, memory.stream()),
        copying_back);
    cuda_check(cudaStreamSynchronize(memory.stream()), copying_back);
    copy_by_all<Real>(std::span(reinterpret_cast<const Real*>(staged), densities.size()),
                      densities.data(), workers);
}

template class DevicePoints<float>;
template class DevicePoints<double>;
template class SortedDevicePoints<float>;
template class SortedDevicePoints<double>;
template void download_sums(const GpuArray<float>&, std::span<float>, GpuGaussMemory&, Workers&);
template void download_sums(const GpuArray<double>&, std::span<double>, GpuGaussMemory&, Workers&);

} // namespace orrery
