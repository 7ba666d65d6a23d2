#pragma once

#include "sim/gauss/gpu_points.cuh"

#include <optional>

namespace orrery {

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
