#pragma once

#include "sim/cuda/device_queue.hpp"

namespace orrery {

// Matrices in a GPU's memory. Indices fit 32 bits: there are at most 2^30 entries.
struct TransposeView {
    const float* from;
    float* to;
    unsigned planes, rows, columns;
};

// Puts the transposes of all planes into the queue.
using LaunchTranspose = void(DeviceQueue& queue, const TransposeView& view);

// A block for each square tile of so many entries a side. Grids have at most 65,535 blocks along y
// and z, and so have matrices entries.
inline dim3 tiles_of(const TransposeView& view, unsigned side) {
    return {(view.columns + side - 1) / side, (view.rows + side - 1) / side, view.planes};
}

} // namespace orrery
