#include "sim/gauss/gpu_points.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/cuda/upload.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <bit>

namespace orrery {
namespace {

constexpr const char* copying = "copying bodies to the GPU";

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

template <class Real>
DevicePoints<Real>::DevicePoints(const PointsView<Real>& points, std::span<const Real> masses)
    : x_(uploaded<Real>(points.x, copying)), y_(uploaded<Real>(points.y, copying)),
      z_(uploaded<Real>(points.z, copying)), mass_(uploaded<Real>(masses, copying)) {}

template <class Real>
SortedDevicePoints<Real>::SortedDevicePoints(const DevicePointsView<Real>& points,
                                             const CellLattice& lattice)
    : x_(points.count), y_(points.count), z_(points.count),
      mass_(points.mass == nullptr ? 0 : points.count), order_(points.count),
      begins_(static_cast<std::size_t>(lattice.count[0] * lattice.count[1] * lattice.count[2]) +
              1) {
    const LaunchShape one_each = one_thread_each(points.count);
    DeviceArray<std::uint32_t> keys(points.count);
    DeviceArray<std::uint32_t> sorted_keys(points.count);
    DeviceArray<std::uint32_t> numbers(points.count);
    write_keys<<<one_each.blocks, one_each.threads>>>(points, lattice, keys.data(), numbers.data());
    const auto all_cells = static_cast<std::uint32_t>(cells());
    const int bits = std::bit_width(all_cells);
    std::size_t bytes = 0;
    cuda_check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys.data(), sorted_keys.data(),
                                               numbers.data(), order_.data(),
                                               static_cast<int>(points.count), 0, bits),
               "sorting bodies");
    DeviceArray<std::byte> scratch(bytes);
    cuda_check(cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, keys.data(),
                                               sorted_keys.data(), numbers.data(), order_.data(),
                                               static_cast<int>(points.count), 0, bits),
               "sorting bodies");
    gather_points<<<one_each.blocks, one_each.threads>>>(points, order_.data(), x_.data(),
                                                         y_.data(), z_.data(), mass_.data());
    const LaunchShape one_more_each = one_thread_each(std::size_t{points.count} + 1);
    find_begins<<<one_more_each.blocks, one_more_each.threads>>>(sorted_keys.data(), points.count,
                                                                 begins_.data(), all_cells);
    cuda_check(cudaGetLastError(), "sorting bodies");
}

CellLattice device_lattice_over(const PointBounds& bounds, std::array<double, 3> sides) {
    constexpr double max_cells = 1 << 25;
    for (;;) {
        CellLattice lattice = lattice_over(bounds, sides);
        double cells = 1;
        for (const std::int64_t count : lattice.count) {
            cells *= static_cast<double>(count);
        }
        if (cells <= max_cells) {
            return lattice;
        }
        for (double& side : sides) {
            side *= 1.25;
        }
    }
}

template <class Real>
void download_sums(const DeviceArray<Real>& sums, std::span<Real> densities) {
    cuda_check(
        cudaMemcpy(densities.data(), sums.data(), densities.size_bytes(), cudaMemcpyDeviceToHost),
        "copying densities from the GPU");
}

template class DevicePoints<float>;
template class DevicePoints<double>;
template class SortedDevicePoints<float>;
template class SortedDevicePoints<double>;
template void download_sums(const DeviceArray<float>&, std::span<float>);
template void download_sums(const DeviceArray<double>&, std::span<double>);

} // namespace orrery
