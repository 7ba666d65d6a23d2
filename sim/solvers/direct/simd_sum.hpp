#pragma once

#include "sim/solver.hpp"

#include <algorithm>
#include <cstddef>

namespace orrery {

// Applies `work` to every array of `result` that is wanted.
template <class Real, class Work>
void for_each_array(const AccelerationsView<Real>& result, const Work& work) {
    for (Real* array : {result.x, result.y, result.z, result.potential, result.jerk_x,
                        result.jerk_y, result.jerk_z}) {
        if (array != nullptr) {
            work(array);
        }
    }
}

// Zeroes results [first, last), before kernels add to them.
template <class Real>
void clear(const AccelerationsView<Real>& result, std::size_t first, std::size_t last) {
    for_each_array(result, [&](Real* array) { std::fill(array + first, array + last, Real(0)); });
}

// Multiplies results [first, last) by G.
template <class Real>
void scale(const AccelerationsView<Real>& result, std::size_t first, std::size_t last,
           Real gravity) {
    for_each_array(result, [&](Real* array) {
        for (std::size_t i = first; i < last; ++i) {
            array[i] *= gravity;
        }
    });
}

} // namespace orrery
