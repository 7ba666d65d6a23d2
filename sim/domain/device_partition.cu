// Domains of equal work for several GPUs.
//
// Idea:    all bodies of a stretch of the curve are near one another, so few of the cells that a
//          domain has to see are another's. The curve is cut at keys of a sample of the bodies,
//          which is sorted by one block: as evenly spaced ones in memory they are spread as all
//          are, and where bodies lie along the curve already the cuts are exact. Then they are
//          sorted by domain (domain_runs.cuh).
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing
//          (stretches of the curve, weighted by the work of the step before).
// Cost:    the bodies are read twice and written once, their keys are computed once.
// Memory:  21 bytes a body in float.

#include "sim/domain/device_partition.cuh"

#include "sim/cuda/one_thread_each.hpp"

#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr unsigned sample_threads = 1024;
constexpr unsigned samples_each = max_curve_samples / sample_threads;
// Cells finer than this are not told apart by the sort of the sample.
constexpr int lowest_bit = 3 * (curve_levels - 15);

template <class Real>
__device__ std::uint64_t key_of(const CurveKeys& keys, const CurveSpace& space,
                                const PointMass<Real>& body) {
    return keys(space, double(body.x), double(body.y), double(body.z));
}

struct DomainStarts {
    double of[most_domains];
};

template <class Real>
__global__ void __launch_bounds__(sample_threads)
    find_cuts(UnsortedBodies<Real> bodies, DomainFrame* frame, unsigned domains,
              const __grid_constant__ DomainStarts starts, DomainCuts* cuts) {
    using Sort = cub::BlockRadixSort<std::uint64_t, sample_threads, samples_each>;
    __shared__ typename Sort::TempStorage storage;
    __shared__ CurveKeys along_curve;
    along_curve.prepare();
    const auto samples = static_cast<unsigned>(curve_samples(bodies.count));
    const CurveSpace space = frame->space;
    std::uint64_t keys[samples_each];
    for (unsigned i = 0; i < samples_each; ++i) {
        const unsigned sample = threadIdx.x * samples_each + i;
        keys[i] = sample < samples
                      ? key_of(along_curve, space, bodies[curve_sample(sample, bodies.count)])
                      : ~std::uint64_t{0};
    }
    Sort(storage).Sort(keys, lowest_bit);
    if (threadIdx.x == 0) {
        frame->mass = 0;
    }
    for (unsigned domain = 1; domain < domains; ++domain) {
        const auto at = static_cast<unsigned>(starts.of[domain] * samples);
        for (unsigned i = 0; i < samples_each; ++i) {
            if (min(at, samples - 1) == threadIdx.x * samples_each + i) {
                cuts->key[domain - 1] = keys[i] >> lowest_bit << lowest_bit;
            }
        }
    }
}

// The frame gets the sum of all masses, where it is wanted.
template <class Real>
__global__ void __launch_bounds__(domain_runs::threads)
    count_domains(UnsortedBodies<Real> bodies, domain_runs::Bodies runs, const DomainFrame* frame,
                  const DomainCuts* cuts, const __grid_constant__ DomainMap map,
                  double* total_mass) {
    __shared__ double mass_of_warp[domain_runs::a_block];
    __shared__ CurveKeys along_curve;
    along_curve.prepare();
    const CurveSpace space = frame->space;
    double mass = 0;
    domain_runs::count(runs, [&](std::size_t i) -> unsigned {
        const PointMass<Real> body = bodies[i];
        mass += double(body.mass);
        return map.of[cuts->stretch(key_of(along_curve, space, body), runs.domains)];
    });
    if (total_mass == nullptr) {
        return;
    }
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        mass += __shfl_xor_sync(domain_runs::all_of_warp, mass, distance);
    }
    if (threadIdx.x % 32 == 0) {
        mass_of_warp[threadIdx.x / 32] = mass;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        double sum = 0;
        for (const double one : mass_of_warp) {
            sum += one;
        }
        atomicAdd(total_mass, sum);
    }
}

template <class Real>
__global__ void __launch_bounds__(domain_runs::threads)
    divide_bodies(UnsortedBodies<Real> bodies, domain_runs::Bodies runs, PointMass<Real>* divided,
                  std::uint32_t* order) {
    domain_runs::divide(runs, [&](std::size_t i, unsigned to) {
        divided[to] = bodies[i];
        order[to] = static_cast<std::uint32_t>(i);
    });
}

} // namespace

template <class Real>
void DomainPartition<Real>::divide(DeviceQueue& queue, const UnsortedBodies<Real>& bodies,
                                   std::span<const double> starts) {
    domains_ = starts.size();
    frame_.reserve(1);
    cuts_.reserve(1);
    DomainStarts of_domains{};
    std::copy(starts.begin(), starts.end(), of_domains.of);
    DomainMap each_its_own{};
    for (unsigned k = 0; k < most_domains; ++k) {
        each_its_own.of[k] = static_cast<std::uint8_t>(k);
    }
    find_curve_space(queue, bodies, &frame_.data()->space);
    queue.launch("partition", {dim3(1), dim3(sample_threads)}, find_cuts<Real>, bodies,
                 frame_.data(), static_cast<unsigned>(domains_), of_domains, cuts_.data());
    assign(queue, bodies, frame_.data(), cuts_.data(), each_its_own);
}

template <class Real>
void DomainPartition<Real>::divide_like(DeviceQueue& queue, const UnsortedBodies<Real>& bodies,
                                        const DomainPartition& of) {
    domains_ = of.domains();
    DomainMap map{};
    std::size_t last = 0; // that has bodies; at first, the first one that does
    while (of.count(last) == 0) {
        ++last;
    }
    for (std::size_t k = 0; k < domains_; ++k) {
        last = of.count(k) != 0 ? k : last;
        map.of[k] = static_cast<std::uint8_t>(last);
    }
    assign(queue, bodies, of.frame_.data(), of.cuts_.data(), map);
}

template <class Real>
void DomainPartition<Real>::assign(DeviceQueue& queue, const UnsortedBodies<Real>& bodies,
                                   const DomainFrame* frame, const DomainCuts* cuts,
                                   const DomainMap& map) {
    const domain_runs::Bodies runs = sums_.make_room(bodies.count, static_cast<unsigned>(domains_));
    bodies_.reserve(bodies.count);
    order_.reserve(bodies.count);
    double* const total_mass = frame == frame_.data() ? &frame_.data()->mass : nullptr;
    queue.launch("partition", runs.shape(), count_domains<Real>, bodies, runs, frame, cuts, map,
                 total_mass);
    sums_.put(queue, runs);
    queue.launch("partition", runs.shape(), divide_bodies<Real>, bodies, runs, bodies_.data(),
                 order_.data());
}

template <class Real>
void DomainPartition<Real>::wait() {
    std::copy_n(sums_.begins(), domains_ + 1, begins_.begin());
}

template class DomainPartition<float>;
template class DomainPartition<double>;

} // namespace orrery
