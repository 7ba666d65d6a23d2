// Domains of equal work for several GPUs.
//
// Idea:    all bodies of a stretch of the curve are near one another, so few of the cells that a
//          domain has to see are another's. The curve is cut at keys of a sample of the bodies,
//          which is sorted by one block: as evenly spaced ones in memory they are spread as all
//          are, and where bodies lie along the curve already the cuts are exact. Then a warp has a
//          run of bodies, counts how many go to which domain, and, when all counts are summed,
//          writes them there: a sort by domain alone, which keeps the order within each.
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing
//          (stretches of the curve, weighted by the work of the step before).
// Cost:    the bodies are read twice and written once, their keys are computed once.
// Memory:  21 bytes a body in float.

#include "sim/domain/device_partition.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"

#include <cub/block/block_radix_sort.cuh>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr unsigned sample_threads = 1024;
constexpr unsigned samples_each = max_curve_samples / sample_threads;
constexpr unsigned run_length = 512; // bodies of a warp
constexpr unsigned run_threads = 256;
constexpr unsigned runs_a_block = run_threads / 32;
constexpr unsigned all_of_warp = 0xffffffffU;
// Cells finer than this are not told apart by the sort of the sample.
constexpr int lowest_bit = 3 * (curve_levels - 15);

template <class Real>
__device__ std::uint64_t key_of(const CurveSpace& space, const PointMass<Real>& body) {
    return curve_key(space, double(body.x), double(body.y), double(body.z));
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
    const auto samples = static_cast<unsigned>(curve_samples(bodies.count));
    const CurveSpace space = frame->space;
    std::uint64_t keys[samples_each];
    for (unsigned i = 0; i < samples_each; ++i) {
        const unsigned sample = threadIdx.x * samples_each + i;
        keys[i] = sample < samples ? key_of(space, bodies[curve_sample(sample, bodies.count)])
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

// A warp for a run: the domain of each body, and how many of the run are of each. Of the mass of
// all the frame gets the sum, where it is wanted.
template <class Real>
__global__ void __launch_bounds__(run_threads)
    count_runs(UnsortedBodies<Real> bodies, const DomainFrame* frame, const DomainCuts* cuts,
               unsigned domains, const __grid_constant__ DomainMap map, unsigned runs,
               std::uint8_t* domain_of, std::uint64_t* counts, double* total_mass) {
    __shared__ double mass_of_warp[runs_a_block];
    const unsigned lane = threadIdx.x % 32;
    const unsigned run = blockIdx.x * runs_a_block + threadIdx.x / 32;
    const CurveSpace space = frame->space;
    unsigned own_count = 0; // of the lane's domain
    double mass = 0;
    for (unsigned row = 0; row < run_length; row += 32) {
        const std::size_t i = std::size_t{run} * run_length + row + lane;
        unsigned domain = most_domains;
        if (i < bodies.count) {
            const PointMass<Real> body = bodies[i];
            const std::uint64_t key = key_of(space, body);
            unsigned stretch = 0;
            for (unsigned k = 0; k + 1 < domains; ++k) {
                stretch += cuts->key[k] <= key ? 1 : 0;
            }
            domain = map.of[stretch];
            domain_of[i] = static_cast<std::uint8_t>(domain);
            mass += double(body.mass);
        }
        for (unsigned k = 0; k < domains; ++k) {
            const unsigned of_domain = __ballot_sync(all_of_warp, domain == k);
            own_count += lane == k ? static_cast<unsigned>(__popc(of_domain)) : 0;
        }
    }
    if (lane < domains && run < runs) {
        counts[std::size_t{lane} * runs + run] = own_count;
    }
    if (total_mass == nullptr) {
        return;
    }
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        mass += __shfl_xor_sync(all_of_warp, mass, distance);
    }
    if (lane == 0) {
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
__global__ void __launch_bounds__(run_threads)
    divide_runs(UnsortedBodies<Real> bodies, const std::uint8_t* domain_of, unsigned domains,
                unsigned runs, const std::uint64_t* begins, PointMass<Real>* divided,
                std::uint32_t* order) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned run = blockIdx.x * runs_a_block + threadIdx.x / 32;
    if (run >= runs) {
        return;
    }
    // Of the lane's domain, where the next one goes.
    auto next = static_cast<unsigned>(lane < domains ? begins[std::size_t{lane} * runs + run] : 0);
    for (unsigned row = 0; row < run_length; row += 32) {
        const std::size_t i = std::size_t{run} * run_length + row + lane;
        const bool mine = i < bodies.count;
        const unsigned domain = mine ? domain_of[i] : most_domains;
        unsigned to = 0;
        for (unsigned k = 0; k < domains; ++k) {
            const unsigned of_domain = __ballot_sync(all_of_warp, domain == k);
            const unsigned first = __shfl_sync(all_of_warp, next, k);
            to = domain == k ? first + static_cast<unsigned>(__popc(of_domain & ((1U << lane) - 1)))
                             : to;
            next += lane == k ? static_cast<unsigned>(__popc(of_domain)) : 0;
        }
        if (mine) {
            divided[to] = bodies[i];
            order[to] = static_cast<std::uint32_t>(i);
        }
    }
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
    queue.launch("domains", {dim3(1), dim3(sample_threads)}, find_cuts<Real>, bodies, frame_.data(),
                 static_cast<unsigned>(domains_), of_domains, cuts_.data());
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
    const unsigned runs = (bodies.count + run_length - 1) / run_length;
    const auto domains = static_cast<unsigned>(domains_);
    const unsigned counts = domains * runs + 1; // the last is all
    domain_of_.reserve(bodies.count);
    bodies_.reserve(bodies.count);
    order_.reserve(bodies.count);
    counts_.grow(counts);
    begins_on_host_.grow(most_domains + 1);
    std::size_t bytes = 0;
    sum_before_each(nullptr, bytes, counts_.data(), counts, queue.stream());
    workspace_.grow(bytes);
    bytes = workspace_.bytes();
    const LaunchShape shape{dim3((runs + runs_a_block - 1) / runs_a_block), dim3(run_threads)};
    double* const total_mass = frame == frame_.data() ? &frame_.data()->mass : nullptr;
    queue.launch("domains", shape, count_runs<Real>, bodies, frame, cuts, domains, map, runs,
                 domain_of_.data(), counts_.data(), total_mass);
    sum_before_each(workspace_.data(), bytes, counts_.data(), counts, queue.stream());
    cuda_check(cudaMemcpy2DAsync(begins_on_host_.data(), sizeof(std::uint64_t), counts_.data(),
                                 runs * sizeof(std::uint64_t), sizeof(std::uint64_t), domains + 1,
                                 cudaMemcpyDeviceToHost, queue.stream()),
               "counting the bodies of domains");
    counted_.record(queue.stream());
    queue.launch("domains", shape, divide_runs<Real>, bodies, domain_of_.data(), domains, runs,
                 counts_.data(), bodies_.data(), order_.data());
}

template <class Real>
void DomainPartition<Real>::wait() {
    counted_.wait();
    std::copy_n(begins_on_host_.data(), domains_ + 1, begins_.begin());
}

template class DomainPartition<float>;
template class DomainPartition<double>;

} // namespace orrery
