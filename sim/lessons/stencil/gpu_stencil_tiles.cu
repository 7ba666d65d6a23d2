// gpu.tile, gpu.pencil4 and gpu.pencil32: derivatives from tiles in shared memory.
//
// Idea:    a block copies a tile and the four points beyond either end along the axis into shared
//          memory once; the eight loads of a point are answered there. What a tile's shape
//          decides: the longer it is along the axis, the fewer points are loaded for the ends
//          alone (8 for 16, or 8 for 64); the wider it is along x, the longer are the pieces that
//          are read from memory. Four points are 16 bytes of a sector's 32: along y and z half of
//          what is fetched is for somebody else. 32 points are a warp's whole line.
// Source:  Harris, "Finite Difference Methods in CUDA C/C++", parts 1 (pencils of 4) and 2 (of
//          32) (2013); pencils here have 64 points, whatever the size of the cube.
// Cost:    12 operations a point; 1.5 (tile) or 1.125 loads from global memory, eight from shared
//          memory. Memory: two values a point.

#include "sim/lessons/stencil/gpu_stencil_frame.cuh"

namespace orrery {
namespace gpu_stencil_tiles {

constexpr unsigned threads = 256;
constexpr unsigned reach = stencil_reach;

// `length` points along the axis, `width` across: along x the other way is y, else x.
template <Axis axis, unsigned width, unsigned length>
__global__ void differentiate(StencilView view) {
    constexpr bool along_x = axis == Axis::x;
    constexpr unsigned longer = length + 2 * reach;
    // What lies side by side in global memory does so here, so that no two lanes meet in a bank.
    __shared__ float tile[width * longer];
    const auto place = [](unsigned a, unsigned c) {
        return along_x ? c * longer + a : a * width + c;
    };
    const unsigned n = view.cells;
    const unsigned first_along = blockIdx.x * length;
    const unsigned first_across = blockIdx.y * width;
    const unsigned stride = view.stride<axis>();
    const unsigned stride_across = along_x ? n : 1;
    const unsigned stride_third = axis == Axis::z ? n : n * n;
    const unsigned origin = first_across * stride_across + blockIdx.z * stride_third;

    for (unsigned i = threadIdx.x; i < width * longer; i += threads) {
        const unsigned a = along_x ? i % longer : i / width;
        const unsigned c = along_x ? i / longer : i % width;
        const unsigned shifted = first_along + a; // by the four points before the tile
        if (first_across + c < n && shifted < n + 2 * reach) {
            const unsigned along = shifted < reach       ? shifted + n - reach
                                   : shifted < n + reach ? shifted - reach
                                                         : shifted - reach - n;
            tile[place(a, c)] = view.field[origin + c * stride_across + along * stride];
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < width * length; i += threads) {
        const unsigned a = along_x ? i % length : i / width;
        const unsigned c = along_x ? i / length : i % width;
        if (first_across + c < n && first_along + a < n) {
            const auto before = [&](unsigned k) { return tile[place(a + reach - k, c)]; };
            const auto behind = [&](unsigned k) { return tile[place(a + reach + k, c)]; };
            view.derivative[origin + c * stride_across + (first_along + a) * stride] =
                difference(view, before, behind);
        }
    }
}

template <unsigned width, unsigned length>
void launch_tiles(DeviceQueue& queue, const StencilView& view, Axis axis) {
    const LaunchShape shape{{parts_of(view.cells, length), parts_of(view.cells, width), view.cells},
                            {threads}};
    with_axis(axis, [&]<Axis along>() {
        queue.launch("stencil", shape, differentiate<along, width, length>, view);
    });
}

} // namespace gpu_stencil_tiles

void launch_stencil_tile(DeviceQueue& queue, const StencilView& view, Axis axis) {
    gpu_stencil_tiles::launch_tiles<16, 16>(queue, view, axis);
}

void launch_stencil_pencil4(DeviceQueue& queue, const StencilView& view, Axis axis) {
    gpu_stencil_tiles::launch_tiles<4, 64>(queue, view, axis);
}

void launch_stencil_pencil32(DeviceQueue& queue, const StencilView& view, Axis axis) {
    gpu_stencil_tiles::launch_tiles<32, 64>(queue, view, axis);
}

} // namespace orrery
