// gpu.naive: a transpose as one writes it first.
//
// Idea:    a warp reads 32 entries of a row, which lie side by side, and writes them down a column:
//          into 32 sectors of memory, 4 bytes of each one's 32. How much of that the cache puts
//          together again is what is measured.
// Source:  Harris, "An Efficient Matrix Transpose in CUDA C/C++" (2013), transposeNaive.
// Cost:    no operations; 8 bytes an entry, and up to 36 that memory moves. Memory: two values an
//          entry.

#include "sim/lessons/transpose/gpu_transpose_frame.cuh"

namespace orrery {
namespace gpu_transpose_naive {

constexpr unsigned side = 32, height = 8; // of a tile; rows of threads

__global__ void transpose(TransposeView view) {
    const unsigned start = blockIdx.z * view.rows * view.columns;
    const unsigned column = blockIdx.x * side + threadIdx.x;
    const unsigned first_row = blockIdx.y * side;
    for (unsigned i = threadIdx.y; i < side; i += height) {
        const unsigned row = first_row + i;
        if (row < view.rows && column < view.columns) {
            view.to[start + column * view.rows + row] =
                view.from[start + row * view.columns + column];
        }
    }
}

} // namespace gpu_transpose_naive

void launch_transpose_naive(DeviceQueue& queue, const TransposeView& view) {
    using namespace gpu_transpose_naive;
    queue.launch("transpose", {tiles_of(view, side), {side, height}}, transpose, view);
}

} // namespace orrery
