// Idea:   a thread a target; a block stages its sources in shared memory, each read by all threads.
// Source: Nyland, Harris & Prins 2007, with a Gaussian for the force.
// Cost:   sources x targets pairs, ten instructions and an exponential's unit each.
// Memory: bodies and densities.
// Error:  rounding alone; each block of sources is summed by itself.

#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/gauss/gpu_points.cuh"
#include "sim/machine/devices.hpp"

#include <algorithm>

namespace orrery {
namespace {

template <class Real>
__global__ void sum_all(DevicePointsView<Real> sources, DevicePointsView<Real> targets, Real rate,
                        Real* sums) {
    __shared__ Real x[block_threads], y[block_threads], z[block_threads], mass[block_threads];
    const unsigned i = own_index();
    const unsigned target = min(i, targets.count - 1);
    const Real tx = targets.x[target];
    const Real ty = targets.y[target];
    const Real tz = targets.z[target];
    Real total = 0;
    for (unsigned first = 0; first < sources.count; first += block_threads) {
        const unsigned source = min(first + threadIdx.x, sources.count - 1);
        x[threadIdx.x] = sources.x[source];
        y[threadIdx.x] = sources.y[source];
        z[threadIdx.x] = sources.z[source];
        mass[threadIdx.x] = first + threadIdx.x < sources.count ? sources.mass[source] : Real(0);
        __syncthreads();
        Real partial = 0;
#pragma unroll 8
        for (unsigned j = 0; j < block_threads; ++j) {
            partial += gauss_term(rate, x[j] - tx, y[j] - ty, z[j] - tz, mass[j]);
        }
        total += partial;
        __syncthreads();
    }
    if (i < targets.count) {
        sums[i] = total;
    }
}

template <class Real>
bool sum_directly(const GaussSum<Real>& sum, const PointBounds&, GaussWork& work) {
    GpuGaussMemory& memory = gpu_memory(work, sum.device);
    DeviceSum<Real> given(sum, memory, work.workers);
    const DevicePointsView<Real> targets = given.targets();
    const auto t = timed("pairs", work.timings);
    DeviceQueue::launch_into(memory.stream(), "summing densities", one_thread_each(targets.count),
                             sum_all<Real>, given.sources(), targets, gauss_rate<Real>(sum.sigma),
                             given.densities());
    given.finish(memory, work.workers);
    work.timings.interactions +=
        static_cast<double>(sum.sources.size()) * static_cast<double>(sum.targets.size());
    return !work.stop.stop_requested();
}

double seconds_directly(const GaussLoad& load) {
    const double pairs_a_second = load.precision == Precision::fp32 ? 2e12 : 3.8e11;
    // A thread takes its sources one after the other, however few the targets are.
    const double seconds_per_source = load.precision == Precision::fp32 ? 8e-9 : 3e-8;
    return gpu_seconds_to_copy(load) + std::max(load.sources * load.targets / pairs_a_second,
                                                load.sources * seconds_per_source);
}

} // namespace

extern const GaussMethod gpu_direct_gauss{
    .id = "gpu.gauss.direct",
    .title = "Direct, on a GPU",
    .idea = "every pair, sources staged in shared memory",
    .min_error_fp32 = 1e-5,
    .min_error_fp64 = 1e-13,
    .seconds = seconds_directly,
    .sum_fp32 = sum_directly<float>,
    .sum_fp64 = sum_directly<double>,
    .why_unavailable = gpu_unavailable,
};

} // namespace orrery
