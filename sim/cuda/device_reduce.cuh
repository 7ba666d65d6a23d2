#pragma once

// Sums over all bodies on the GPU, in double precision and in an order that does not change.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/diagnostics/diagnostics.hpp"

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <cstddef>
#include <cstring>

namespace orrery {

struct Plus {
    template <class Value>
    __host__ __device__ Value operator()(const Value& a, const Value& b) const {
        return a + b;
    }
};

struct Larger {
    __host__ __device__ double operator()(double a, double b) const { return a > b ? a : b; }
};

// combine over term(i) for every body i. `scratch`, `on_device` and `on_host` are kept between
// calls; waits for the result.
template <class Value, class Term, class Combine>
Value reduce_bodies(DeviceQueue& queue, DeviceArray<std::byte>& scratch,
                    DeviceArray<double>& on_device, PinnedArray<double>& on_host, std::size_t count,
                    const Term& term, const Combine& combine, const Value& start) {
    static_assert(sizeof(Value) % sizeof(double) == 0);
    const thrust::counting_iterator<std::size_t> bodies(0);
    auto* result = reinterpret_cast<Value*>(on_device.data());
    std::size_t bytes = 0;
    constexpr const char* doing = "summing over the bodies on the GPU";
    cuda_check(cub::DeviceReduce::TransformReduce(nullptr, bytes, bodies, result, count, combine,
                                                  term, start, queue.stream()),
               doing);
    scratch.reserve(bytes);
    cuda_check(cub::DeviceReduce::TransformReduce(scratch.data(), bytes, bodies, result, count,
                                                  combine, term, start, queue.stream()),
               doing);
    cuda_check(cudaMemcpyAsync(on_host.data(), result, sizeof(Value), cudaMemcpyDeviceToHost,
                               queue.stream()),
               doing);
    queue.wait();
    Value value;
    std::memcpy(static_cast<void*>(&value), on_host.data(), sizeof(Value));
    return value;
}

template <class Real>
struct HalfMassTimesPotential {
    const Real* mass;
    const Real* potential;
    __device__ double operator()(std::size_t i) const {
        return 0.5 * static_cast<double>(mass[i]) * static_cast<double>(potential[i]);
    }
};

template <class Real>
struct SquaredLength {
    const Real *x, *y, *z;
    __device__ double operator()(std::size_t i) const {
        const double dx = x[i];
        const double dy = y[i];
        const double dz = z[i];
        return dx * dx + dy * dy + dz * dz;
    }
};

template <class Real>
struct BodyTerms {
    BodiesView<Real> bodies;
    __device__ BodySums operator()(std::size_t i) const { return sums_of(bodies, i); }
};

} // namespace orrery
