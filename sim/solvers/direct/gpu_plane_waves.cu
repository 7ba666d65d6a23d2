// The smooth half of an Ewald sum on one GPU: formulas as in sim/periodic/plane_waves.cpp.
//
// Idea:    places are whole numbers that turn over with the box (gpu_box_pair.cuh), so a wave's
//          phase there is three products of whole numbers, exact, and turns over by itself, too.
//          Threads have a wave each while all sources are summed, a chunk of them to a row; then
//          the lanes of a warp share out the waves for a few targets. The mean potential is a wave
//          without periods.
// Source:  plane_waves.cpp.
// Cost:    a sine and a cosine per body and wave, twice: about 25 instructions; in a cube 2,900
//          waves in float and 25,000 in double, fewer where less is asked for.
// Memory:  a few numbers a wave, times the rows: at most 64, or one for 4,096 bodies.
// Order:   that of the bodies, or one of their own that is given: then it does not matter where
//          they are in memory. Reruns on one kind of GPU agree bit for bit.

#include "sim/solvers/direct/gpu_plane_waves.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/periodic/plane_waves.hpp"
#include "sim/solvers/direct/gpu_box_pair.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"

#include <algorithm>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

constexpr unsigned wave_threads = 128;
constexpr unsigned target_warps = 4; // of a block
constexpr unsigned targets_of_a_warp = 4;

__device__ void sine_and_cosine(float half_turns, float& sine, float& cosine) {
    sincospif(half_turns, &sine, &cosine);
}
__device__ void sine_and_cosine(double half_turns, double& sine, double& cosine) {
    sincospi(half_turns, &sine, &cosine);
}

// e^(i k.x) of a wave at a place.
template <class Real>
__device__ WaveAmplitude<Real> phase(const DeviceWave<Real>& wave, const PointMass<Real>& place) {
    using Turning = std::make_unsigned_t<WholePlace<Real>>;
    const auto along = [](int periods, Real coordinate) {
        return static_cast<Turning>(WholePlace<Real>(periods)) *
               static_cast<Turning>(whole_place(coordinate));
    };
    const auto turns = static_cast<WholePlace<Real>>(
        along(wave.x, place.x) + along(wave.y, place.y) + along(wave.z, place.z));
    constexpr Real half_turn = sizeof(Real) == sizeof(float) ? Real(0x1p-31) : Real(0x1p-63);
    WaveAmplitude<Real> phase;
    sine_and_cosine(static_cast<Real>(turns) * half_turn, phase.imaginary, phase.real);
    return phase;
}

// Row y of sums over the y-th chunk of the sources: of m e^(i k.x), or of m k.v e^(i k.x).
template <class Real, bool of_velocities>
__global__ void __launch_bounds__(wave_threads)
    sum_chunk(const DeviceWave<Real>* waves, unsigned wave_count, const PointMass<Real>* bodies,
              const Motion<Real>* velocities, const std::uint32_t* order, unsigned count,
              unsigned chunk, WaveAmplitude<Real>* rows) {
    __shared__ PointMass<Real> tile[wave_threads];
    __shared__ Motion<Real> motion[of_velocities ? wave_threads : 1];
    const unsigned index = blockIdx.x * wave_threads + threadIdx.x;
    const DeviceWave<Real> wave = waves[min(index, wave_count - 1)];
    const unsigned end = min((blockIdx.y + 1) * chunk, count);
    WaveAmplitude<Real> sum{0, 0};
    for (unsigned begin = blockIdx.y * chunk; begin < end; begin += wave_threads) {
        const bool has = begin + threadIdx.x < end;
        const unsigned own = begin + threadIdx.x;
        const unsigned place = has && order != nullptr ? order[own] : own;
        __syncthreads();
        tile[threadIdx.x] = has ? bodies[place] : PointMass<Real>{0, 0, 0, 0};
        if constexpr (of_velocities) {
            motion[threadIdx.x] = has ? velocities[place] : Motion<Real>{0, 0, 0};
        }
        __syncthreads();
#pragma unroll 4
        for (unsigned k = 0; k < wave_threads; ++k) {
            const WaveAmplitude<Real> at = phase(wave, tile[k]);
            Real weight = tile[k].mass;
            if constexpr (of_velocities) {
                const Motion<Real>& v = motion[k];
                weight *= wave.kx * v.x + wave.ky * v.y + wave.kz * v.z;
            }
            sum.real = fma(weight, at.real, sum.real);
            sum.imaginary = fma(weight, at.imaginary, sum.imaginary);
        }
    }
    if (index < wave_count) {
        rows[std::size_t{blockIdx.y} * wave_count + index] = sum;
    }
}

