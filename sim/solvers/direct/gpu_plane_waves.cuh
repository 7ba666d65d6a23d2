#pragma once

// The smooth half of an Ewald sum on one GPU: what sim/periodic/plane_waves.hpp is on a processor.
// See gpu_plane_waves.cu.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/periodic/ewald_split.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/gpu_pair.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

template <class Real>
struct DeviceWave {
    int x, y, z;     // whole periods along the axes
    Real kx, ky, kz; // per length
    Real strength;
};
template <class Real>
struct WaveAmplitude {
    Real real, imaginary;
};

template <class Real>
class GpuPlaneWaves {
public:
    GpuPlaneWaves(DeviceQueue& queue, const EwaldSplit& split);

    const EwaldSplit& split() const { return split_; }
    bool is_of(const ForceParameters& parameters, double reach) const {
        return split_.box == parameters.box && split_.softening == parameters.softening &&
               split_.reach == reach;
    }

    // Adds to the results of all targets what the waves of all sources do to them, which pairs have
    // pulled before. `bodies`: as pack_bodies() packs them; `velocities`: for jerks; `order`: in
    // which the sources are summed; null: as they are in memory.
    void add(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
             const Motion<Real>* velocities, const std::uint32_t* order = nullptr);

    std::size_t bytes() const { return total_bytes(waves_, rows_, amplitudes_, flow_); }

private:
    template <bool of_velocities>
    void sum_sources(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                     const Motion<Real>* velocities, const std::uint32_t* order,
                     DeviceArray<WaveAmplitude<Real>>& amplitudes);

    DeviceQueue& queue_;
    EwaldSplit split_;
    DeviceArray<DeviceWave<Real>> waves_;
    DeviceArray<WaveAmplitude<Real>> rows_; // partial sums
    DeviceArray<WaveAmplitude<Real>> amplitudes_, flow_;
};

} // namespace orrery
