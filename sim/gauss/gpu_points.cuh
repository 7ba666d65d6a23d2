#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/gauss_sum.hpp"
#include "sim/machine/workers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// A GPU's stream, memory that is kept between calls, and page-locked memory through which bodies
// go there and densities come back.
//
// Idea:   the driver takes a tenth of a millisecond and more for each array, and copies from
//         ordinary memory at a few gigabytes a second; a pool and staging by all workers take
//         nearly nothing.
class GpuGaussMemory {
public:
    // Takes memory and a stream of the current GPU.
    GpuGaussMemory();
    GpuGaussMemory(const GpuGaussMemory&) = delete;
    GpuGaussMemory& operator=(const GpuGaussMemory&) = delete;
    ~GpuGaussMemory();

    int device() const { return device_; }
    void activate() const; // its GPU, for the calling thread
    cudaStream_t stream() const { return stream_.get(); }
    cudaMemPool_t pool() const { return pool_; }
    // Staging memory for a copy of `bytes`; the copy before must have arrived.
    std::byte* staging(std::size_t bytes) {
        staging_.grow(bytes);
        return staging_.data();
    }

private:
    int device_ = 0;
    DeviceStream stream_{DeviceStream::Urgency::after_them}; // steps and pictures go first
    cudaMemPool_t pool_ = nullptr;
    PinnedArray<std::byte> staging_;
};

// The memory kept in `work`, made at the first call, and made anew for another GPU. Without
// `device`: on the GPU of before or, at first, the current one.
GpuGaussMemory& gpu_memory(GaussWork& work, std::optional<int> device);

// An array from its pool, in the order of its stream.
template <class T>
class GpuArray : public StreamArray<T> {
public:
    GpuArray() = default;
    GpuArray(std::size_t count, const GpuGaussMemory& memory)
        : StreamArray<T>(count, memory.stream(), memory.pool()) {}
};

// A copy of a few numbers. `doing`: for a failure's sentence.
template <class T>
GpuArray<T> copied(std::span<const T> from, const GpuGaussMemory& memory, const char* doing) {
    GpuArray<T> to(from.size(), memory);
    // From ordinary memory, what is copied has been read on return.
    cuda_check(cudaMemcpyAsync(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                               memory.stream()),
               doing);
    return to;
}

// Numbers that follow each other in memory: what a thread reads or writes at once.
template <class Real>
struct alignas(4 * sizeof(Real)) Four {
    Real v[4];
};

template <class Real>
struct DevicePointsView {
    const Real *x, *y, *z, *mass; // no masses of what are targets only
    const std::uint32_t* order;   // where each was; null where none was moved
    unsigned count;
};

// Points in a GPU's memory, in the order they came. They are on their way there in the stream.
//
// Idea:   all workers put a column into page-locked memory while the one before is copied.
template <class Real>
class DevicePoints {
public:
    DevicePoints(const PointsView<Real>& points, std::span<const Real> masses,
                 GpuGaussMemory& memory, Workers& workers);

    // Room for `count` points, without masses.
    DevicePoints(std::size_t count, const GpuGaussMemory& memory)
        : x_(count, memory), y_(count, memory), z_(count, memory) {}

    std::size_t count() const { return x_.size(); }
    std::size_t masses() const { return mass_.size(); }
    Real* x() { return x_.data(); }
    Real* y() { return y_.data(); }
    Real* z() { return z_.data(); }
    DevicePointsView<Real> view() const {
        return {x_.data(),    y_.data(), z_.data(),
                mass_.data(), nullptr,   static_cast<unsigned>(x_.size())};
    }

private:
    GpuArray<Real> x_, y_, z_, mass_;
};

