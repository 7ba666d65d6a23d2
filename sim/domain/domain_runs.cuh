#pragma once

// A sort by domain alone, which keeps the order within each.
//
// Idea:   a warp has a run of bodies and counts how many of them are of each domain; when the
//         counts are summed, domain by domain and run by run, it knows where its own go.
// Cost:   two passes, the second over a byte a body.
// Memory: a byte a body, and 8 for each domain and run.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/domains.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery::domain_runs {

inline constexpr unsigned length = 512; // bodies of a warp
inline constexpr unsigned threads = 256;
inline constexpr unsigned a_block = threads / 32;
inline constexpr unsigned all_of_warp = 0xffffffffU;

__device__ inline unsigned own_run() {
    return blockIdx.x * a_block + threadIdx.x / 32;
}

// The domain, and how many there are.
struct Bodies {
    unsigned count, domains;
    std::uint8_t* domain_of;
    std::uint64_t* counts; // of each run, domain by domain; then where they begin

    __host__ __device__ unsigned runs() const { return (count + length - 1) / length; }
    LaunchShape shape() const { return {dim3((runs() + a_block - 1) / a_block), dim3(threads)}; }
};

// The first pass: `find(i)` is the domain of body i.
template <class Find>
__device__ void count(const Bodies& bodies, const Find& find) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned run = own_run();
    unsigned own_count = 0; // of the lane's domain
    for (unsigned row = 0; row < length; row += 32) {
        const std::size_t i = std::size_t{run} * length + row + lane;
        unsigned domain = most_domains;
        if (i < bodies.count) {
            domain = find(i);
            bodies.domain_of[i] = static_cast<std::uint8_t>(domain);
        }
        for (unsigned k = 0; k < bodies.domains; ++k) {
            const unsigned of_domain = __ballot_sync(all_of_warp, domain == k);
            own_count += lane == k ? static_cast<unsigned>(__popc(of_domain)) : 0;
        }
    }
    if (lane < bodies.domains && run < bodies.runs()) {
        bodies.counts[std::size_t{lane} * bodies.runs() + run] = own_count;
    }
}

// The second: put(i, to) is called with each body and its place.
template <class Put>
__device__ void divide(const Bodies& bodies, const Put& put) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned run = own_run();
    if (run >= bodies.runs()) {
        return;
    }
    // Of the lane's domain, where the next one goes.
    auto next = static_cast<unsigned>(
        lane < bodies.domains ? bodies.counts[std::size_t{lane} * bodies.runs() + run] : 0);
    for (unsigned row = 0; row < length; row += 32) {
        const std::size_t i = std::size_t{run} * length + row + lane;
        const bool mine = i < bodies.count;
        const unsigned domain = mine ? bodies.domain_of[i] : most_domains;
        unsigned to = 0;
        for (unsigned k = 0; k < bodies.domains; ++k) {
            const unsigned of_domain = __ballot_sync(all_of_warp, domain == k);
            const unsigned first = __shfl_sync(all_of_warp, next, k);
            to = domain == k ? first + static_cast<unsigned>(__popc(of_domain & ((1U << lane) - 1)))
                             : to;
            next += lane == k ? static_cast<unsigned>(__popc(of_domain)) : 0;
        }
        if (mine) {
            put(i, to);
        }
    }
}

// Between the two: sums the counts, and tells the host where each domain begins, and all end.
class Sums {
public:
    // For so many; their counts are written over.
    Bodies make_room(unsigned count, unsigned domains) {
        Bodies bodies{count, domains, nullptr, nullptr};
        domain_of_.grow(count);
        counts_.grow(domains * bodies.runs() + 1); // the last is all
        bodies.domain_of = domain_of_.data();
        bodies.counts = counts_.data();
        return bodies;
    }

    void put(DeviceQueue& queue, const Bodies& bodies) {
        const unsigned counts = bodies.domains * bodies.runs() + 1;
        begins_.grow(most_domains + 1);
        std::size_t bytes = 0;
        sum_before_each(nullptr, bytes, bodies.counts, counts, queue.stream());
        workspace_.grow(bytes);
        sum_before_each(workspace_.data(), bytes, bodies.counts, counts, queue.stream());
        cuda_check(cudaMemcpy2DAsync(begins_.data(), sizeof(std::uint64_t), bodies.counts,
                                     bodies.runs() * sizeof(std::uint64_t), sizeof(std::uint64_t),
                                     bodies.domains + 1, cudaMemcpyDeviceToHost, queue.stream()),
                   "counting the bodies of domains");
        summed_.record(queue.stream());
    }
    // Waits.
    const std::uint64_t* begins() const {
        summed_.wait();
        return begins_.data();
    }

    std::size_t bytes() const { return total_bytes(domain_of_, counts_, workspace_); }

private:
    DeviceArray<std::uint8_t> domain_of_;
    DeviceArray<std::uint64_t> counts_;
    DeviceArray<std::byte> workspace_;
    PinnedArray<std::uint64_t> begins_;
    DeviceEvent summed_;
};

} // namespace orrery::domain_runs
