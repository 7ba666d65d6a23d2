// Bodies onto a grid in a GPU's memory and back.
//
// Idea:   a block has the nodes that a tile's bodies reach in shared memory. The weights of 32
//         bodies are computed at once. To spread, each thread owns a column of nodes along z and
//         adds what every body has for it, one body after the other: no atomic operation, and
//         sums that are always the same. What overlaps is added afterwards, node by node. To
//         gather, a warp sums a body's nodes.
// Source: Shih, Wright, Anden, Blaschke & Barnett 2021 (tiles in shared memory); from the output's
//         side instead of theirs.

#include "sim/gauss/gpu_grid.cuh"

#include "sim/cuda/one_thread_each.hpp"

#include <vector>

namespace orrery {
namespace {

constexpr unsigned part_bodies = 1024;
constexpr unsigned batch = 32;
constexpr int axes = 3;

template <class Real>
struct Batch {
    Real weights[batch][axes][max_width];
    int first[batch][axes]; // node, from the tile's first
};

// All threads of a block compute the weights of up to 32 bodies from `body` on.
template <class Real>
__device__ void weigh(const DeviceGrid<Real>& grid, const DevicePointsView<Real>& points,
                      const int (&tile_first)[axes], unsigned body, unsigned count,
                      Batch<Real>& out) {
    for (unsigned job = threadIdx.x; job < count * axes * grid.width; job += blockDim.x) {
        const unsigned node = job % grid.width;
        const unsigned axis = job / grid.width % axes;
        const unsigned one = job / grid.width / axes;
        const Real* const positions = axis == 0 ? points.x : axis == 1 ? points.y : points.z;
        const double at = (static_cast<double>(positions[body + one]) - grid.origin[axis]) *
                              grid.inverse_spacing -
                          0.5 * grid.width;
        const double first = ceil(at);
        const Real where = static_cast<Real>(2 * (first - at) - 1);
        const Real* coefficient = grid.coefficients + grid.degree * max_width + node;
        Real weight = *coefficient;
        for (int k = grid.degree; k > 0; --k) {
            coefficient -= max_width;
            weight = weight * where + *coefficient;
        }
        out.weights[one][axis][node] = weight;
        if (node == 0) {
            out.first[one][axis] = static_cast<int>(first) - tile_first[axis];
        }
    }
}

template <class Real>
__device__ void find_tile(const DeviceGrid<Real>& grid, std::uint32_t tile, int (&first)[axes]) {
    first[0] = static_cast<int>(tile % grid.tiles_x) * tile_nodes;
    first[1] = static_cast<int>(tile / grid.tiles_x % grid.tiles_y) * tile_nodes;
    first[2] = static_cast<int>(tile / grid.tiles_x / grid.tiles_y) * tile_nodes;
}

extern __shared__ __align__(16) unsigned char shared_memory[];

// A block for each part of a tile; writes reached()^3 sums.
template <class Real>
__global__ void spread_parts(DeviceGrid<Real> grid, DevicePointsView<Real> points,
                             const TilePart* parts, Real* sums) {
    __shared__ Batch<Real> weighed;
    Real* const nodes = reinterpret_cast<Real*>(shared_memory);
    const TilePart part = parts[blockIdx.x];
    const int edge = grid.reached();
    const int columns = edge * edge;
    int first[axes];
    find_tile(grid, part.tile, first);
    for (int i = static_cast<int>(threadIdx.x); i < columns * edge;
         i += static_cast<int>(blockDim.x)) {
        nodes[i] = 0;
    }
    const int column = static_cast<int>(threadIdx.x);
    const int x = column % edge;
    const int y = column / edge;
    for (unsigned body = part.first; body < part.last; body += batch) {
        const unsigned count = min(batch, part.last - body);
        __syncthreads();
        weigh(grid, points, first, body, count, weighed);
        __syncthreads();
        if (column >= columns) {
            continue;
        }
        for (unsigned one = 0; one < count; ++one) {
            const int dx = x - weighed.first[one][0];
            const int dy = y - weighed.first[one][1];
            if (dx < 0 || dy < 0 || dx >= grid.width || dy >= grid.width) {
                continue;
            }
            const Real factor =
                points.mass[body + one] * weighed.weights[one][0][dx] * weighed.weights[one][1][dy];
            Real* node = nodes + weighed.first[one][2] * columns + column;
            for (int k = 0; k < grid.width; ++k, node += columns) {
                *node += factor * weighed.weights[one][2][k];
            }
        }
    }
    __syncthreads();
    Real* const out = sums + static_cast<std::size_t>(blockIdx.x) * columns * edge;
    for (int i = static_cast<int>(threadIdx.x); i < columns * edge;
         i += static_cast<int>(blockDim.x)) {
        out[i] = nodes[i];
    }
}

// A thread for each node: what the tiles around it have for it, in their order.
template <class Real>
__global__ void add_parts(DeviceGrid<Real> grid, int tiles_z, const std::uint32_t* begins,
                          const Real* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t plane = static_cast<std::size_t>(grid.nodes_x) * grid.nodes_y;
    if (i >= plane * grid.nodes_z) {
        return;
    }
    const int x = static_cast<int>(i % grid.nodes_x);
    const int y = static_cast<int>(i / grid.nodes_x % grid.nodes_y);
    const int z = static_cast<int>(i / plane);
    const int edge = grid.reached();
    const std::size_t all = static_cast<std::size_t>(edge) * edge * edge;
    const auto lowest = [&](int node) { return node < edge ? 0 : (node - edge) / tile_nodes + 1; };
    Real total = 0;
    for (int tz = lowest(z); tz <= min(z / tile_nodes, tiles_z - 1); ++tz) {
        for (int ty = lowest(y); ty <= min(y / tile_nodes, grid.tiles_y - 1); ++ty) {
            for (int tx = lowest(x); tx <= min(x / tile_nodes, grid.tiles_x - 1); ++tx) {
                const std::uint32_t tile =
                    static_cast<std::uint32_t>((tz * grid.tiles_y + ty) * grid.tiles_x + tx);
                const std::size_t node =
                    (static_cast<std::size_t>(z - tz * tile_nodes) * edge + (y - ty * tile_nodes)) *
                        edge +
                    (x - tx * tile_nodes);
                for (std::uint32_t part = begins[tile]; part < begins[tile + 1]; ++part) {
                    total += sums[part * all + node];
                }
            }
        }
    }
    grid.values[i] = total;
}

template <class Real>
__global__ void convolve(const Real* in, std::size_t all, int count, std::size_t step,
                         const Real* taps, int tap_count, Real* out) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= all) {
        return;
    }
    const int at = static_cast<int>(i / step % count);
    Real sum = taps[0] * in[i];
    for (int k = 1; k < tap_count; ++k) {
        const Real below = at >= k ? in[i - k * step] : Real(0);
        const Real above = at + k < count ? in[i + k * step] : Real(0);
        sum += taps[k] * (below + above);
    }
    out[i] = sum;
}

