// gpu.ours: derivatives from registers.
//
// Idea:    what limits a stencil is how many bytes are under way, not where they are kept. Along y
//          and z a thread goes along its line with a queue of the last eight values in registers:
//          it loads the next few, all at once, and computes as many derivatives; no value is
//          loaded twice but at the ends of its piece, and there is nothing to wait for but
//          memory. Along x a thread takes four points: three loads of 16 bytes hold its eight
//          neighbours, two of them answered by the cache. Nothing is shared, so no thread waits
//          for another.
// Source:  register queue: Micikevicius, "3D Finite Difference Computation on GPUs using CUDA",
//          GPGPU-2 (2009); Volkov, "Better Performance at Lower Occupancy", GTC 2010.
// Cost:    12 operations a point; 1.125 loads a point, of 16 bytes along x. Memory: two values a
//          point. Where the edge is no multiple of four cells, loads have 4 bytes, and along x it
//          is gpu.global.

#include "sim/lessons/stencil/gpu_stencil_frame.cuh"

namespace orrery {

LaunchStencil launch_stencil_global;

namespace gpu_stencil_ours {

constexpr unsigned reach = stencil_reach;

// ---- along x ----

constexpr unsigned row_threads = 128; // of four points each; rows follow upon each other

__global__ void along_rows(StencilView view) {
    const unsigned quads = view.cells / 4; // of a row
    const unsigned own = blockIdx.x * row_threads + threadIdx.x;
    if (own >= quads * view.cells * view.cells) {
        return;
    }
    const unsigned in_row = own % quads;
    const float4* const field = reinterpret_cast<const float4*>(view.field);
    const float4 low = field[in_row > 0 ? own - 1 : own + quads - 1];
    const float4 middle = field[own];
    const float4 high = field[in_row + 1 < quads ? own + 1 : own + 1 - quads];
    const float value[] = {low.x,    low.y,    low.z,  low.w,  middle.x, middle.y,
                           middle.z, middle.w, high.x, high.y, high.z,   high.w};
    float found[4];
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
        found[i] = difference(
            view, [&](unsigned k) { return value[i + reach - k]; },
            [&](unsigned k) { return value[i + reach + k]; });
    }
    reinterpret_cast<float4*>(view.derivative)[own] = {found[0], found[1], found[2], found[3]};
}

// ---- along y and z ----

constexpr unsigned lanes = 32, pieces = 4; // of a block: side by side in x, one behind the other
constexpr unsigned at_once = 8;            // values that are under way
constexpr unsigned piece = 64;             // of a line, for a thread

// One or four points side by side.
__device__ float vector_difference(const StencilView& view, const float* queue) {
    return difference(
        view, [&](unsigned k) { return queue[reach - k]; },
        [&](unsigned k) { return queue[reach + k]; });
}
__device__ float4 vector_difference(const StencilView& view, const float4* queue) {
    const auto of = [&](float float4::*part) {
        return difference(
            view, [&](unsigned k) { return queue[reach - k].*part; },
            [&](unsigned k) { return queue[reach + k].*part; });
    };
    return {of(&float4::x), of(&float4::y), of(&float4::z), of(&float4::w)};
}

template <Axis axis, class Vector>
__global__ void along_lines(StencilView view) {
    constexpr unsigned width = sizeof(Vector) / sizeof(float);
    const unsigned n = view.cells;
    const unsigned across = n / width; // vectors of a row
    const unsigned x = blockIdx.x * lanes + threadIdx.x;
    const unsigned first = (blockIdx.y * pieces + threadIdx.y) * piece;
    if (x >= across || first >= n) {
        return;
    }
    const unsigned stride = view.stride<axis>() / width; // all in vectors
    const unsigned origin = x + blockIdx.z * (axis == Axis::y ? n * n : n) / width;
    const Vector* const line = reinterpret_cast<const Vector*>(view.field) + origin;
    Vector* const to = reinterpret_cast<Vector*>(view.derivative) + origin;
    const unsigned end = min(first + piece, n);

    // The four values before the point at hand, and the four from it on; then what is loaded.
    Vector queue[2 * reach + at_once];
#pragma unroll
    for (unsigned i = 0; i < 2 * reach; ++i) {
        const unsigned shifted = first + i;
        const unsigned along = shifted < reach       ? shifted + n - reach
                               : shifted < n + reach ? shifted - reach
                                                     : shifted - reach - n;
        queue[i] = line[along * stride];
    }
    for (unsigned base = first; base < end; base += at_once) {
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            // Behind the end of the line is its beginning; what is too far is not needed.
            const unsigned along = base + reach + i;
            queue[2 * reach + i] = line[(along < n ? along : min(along - n, n - 1)) * stride];
        }
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            if (base + i < end) {
                to[(base + i) * stride] = vector_difference(view, queue + i);
            }
        }
#pragma unroll
        for (unsigned i = 0; i < 2 * reach; ++i) {
            queue[i] = queue[i + at_once];
        }
    }
}

template <class Vector>
void launch_lines(DeviceQueue& queue, const StencilView& view, Axis axis) {
    constexpr unsigned width = sizeof(Vector) / sizeof(float);
    const LaunchShape shape{
        {parts_of(view.cells / width, lanes), parts_of(view.cells, piece * pieces), view.cells},
        {lanes, pieces}};
    queue.launch("stencil", shape,
                 axis == Axis::y ? along_lines<Axis::y, Vector> : along_lines<Axis::z, Vector>,
                 view);
}

} // namespace gpu_stencil_ours

void launch_stencil_ours(DeviceQueue& queue, const StencilView& view, Axis axis) {
    using namespace gpu_stencil_ours;
    const bool whole_vectors = view.cells % 4 == 0;
    if (axis != Axis::x) {
        whole_vectors ? launch_lines<float4>(queue, view, axis)
                      : launch_lines<float>(queue, view, axis);
    } else if (whole_vectors) {
        const unsigned quads = view.cells / 4 * view.cells * view.cells;
        queue.launch("stencil", {{parts_of(quads, row_threads)}, {row_threads}}, along_rows, view);
    } else {
        launch_stencil_global(queue, view, axis);
    }
}

} // namespace orrery
