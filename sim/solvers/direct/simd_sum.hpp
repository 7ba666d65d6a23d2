#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery {

// The one-sided sum that a request asks for, on all workers or on the calling thread alone.
template <class Real>
Outcome sum_one_sided(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                      Execution& execution, bool threads);

// Zeroes results [first, last), before kernels add to them.
template <class Real>
void clear(const AccelerationsView<Real>& result, std::size_t first, std::size_t last) {
    result.for_each([&](Real* array) { std::fill(array + first, array + last, Real(0)); });
}

// G times the sums of `count` targets, to where they are wanted.
template <class Real>
void store(const AccelerationsView<Real>& sums, std::size_t count, Real gravity,
           const AccelerationsView<Real>& result) {
    const auto store_array = [&](const Real* from, Real* to) {
        for (std::size_t i = 0; to != nullptr && i < count; ++i) {
            result.store(to[i], gravity * from[i]);
        }
    };
    store_array(sums.x, result.x);
    store_array(sums.y, result.y);
    store_array(sums.z, result.z);
    store_array(sums.potential, result.potential);
    store_array(sums.jerk_x, result.jerk_x);
    store_array(sums.jerk_y, result.jerk_y);
    store_array(sums.jerk_z, result.jerk_z);
}

// Multiplies results [first, last) by G.
template <class Real>
void scale(const AccelerationsView<Real>& result, std::size_t first, std::size_t last,
           Real gravity) {
    result.for_each([&](Real* array) {
        for (std::size_t i = first; i < last; ++i) {
            array[i] *= gravity;
        }
    });
}

} // namespace orrery
