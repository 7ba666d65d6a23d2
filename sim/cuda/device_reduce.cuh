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

// What Conserved is made from.
struct BodySums {
    double mass = 0, twice_kinetic = 0, momentum_scale = 0;
    double mx = 0, my = 0, mz = 0; // mass times position
    double px = 0, py = 0, pz = 0; // momentum
    double lx = 0, ly = 0, lz = 0; // angular momentum

    __host__ __device__ friend BodySums operator+(const BodySums& a, const BodySums& b) {
        BodySums sum;
        sum.mass = a.mass + b.mass;
        sum.twice_kinetic = a.twice_kinetic + b.twice_kinetic;
        sum.momentum_scale = a.momentum_scale + b.momentum_scale;
        sum.mx = a.mx + b.mx;
        sum.my = a.my + b.my;
        sum.mz = a.mz + b.mz;
        sum.px = a.px + b.px;
        sum.py = a.py + b.py;
        sum.pz = a.pz + b.pz;
        sum.lx = a.lx + b.lx;
        sum.ly = a.ly + b.ly;
        sum.lz = a.lz + b.lz;
        return sum;
    }

    Conserved conserved() const {
        Conserved c;
        c.kinetic_energy = twice_kinetic / 2;
        c.momentum = {px, py, pz};
        c.angular_momentum = {lx, ly, lz};
        if (mass > 0) {
            c.centre_of_mass = {mx / mass, my / mass, mz / mass};
        }
        c.momentum_scale = momentum_scale;
        return c;
    }
};

template <class Real>
struct BodyTerms {
    const Real *x, *y, *z, *vx, *vy, *vz, *mass;

    __device__ BodySums operator()(std::size_t i) const {
        const double m = mass[i];
        const double rx = x[i], ry = y[i], rz = z[i];
        const double ux = vx[i], uy = vy[i], uz = vz[i];
        const double speed2 = ux * ux + uy * uy + uz * uz;
        BodySums sums;
        sums.mass = m;
        sums.twice_kinetic = m * speed2;
        sums.momentum_scale = m * sqrt(speed2);
        sums.mx = m * rx;
        sums.my = m * ry;
        sums.mz = m * rz;
        sums.px = m * ux;
        sums.py = m * uy;
        sums.pz = m * uz;
        sums.lx = m * (ry * uz - rz * uy);
        sums.ly = m * (rz * ux - rx * uz);
        sums.lz = m * (rx * uy - ry * ux);
        return sums;
    }
};

} // namespace orrery
