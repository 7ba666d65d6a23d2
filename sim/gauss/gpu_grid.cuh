#pragma once

#include "sim/gauss/gpu_points.cuh"
#include "sim/gauss/plane_wave_plan.hpp"

#include <cstdint>

namespace orrery {

// Nodes along each edge of a tile. A tile's bodies reach a few more on either side.
inline constexpr int tile_nodes = 8;

// Some of a tile's bodies: what one block of threads does.
struct TilePart {
    std::uint32_t tile, first, last; // bodies
};

// The bodies' tiles, cut into parts that are not too large, in order.
struct TileParts {
    GpuArray<TilePart> parts;
    GpuArray<std::uint32_t> begins; // of each tile its first part; one more at the end
    std::size_t count = 0;
};
template <class Real>
TileParts tile_parts(const SortedDevicePoints<Real>& points, const GpuGaussMemory& memory);

// A grid as the kernels see it (spreading.hpp).
template <class Real>
struct DeviceGrid {
    Real* values; // node (x, y, z) at [(z * nodes_y + y) * nodes_x + x]
    int nodes_x, nodes_y, nodes_z;
    double origin[3]; // of node 0
    double inverse_spacing;
    int width, degree;
    const Real* coefficients; // of power k, node i at [k * max_width + i]
    int tiles_x, tiles_y;

    // The tile's first node along an axis.
    __device__ int first_node(std::uint32_t tile, int axis) const {
        const auto number = static_cast<int>(tile);
        const int place = axis == 0   ? number % tiles_x
                          : axis == 1 ? number / tiles_x % tiles_y
                                      : number / tiles_x / tiles_y;
        return place * tile_nodes;
    }
    // Nodes along an edge of what a tile's bodies reach: from the tile's first node on.
    __host__ __device__ int reached() const { return tile_nodes + width + 2; }

    // Adds the bodies' masses to the nodes. The same bits each time.
    void spread(const SortedDevicePoints<Real>& sources, const TileParts& tiles,
                const GpuGaussMemory& memory) const;
    // taps[0] times each node, and taps[k] times those k away, along x, y and z. `other` is as
    // large as the grid; the result is in its place.
    void convolve(GpuArray<Real>& own_values, GpuArray<Real>& other, const GpuArray<Real>& taps,
                  const GpuGaussMemory& memory);
    void gather(const SortedDevicePoints<Real>& targets, const TileParts& tiles, Real* sums,
                const GpuGaussMemory& memory) const;
};

} // namespace orrery
