// gpu.ours: transposes by blocks of four by four.
//
// Idea:    memory is fastest in pieces of 16 bytes a lane, so all steps have them: a thread loads
//          four pieces of four rows, turns these 4 x 4 entries in its registers, and puts them into
//          a tile of 64 x 64 that is already transposed; the block writes its rows, 256 bytes side
//          by side. Pieces of a tile's row are shuffled by an exclusive or with the number of the
//          row's four, so that the eight lanes that shared memory serves at once find eight
//          different places.
// Source:  Harris, "An Efficient Matrix Transpose in CUDA C/C++" (2013), from which it goes on;
//          exclusive or in place of padding: NVIDIA, "CUTLASS" documentation, "Implicit GEMM",
//          permuted shared memory layouts.
// Cost:    no operations; 8 bytes an entry; two accesses of 16 bytes to shared memory for four
//          entries, 16 KB a block. Memory: two values an entry. Where a side is no multiple of
//          four entries, it is gpu.no_conflicts.

#include "sim/lessons/transpose/gpu_transpose_frame.cuh"

namespace orrery {

LaunchTranspose launch_transpose_no_conflicts;

namespace gpu_transpose_ours {

constexpr unsigned fours = 16;       // of a tile's side
constexpr unsigned side = 4 * fours; // 64 entries
constexpr unsigned threads = fours * fours;

__global__ void __launch_bounds__(threads) transpose(TransposeView view) {
    __shared__ float4 tile[side][fours]; // [column][four rows], the latter shuffled
    const unsigned start = blockIdx.z * view.rows * view.columns;
    const unsigned first_column = blockIdx.x * side;
    const unsigned first_row = blockIdx.y * side;
    const unsigned i = threadIdx.x; // of fours that lie side by side in memory
    const unsigned j = threadIdx.y;

    const unsigned column = first_column + 4 * i;
    const unsigned row = first_row + 4 * j;
    if (row < view.rows && column < view.columns) { // then all four are: sides are multiples of 4
        const float* const from = view.from + start + row * view.columns + column;
        float4 entry[4];
#pragma unroll
        for (unsigned k = 0; k < 4; ++k) {
            entry[k] = *reinterpret_cast<const float4*>(from + k * view.columns);
        }
        const unsigned place = j ^ i;
        tile[4 * i][place] = {entry[0].x, entry[1].x, entry[2].x, entry[3].x};
        tile[4 * i + 1][place] = {entry[0].y, entry[1].y, entry[2].y, entry[3].y};
        tile[4 * i + 2][place] = {entry[0].z, entry[1].z, entry[2].z, entry[3].z};
        tile[4 * i + 3][place] = {entry[0].w, entry[1].w, entry[2].w, entry[3].w};
    }
    __syncthreads();
    const unsigned to_row = first_row + 4 * i;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        const unsigned in_tile = j + fours * k; // a column
        const unsigned to_column = first_column + in_tile;
        if (to_row < view.rows && to_column < view.columns) {
            float* const to = view.to + start + to_column * view.rows + to_row;
            *reinterpret_cast<float4*>(to) = tile[in_tile][i ^ (in_tile / 4)];
        }
    }
}

} // namespace gpu_transpose_ours

void launch_transpose_ours(DeviceQueue& queue, const TransposeView& view) {
    using namespace gpu_transpose_ours;
    if (view.rows % 4 != 0 || view.columns % 4 != 0) {
        launch_transpose_no_conflicts(queue, view);
        return;
    }
    queue.launch("transpose", {tiles_of(view, side), {fours, fours}}, transpose, view);
}

} // namespace orrery