template <class Real>
__global__ void fold_rows(const DeviceWave<Real>* waves, unsigned wave_count,
                          const WaveAmplitude<Real>* rows, unsigned row_count,
                          WaveAmplitude<Real>* amplitudes) {
    const unsigned i = own_index();
    if (i >= wave_count) {
        return;
    }
    double real = 0;
    double imaginary = 0;
    for (std::size_t row = 0; row < row_count; ++row) {
        real += rows[row * wave_count + i].real;
        imaginary += rows[row * wave_count + i].imaginary;
    }
    const double strength = waves[i].strength;
    amplitudes[i] = {static_cast<Real>(strength * real), static_cast<Real>(strength * imaginary)};
}

template <class Real>
struct WaveTask {
    const DeviceWave<Real>* waves;
    const WaveAmplitude<Real>* amplitudes;
    const WaveAmplitude<Real>* flow; // for jerks
    unsigned wave_count;
    const PointMass<Real>* bodies;
    const Motion<Real>* velocities;
    unsigned first_target, targets;
    const std::uint32_t* list;
    Real own_cloud; // of a unit mass, where targets are sources
    Real gravity;
    AccelerationsView<Real> result;

    __device__ unsigned place(unsigned target) const {
        return first_target + (list == nullptr ? target : list[target]);
    }
};

template <class Real>
__device__ Real warp_sum(Real own) {
    for (unsigned apart = warp_size / 2; apart > 0; apart /= 2) {
        own += __shfl_xor_sync(all_lanes, own, apart);
    }
    return own;
}

template <class Real, bool with_jerk>
__global__ void __launch_bounds__(target_warps* warp_size) pull_by_waves(WaveTask<Real> task) {
    const unsigned lane = threadIdx.x % warp_size;
    const unsigned first =
        (blockIdx.x * target_warps + threadIdx.x / warp_size) * targets_of_a_warp;
    if (first >= task.targets) {
        return;
    }
    PointMass<Real> body[targets_of_a_warp];
    Motion<Real> velocity[targets_of_a_warp];
    PointMass<Real> pull[targets_of_a_warp] = {}; // and the potential
    Motion<Real> jerk[targets_of_a_warp] = {};
#pragma unroll
    for (unsigned t = 0; t < targets_of_a_warp; ++t) {
        const unsigned place = task.place(min(first + t, task.targets - 1));
        body[t] = task.bodies[place];
        if constexpr (with_jerk) {
            velocity[t] = task.velocities[place];
        }
    }
    for (unsigned w = lane; w < task.wave_count; w += warp_size) {
        const DeviceWave<Real> wave = task.waves[w];
        const WaveAmplitude<Real> mass = task.amplitudes[w];
#pragma unroll
        for (unsigned t = 0; t < targets_of_a_warp; ++t) {
            const WaveAmplitude<Real> at = phase(wave, body[t]);
            const Real even = fma(mass.real, at.real, mass.imaginary * at.imaginary);
            const Real odd = fma(mass.real, at.imaginary, -mass.imaginary * at.real);
            pull[t].x = fma(-wave.kx, odd, pull[t].x);
            pull[t].y = fma(-wave.ky, odd, pull[t].y);
            pull[t].z = fma(-wave.kz, odd, pull[t].z);
            pull[t].mass -= even;
            if constexpr (with_jerk) {
                const Motion<Real>& v = velocity[t];
                const WaveAmplitude<Real> flow = task.flow[w];
                const Real kv = wave.kx * v.x + wave.ky * v.y + wave.kz * v.z;
                const Real change =
                    kv * even - (flow.real * at.real + flow.imaginary * at.imaginary);
                jerk[t].x = fma(-wave.kx, change, jerk[t].x);
                jerk[t].y = fma(-wave.ky, change, jerk[t].y);
                jerk[t].z = fma(-wave.kz, change, jerk[t].z);
            }
        }
    }
    const auto add = [&](Real* array, unsigned i, Real own, Real alone) {
        const Real sum = warp_sum(own);
        if (lane == 0 && array != nullptr) {
            array[i] += task.gravity * (sum + alone);
        }
    };
#pragma unroll
    for (unsigned t = 0; t < targets_of_a_warp; ++t) {
        const unsigned i = first + t;
        if (i >= task.targets) {
            return;
        }
        const Real nothing = body[t].mass - body[t].mass; // or no number: then it is nowhere
        add(task.result.x, i, pull[t].x, nothing);
        add(task.result.y, i, pull[t].y, nothing);
        add(task.result.z, i, pull[t].z, nothing);
        add(task.result.potential, i, pull[t].mass, task.own_cloud * body[t].mass);
        if constexpr (with_jerk) {
            add(task.result.jerk_x, i, jerk[t].x, nothing);
            add(task.result.jerk_y, i, jerk[t].y, nothing);
            add(task.result.jerk_z, i, jerk[t].z, nothing);
        }
    }
}

