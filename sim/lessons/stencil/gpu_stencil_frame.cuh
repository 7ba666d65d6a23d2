#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/lessons/stencil/stencil_variant.hpp"

namespace orrery {

// A problem in a GPU's memory.
struct StencilView {
    const float* field;
    float* derivative;
    unsigned cells;              // along an edge
    float weight[stencil_reach]; // the coefficients over the distance of two cells

    // Distance in memory of neighbours along an axis. Indices fit 32 bits: there are at most
    // 1,024^3 values.
    template <Axis axis>
    __host__ __device__ unsigned stride() const {
        return axis == Axis::x ? 1 : axis == Axis::y ? cells : cells * cells;
    }
};

// A derivative from the values before and behind a point, by distance.
template <class Before, class Behind>
__device__ float difference(const StencilView& view, const Before& before, const Behind& behind) {
    float sum = 0;
#pragma unroll
    for (unsigned k = 1; k <= stencil_reach; ++k) {
        sum += view.weight[k - 1] * (behind(k) - before(k));
    }
    return sum;
}

// Puts the derivatives along an axis into the queue.
using LaunchStencil = void(DeviceQueue& queue, const StencilView& view, Axis axis);

// Calls operation.template operator()<axis>().
template <class Operation>
void with_axis(Axis axis, const Operation& operation) {
    switch (axis) {
    case Axis::x:
        return operation.template operator()<Axis::x>();
    case Axis::y:
        return operation.template operator()<Axis::y>();
    case Axis::z:
        return operation.template operator()<Axis::z>();
    }
}

constexpr unsigned parts_of(unsigned count, unsigned part) {
    return (count + part - 1) / part;
}

} // namespace orrery