// A block for each part of a tile, a warp for each of its bodies in turn.
template <class Real>
__global__ void gather_parts(DeviceGrid<Real> grid, DevicePointsView<Real> points,
                             const TilePart* parts, Real* sums) {
    __shared__ Batch<Real> weighed;
    Real* const nodes = reinterpret_cast<Real*>(shared_memory);
    const TilePart part = parts[blockIdx.x];
    const int edge = grid.reached();
    const int columns = edge * edge;
    int first[axes];
    find_tile(grid, part.tile, first);
    for (int i = static_cast<int>(threadIdx.x); i < columns * edge;
         i += static_cast<int>(blockDim.x)) {
        const int x = first[0] + i % edge;
        const int y = first[1] + i / edge % edge;
        const int z = first[2] + i / columns;
        const bool exists = x < grid.nodes_x && y < grid.nodes_y && z < grid.nodes_z;
        nodes[i] =
            exists
                ? grid.values[(static_cast<std::size_t>(z) * grid.nodes_y + y) * grid.nodes_x + x]
                : Real(0);
    }
    const unsigned warp = threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    for (unsigned body = part.first; body < part.last; body += batch) {
        const unsigned count = min(batch, part.last - body);
        __syncthreads();
        weigh(grid, points, first, body, count, weighed);
        __syncthreads();
        for (unsigned one = warp; one < count; one += blockDim.x / 32) {
            Real sum = 0;
            for (int pair = static_cast<int>(lane); pair < grid.width * grid.width; pair += 32) {
                const int dx = pair % grid.width;
                const int dy = pair / grid.width;
                const Real* node = nodes + weighed.first[one][2] * columns +
                                   (weighed.first[one][1] + dy) * edge + weighed.first[one][0] + dx;
                Real column = 0;
                for (int k = 0; k < grid.width; ++k, node += columns) {
                    column += *node * weighed.weights[one][2][k];
                }
                sum += column * weighed.weights[one][0][dx] * weighed.weights[one][1][dy];
            }
            for (int distance = 16; distance > 0; distance /= 2) {
                sum += __shfl_down_sync(0xffffffffU, sum, static_cast<unsigned>(distance));
            }
            if (lane == 0) {
                sums[points.order[body + one]] = sum;
            }
        }
    }
}

// For the nodes of a tile.
template <class Real, class Kernel>
std::size_t with_shared_memory(const DeviceGrid<Real>& grid, Kernel kernel) {
    const auto edge = static_cast<std::size_t>(grid.reached());
    const std::size_t bytes = edge * edge * edge * sizeof(Real);
    cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "taking shared memory for so small an error");
    return bytes;
}

} // namespace

