// gpu.coalesced and gpu.no_conflicts: transposes through a tile in shared memory.
//
// Idea:    a block reads a tile of 32 x 32 entries by rows and writes it by rows of the result;
//          it is turned in between, in shared memory, where columns may be read. That memory has
//          32 banks of 4 bytes: with 32 entries a row a whole column lies in one bank, and the 32
//          lanes that read it wait for each other. A row that is one entry longer puts each entry
//          of a column into a bank of its own.
// Source:  Harris, "An Efficient Matrix Transpose in CUDA C/C++" (2013), transposeCoalesced and
//          transposeNoBankConflicts.
// Cost:    no operations; 8 bytes an entry, and 4 KB of shared memory a block, or 4.1. Memory: two
//          values an entry.

#include "sim/lessons/transpose/gpu_transpose_frame.cuh"

namespace orrery {
namespace gpu_transpose_tiles {

constexpr unsigned side = 32, height = 8; // of a tile; rows of threads

template <unsigned row_length>
__global__ void transpose(TransposeView view) {
    __shared__ float tile[side][row_length];
    const unsigned start = blockIdx.z * view.rows * view.columns;
    const unsigned first_column = blockIdx.x * side;
    const unsigned first_row = blockIdx.y * side;
    for (unsigned i = threadIdx.y; i < side; i += height) {
        const unsigned row = first_row + i;
        const unsigned column = first_column + threadIdx.x;
        if (row < view.rows && column < view.columns) {
            tile[i][threadIdx.x] = view.from[start + row * view.columns + column];
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.y; i < side; i += height) {
        const unsigned row = first_row + threadIdx.x;
        const unsigned column = first_column + i;
        if (row < view.rows && column < view.columns) {
            view.to[start + column * view.rows + row] = tile[threadIdx.x][i];
        }
    }
}

template <unsigned row_length>
void launch(DeviceQueue& queue, const TransposeView& view) {
    queue.launch("transpose", {tiles_of(view, side), {side, height}}, transpose<row_length>, view);
}

} // namespace gpu_transpose_tiles

void launch_transpose_coalesced(DeviceQueue& queue, const TransposeView& view) {
    gpu_transpose_tiles::launch<gpu_transpose_tiles::side>(queue, view);
}

void launch_transpose_no_conflicts(DeviceQueue& queue, const TransposeView& view) {
    gpu_transpose_tiles::launch<gpu_transpose_tiles::side + 1>(queue, view);
}

} // namespace orrery