template <class Real>
std::vector<DeviceWave<Real>> device_waves(const EwaldSplit& split) {
    const auto real = [](double value) { return static_cast<Real>(value); };
    const auto& [edge_x, edge_y, edge_z] = split.box.lengths;
    std::vector<DeviceWave<Real>> waves;
    for (const PlaneWave& wave : PlaneWaves(split).waves()) {
        const double turn = 2 * std::numbers::pi;
        waves.push_back({wave.x, wave.y, wave.z, real(turn * wave.x / edge_x),
                         real(turn * wave.y / edge_y), real(turn * wave.z / edge_z),
                         real(wave.strength)});
    }
    waves.push_back({0, 0, 0, 0, 0, 0, real(-split.mean_potential)});
    return waves;
}

} // namespace

template <class Real>
GpuPlaneWaves<Real>::GpuPlaneWaves(DeviceQueue& queue, const EwaldSplit& split)
    : queue_(queue), split_(split) {
    const std::vector<DeviceWave<Real>> waves = device_waves<Real>(split);
    waves_ = DeviceArray<DeviceWave<Real>>(waves.size());
    cuda_check(cudaMemcpyAsync(waves_.data(), waves.data(), waves_.bytes(), cudaMemcpyHostToDevice,
                               queue.stream()),
               "copying the waves of a box");
    cuda_check(cudaStreamSynchronize(queue.stream()), "copying the waves of a box");
}

template <class Real>
template <bool of_velocities>
void GpuPlaneWaves<Real>::sum_sources(const ForceRequest<Real>& request,
                                      const PointMass<Real>* bodies, const Motion<Real>* velocities,
                                      const std::uint32_t* order,
                                      DeviceArray<WaveAmplitude<Real>>& amplitudes) {
    constexpr unsigned most_rows = 64;
    constexpr unsigned longest = 4096; // of a sum in float
    const auto count = static_cast<unsigned>(request.sources.count);
    const auto waves = static_cast<unsigned>(waves_.size());
    const unsigned even = divided_up(divided_up(count, most_rows), wave_threads) * wave_threads;
    const unsigned chunk =
        std::max(sizeof(Real) == sizeof(float) ? std::min(even, longest) : even, wave_threads);
    const unsigned rows = divided_up(count, chunk);
    rows_.reserve(std::size_t{rows} * waves);
    amplitudes.reserve(waves);
    if (rows > 0) {
        queue_.launch("waves", {dim3(divided_up(waves, wave_threads), rows), dim3(wave_threads)},
                      sum_chunk<Real, of_velocities>, waves_.data(), waves, bodies, velocities,
                      order, count, chunk, rows_.data());
    }
    queue_.launch("waves", one_thread_each(waves), fold_rows<Real>, waves_.data(), waves,
                  rows_.data(), rows, amplitudes.data());
}

template <class Real>
void GpuPlaneWaves<Real>::add(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                              const Motion<Real>* velocities, const std::uint32_t* order) {
    const bool jerk = request.result.jerk_x != nullptr;
    sum_sources<false>(request, bodies, nullptr, order, amplitudes_);
    if (jerk) {
        sum_sources<true>(request, bodies, velocities, order, flow_);
    }
    const BoxPairLaw<Real> law(split_, {});
    WaveTask<Real> task{};
    task.waves = waves_.data();
    task.amplitudes = amplitudes_.data();
    task.flow = flow_.data();
    task.wave_count = static_cast<unsigned>(waves_.size());
    task.bodies = bodies;
    task.velocities = velocities;
    task.first_target = static_cast<unsigned>(request.packed_target());
    task.targets = static_cast<unsigned>(request.targets.count);
    task.list = request.list;
    const bool others = !request.targets_at || *request.targets_at >= request.sources.count;
    task.own_cloud = others ? Real(0) : law.own_cloud;
    task.gravity = static_cast<Real>(request.parameters.gravity);
    task.result = request.result;
    if (task.targets == 0) {
        return;
    }
    queue_.launch("waves",
                  {dim3(divided_up(task.targets, target_warps * targets_of_a_warp)),
                   dim3(target_warps * warp_size)},
                  jerk ? pull_by_waves<Real, true> : pull_by_waves<Real, false>, task);
}

template class GpuPlaneWaves<float>;
template class GpuPlaneWaves<double>;

} // namespace orrery
