// gpu.global: derivatives from global memory, the first version that one writes.
//
// Idea:    one thread a point, which loads its eight neighbours. Those of a warp lie side by side,
//          so that every load is coalesced; a value is loaded eight times, seven times of them
//          from a cache, if it is still there.
// Source:  Harris, "Finite Difference Methods in CUDA C/C++", part 1 (2013), where it is what
//          shared memory is there to avoid.
// Cost:    12 operations and eight loads a point; memory moves 8 bytes a point if the caches hold
//          nine rows, or along z nine planes. Memory: two values a point.

#include "sim/lessons/stencil/gpu_stencil_frame.cuh"

namespace orrery {
namespace gpu_stencil_global {

constexpr unsigned width = 32, height = 8;

template <Axis axis>
__global__ void differentiate(StencilView view) {
    const unsigned n = view.cells;
    const unsigned x = blockIdx.x * width + threadIdx.x;
    const unsigned y = blockIdx.y * height + threadIdx.y;
    const unsigned z = blockIdx.z;
    if (x >= n || y >= n) {
        return;
    }
    const unsigned own = x + n * (y + n * z);
    const unsigned along = axis == Axis::x ? x : axis == Axis::y ? y : z;
    const unsigned stride = view.stride<axis>();
    const float* const start = view.field + (own - along * stride); // of the point's line
    const auto before = [&](unsigned k) {
        return start[(along >= k ? along - k : along + n - k) * stride];
    };
    const auto behind = [&](unsigned k) {
        return start[(along + k < n ? along + k : along + k - n) * stride];
    };
    view.derivative[own] = difference(view, before, behind);
}

} // namespace gpu_stencil_global

void launch_stencil_global(DeviceQueue& queue, const StencilView& view, Axis axis) {
    using namespace gpu_stencil_global;
    const LaunchShape shape{{parts_of(view.cells, width), parts_of(view.cells, height), view.cells},
                            {width, height}};
    with_axis(axis,
              [&]<Axis along>() { queue.launch("stencil", shape, differentiate<along>, view); });
}

} // namespace orrery