// Copies of them in the order of their cells, and where each cell's begin.
//
// Idea:   keys, CUB's radix sort of keys and numbers, a pass that gathers; a thread a point finds
//         whether a cell begins with it and writes that for all cells since the one before.
// Memory: 4 bytes a cell: the lattice must not have too many.
template <class Real>
class SortedDevicePoints {
public:
    SortedDevicePoints(const DevicePointsView<Real>& points, const CellLattice& lattice,
                       const GpuGaussMemory& memory);

    DevicePointsView<Real> view() const {
        return {x_.data(),    y_.data(),     z_.data(),
                mass_.data(), order_.data(), static_cast<unsigned>(x_.size())};
    }
    // The first point of each cell, by its number (z * count y + y) * count x + x; one more at the
    // end.
    const std::uint32_t* cell_begins() const { return begins_.data(); }
    std::size_t cells() const { return begins_.size() - 1; }
    std::vector<std::uint32_t> cell_begins_on_host(const GpuGaussMemory& memory) const;

private:
    GpuArray<Real> x_, y_, z_, mass_;
    GpuArray<std::uint32_t> order_, begins_;
};

inline constexpr double max_device_cells = 1 << 25;

// A lattice for SortedDevicePoints: of these sides, or larger ones where there would be too many
// cells.
CellLattice device_lattice_over(const PointBounds& bounds, std::array<double, 3> sides);

// A cell's number there.
constexpr std::uint32_t device_cell(const CellLattice& lattice, std::int64_t x, std::int64_t y,
                                    std::int64_t z) {
    return static_cast<std::uint32_t>((z * lattice.count[1] + y) * lattice.count[0] + x);
}

// exp(-r2 / (2 sigma^2)) as a power of two: rate = log2(e) / (2 sigma^2).
__device__ inline float gauss_power(float rate, float r2) {
    return exp2f(-rate * r2);
}
__device__ inline double gauss_power(double rate, double r2) {
    return exp2(-rate * r2);
}

template <class Real>
__device__ Real gauss_term(Real rate, Real dx, Real dy, Real dz, Real mass) {
    return mass * gauss_power(rate, dx * dx + dy * dy + dz * dz);
}

template <class Real>
Real gauss_rate(double sigma) {
    constexpr double base_two = 1.4426950408889634; // of the exponential
    return static_cast<Real>(base_two / (2 * sigma * sigma));
}

// A sum's sources, targets and densities in a GPU's memory: copied there and back, or where they
// are anyway.
template <class Real>
class DeviceSum {
public:
    // Bodies that the host has are on their way in the stream.
    DeviceSum(const GaussSum<Real>& sum, GpuGaussMemory& memory, Workers& workers);

    bool same_points() const { return same_points_; }
    DevicePointsView<Real> sources() const { return sources_; }
    DevicePointsView<Real> targets() const { return targets_; }
    // To be written by kernels, in the order of the targets as they were given.
    Real* densities() { return densities_; }
    // Waits until they are where they were asked for.
    void finish(GpuGaussMemory& memory, Workers& workers);

private:
    std::optional<DevicePoints<Real>> copied_sources_, copied_targets_;
    GpuArray<Real> copied_densities_;
    DevicePointsView<Real> sources_, targets_;
    Real* densities_;
    std::span<Real> wanted_;
    bool same_points_, on_gpu_;
};

// Both in the order of their cells; in one list where they are the same points.
template <class Real>
class SortedDeviceSum {
public:
    SortedDeviceSum(const DeviceSum<Real>& sum, const CellLattice& lattice,
                    const GpuGaussMemory& memory)
        : sources_(sum.sources(), lattice, memory) {
        if (!sum.same_points()) {
            others_.emplace(sum.targets(), lattice, memory);
        }
    }

    const SortedDevicePoints<Real>& sources() const { return sources_; }
    const SortedDevicePoints<Real>& targets() const { return others_ ? *others_ : sources_; }
    bool one_list() const { return !others_; }

private:
    SortedDevicePoints<Real> sources_;
    std::optional<SortedDevicePoints<Real>> others_;
};

} // namespace orrery