template <class Real>
TileParts tile_parts(const SortedDevicePoints<Real>& points, const GpuGaussMemory& memory) {
    const std::vector<std::uint32_t> bodies = points.cell_begins_on_host(memory);
    std::vector<TilePart> parts;
    std::vector<std::uint32_t> begins;
    for (std::uint32_t tile = 0; tile < points.cells(); ++tile) {
        begins.push_back(static_cast<std::uint32_t>(parts.size()));
        for (std::uint32_t first = bodies[tile]; first < bodies[tile + 1]; first += part_bodies) {
            parts.push_back({tile, first, std::min(first + part_bodies, bodies[tile + 1])});
        }
    }
    begins.push_back(static_cast<std::uint32_t>(parts.size()));
    constexpr const char* copying = "copying tiles to the GPU";
    return {copied<TilePart>(parts, memory, copying),
            copied<std::uint32_t>(begins, memory, copying), parts.size()};
}

template <class Real>
void spread_on_device(const DeviceGrid<Real>& grid, const SortedDevicePoints<Real>& sources,
                      const TileParts& tiles, const GpuGaussMemory& memory) {
    const auto edge = static_cast<std::size_t>(grid.reached());
    GpuArray<Real> sums(tiles.count * edge * edge * edge, memory);
    const std::size_t bytes = with_shared_memory(grid, spread_parts<Real>);
    const auto threads = static_cast<unsigned>((edge * edge + 31) / 32 * 32);
    spread_parts<<<static_cast<unsigned>(tiles.count), threads, bytes, memory.stream()>>>(
        grid, sources.view(), tiles.parts.data(), sums.data());
    const std::size_t nodes = static_cast<std::size_t>(grid.nodes_x) * grid.nodes_y * grid.nodes_z;
    const auto tiles_z =
        static_cast<int>(sources.cells() / static_cast<std::size_t>(grid.tiles_x * grid.tiles_y));
    const LaunchShape one_each = one_thread_each(nodes);
    add_parts<<<one_each.blocks, one_each.threads, 0, memory.stream()>>>(
        grid, tiles_z, tiles.begins.data(), sums.data());
    cuda_check(cudaGetLastError(), "spreading bodies");
}

template <class Real>
void convolve_on_device(DeviceGrid<Real>& grid, GpuArray<Real>& values, GpuArray<Real>& other,
                        const GpuArray<Real>& taps, const GpuGaussMemory& memory) {
    const std::array<int, axes> counts{grid.nodes_x, grid.nodes_y, grid.nodes_z};
    const LaunchShape one_each = one_thread_each(values.size());
    std::size_t step = 1;
    for (const int count : counts) {
        convolve<<<one_each.blocks, one_each.threads, 0, memory.stream()>>>(
            values.data(), values.size(), count, step, taps.data(), static_cast<int>(taps.size()),
            other.data());
        values.swap(other);
        step *= static_cast<std::size_t>(count);
    }
    cuda_check(cudaGetLastError(), "convolving the grid");
    grid.values = values.data();
}

template <class Real>
void gather_on_device(const DeviceGrid<Real>& grid, const SortedDevicePoints<Real>& targets,
                      const TileParts& tiles, Real* sums, const GpuGaussMemory& memory) {
    const std::size_t bytes = with_shared_memory(grid, gather_parts<Real>);
    gather_parts<<<static_cast<unsigned>(tiles.count), block_threads, bytes, memory.stream()>>>(
        grid, targets.view(), tiles.parts.data(), sums);
    cuda_check(cudaGetLastError(), "interpolating densities");
}

template TileParts tile_parts(const SortedDevicePoints<float>&, const GpuGaussMemory&);
template void spread_on_device(const DeviceGrid<float>&, const SortedDevicePoints<float>&,
                               const TileParts&, const GpuGaussMemory&);
template void convolve_on_device(DeviceGrid<float>&, GpuArray<float>&, GpuArray<float>&,
                                 const GpuArray<float>&, const GpuGaussMemory&);
template void gather_on_device(const DeviceGrid<float>&, const SortedDevicePoints<float>&,
                               const TileParts&, float*, const GpuGaussMemory&);
template TileParts tile_parts(const SortedDevicePoints<double>&, const GpuGaussMemory&);
template void spread_on_device(const DeviceGrid<double>&, const SortedDevicePoints<double>&,
                               const TileParts&, const GpuGaussMemory&);
template void convolve_on_device(DeviceGrid<double>&, GpuArray<double>&, GpuArray<double>&,
                                 const GpuArray<double>&, const GpuGaussMemory&);
template void gather_on_device(const DeviceGrid<double>&, const SortedDevicePoints<double>&,
                               const TileParts&, double*, const GpuGaussMemory&);

} // namespace orrery
