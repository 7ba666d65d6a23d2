// Bodies onto a grid in a GPU's memory and back.
//
// Idea:   a block has the nodes that a tile's bodies reach in shared memory, and each of its warps
//         takes ten bodies at a time: a lane for each of their axes computes weights, then the
//         lanes are columns of nodes along z. To spread, every warp has nodes of its own and adds
//         one body after the other, so that there is no atomic operation and the sums are always
//         the same; what warps, parts of a tile and tiles have for a node is added afterwards. To
//         gather, the lanes' sums are added.
// Source: Shih, Wright, Anden, Blaschke & Barnett 2021 (tiles in shared memory), without their
//         atomics.
// Cost:   width^2 / 32, rounded up, times width steps of a warp for each body, twice.

#include "sim/gauss/gpu_grid.cuh"

#include "sim/cuda/one_thread_each.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

constexpr int axes = 3;
constexpr unsigned warp_lanes = 32;
constexpr unsigned batch = 10; // bodies that a warp weighs at once, a lane for each of their axes
constexpr unsigned all_lanes = 0xffffffffU;

// A warp's.
template <class Real>
struct Batch {
    Four<Real> weights[batch][axes][max_width / 4];
    int first[batch]; // node that the body reaches, among the tile's

    __device__ Real weight(unsigned one, int axis, int node) const {
        return weights[one][axis][node / 4].v[node % 4];
    }
};

__device__ int along(int axis, int x, int y, int z) {
    return axis == 0 ? x : axis == 1 ? y : z;
}

// The lanes of a warp compute the weights of up to ten bodies from `body` on; those along x times
// the mass, where masses are given.
template <class Real>
__device__ void weigh(const DeviceGrid<Real>& grid, const DevicePointsView<Real>& points,
                      const Real* masses, std::uint32_t tile, unsigned body, unsigned count,
                      Batch<Real>& out) {
    const unsigned lane = threadIdx.x % warp_lanes;
    const unsigned one = lane / axes;
    const int axis = static_cast<int>(lane % axes);
    int offset = 0;
    if (one < count) {
        const Real* const positions = axis == 0 ? points.x : axis == 1 ? points.y : points.z;
        const double at = (static_cast<double>(positions[body + one]) - grid.origin[axis]) *
                              grid.inverse_spacing -
                          0.5 * grid.width;
        const double first = ceil(at);
        const Real where = static_cast<Real>(2 * (first - at) - 1);
        const Real mass = masses != nullptr && axis == 0 ? masses[body + one] : Real(1);
        const auto* const coefficients = reinterpret_cast<const Four<Real>*>(grid.coefficients);
        for (int four = 0; four * 4 < grid.width; ++four) {
            Four<Real> weight = coefficients[grid.degree * (max_width / 4) + four];
            for (int k = grid.degree - 1; k >= 0; --k) {
                const Four<Real> coefficient = coefficients[k * (max_width / 4) + four];
                for (int i = 0; i < 4; ++i) {
                    weight.v[i] = weight.v[i] * where + coefficient.v[i];
                }
            }
            for (Real& value : weight.v) {
                value *= mass;
            }
            out.weights[one][axis][four] = weight;
        }
        const int edge = grid.reached();
        const int from_tile = static_cast<int>(first) - grid.first_node(tile, axis);
        offset = from_tile * along(axis, 1, edge, edge * edge);
    }
    const int of_y = __shfl_down_sync(all_lanes, offset, 1);
    const int of_z = __shfl_down_sync(all_lanes, offset, 2);
    if (one < count && axis == 0) {
        out.first[one] = offset + of_y + of_z;
    }
}

// The columns along z of a body's nodes, by turns of as many as a warp has lanes.
struct Columns {
    int width;
    int x, y; // of the lane's first one

    __device__ explicit Columns(int nodes)
        : width(nodes), x(static_cast<int>(threadIdx.x % warp_lanes) % nodes),
          y(static_cast<int>(threadIdx.x % warp_lanes) / nodes) {}

    // Calls work(x, y) for each of the lane's.
    template <class Work>
    __device__ void for_each(const Work& work) const {
        const int step_x = static_cast<int>(warp_lanes) % width;
        const int step_y = static_cast<int>(warp_lanes) / width;
        for (int dx = x, dy = y; dy < width; dx += step_x, dy += step_y) {
            if (dx >= width) {
                dx -= width;
                ++dy;
                if (dy >= width) {
                    break;
                }
            }
            work(dx, dy);
        }
    }
};

extern __shared__ __align__(32) unsigned char shared_memory[];

// A block for each part of a tile; writes reached()^3 sums.
template <class Real>
__global__ void spread_parts(DeviceGrid<Real> grid, DevicePointsView<Real> points,
                             const TilePart* parts, Real* sums) {
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned warps = blockDim.x / warp_lanes;
    auto* const batches = reinterpret_cast<Batch<Real>*>(shared_memory);
    Batch<Real>& weighed = batches[warp];
    Real* const of_warps = reinterpret_cast<Real*>(batches + warps);
    const int edge = grid.reached();
    const int plane = edge * edge;
    const unsigned all = static_cast<unsigned>(plane * edge);
    for (unsigned i = threadIdx.x; i < warps * all; i += blockDim.x) {
        of_warps[i] = 0;
    }
    __syncthreads();
    Real* const nodes = of_warps + warp * all;
    const TilePart part = parts[blockIdx.x];
    const Columns columns(grid.width);
    for (unsigned body = part.first + warp * batch; body < part.last; body += warps * batch) {
        const unsigned count = min(batch, part.last - body);
        weigh(grid, points, points.mass, part.tile, body, count, weighed);
        __syncwarp();
        for (unsigned one = 0; one < count; ++one) {
            Real* const first = nodes + weighed.first[one];
            columns.for_each([&](int x, int y) {
                const Real factor = weighed.weight(one, 0, x) * weighed.weight(one, 1, y);
                Real* node = first + y * edge + x;
                for (int k = 0; k < grid.width; ++k, node += plane) {
                    *node += factor * weighed.weight(one, 2, k);
                }
            });
            __syncwarp(); // another lane may have the same nodes of the next body
        }
    }
    __syncthreads();
    Real* const out = sums + static_cast<std::size_t>(blockIdx.x) * all;
    for (unsigned i = threadIdx.x; i < all; i += blockDim.x) {
        Real sum = 0;
        for (unsigned w = 0; w < warps; ++w) {
            sum += of_warps[w * all + i];
        }
        out[i] = sum;
    }
}

// A thread for each node: what the tiles around it have for it, in their order.
template <class Real>
__global__ void add_tile_parts(DeviceGrid<Real> grid, int tiles_z, const std::uint32_t* begins,
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
__global__ void convolve_axis(const Real* in, std::size_t all, int count, std::size_t step,
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

// A block for each part of a tile.
template <class Real>
__global__ void gather_parts(DeviceGrid<Real> grid, DevicePointsView<Real> points,
                             const TilePart* parts, Real* sums) {
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned warps = blockDim.x / warp_lanes;
    auto* const batches = reinterpret_cast<Batch<Real>*>(shared_memory);
    Batch<Real>& weighed = batches[warp];
    Real* const nodes = reinterpret_cast<Real*>(batches + warps);
    const TilePart part = parts[blockIdx.x];
    const int edge = grid.reached();
    const int plane = edge * edge;
    for (int i = static_cast<int>(threadIdx.x); i < plane * edge;
         i += static_cast<int>(blockDim.x)) {
        const int x = grid.first_node(part.tile, 0) + i % edge;
        const int y = grid.first_node(part.tile, 1) + i / edge % edge;
        const int z = grid.first_node(part.tile, 2) + i / plane;
        const bool exists = x < grid.nodes_x && y < grid.nodes_y && z < grid.nodes_z;
        nodes[i] =
            exists
                ? grid.values[(static_cast<std::size_t>(z) * grid.nodes_y + y) * grid.nodes_x + x]
                : Real(0);
    }
    __syncthreads();
    const Columns columns(grid.width);
    for (unsigned body = part.first + warp * batch; body < part.last; body += warps * batch) {
        const unsigned count = min(batch, part.last - body);
        weigh<Real>(grid, points, nullptr, part.tile, body, count, weighed);
        __syncwarp();
        for (unsigned one = 0; one < count; ++one) {
            const Real* const first = nodes + weighed.first[one];
            Real sum = 0;
            columns.for_each([&](int x, int y) {
                const Real* node = first + y * edge + x;
                Real column = 0;
                for (int k = 0; k < grid.width; ++k, node += plane) {
                    column += *node * weighed.weight(one, 2, k);
                }
                sum += column * weighed.weight(one, 0, x) * weighed.weight(one, 1, y);
            });
            for (int distance = warp_lanes / 2; distance > 0; distance /= 2) {
                sum += __shfl_down_sync(all_lanes, sum, static_cast<unsigned>(distance));
            }
            if (threadIdx.x % warp_lanes == 0) {
                sums[points.order[body + one]] = sum;
            }
        }
        __syncwarp(); // the weights have been read
    }
}

// The block of a kernel with a tile's nodes in shared memory, once for a block or for each warp.
struct BlockShape {
    unsigned threads;
    std::size_t bytes;

    LaunchShape over(std::size_t blocks) const {
        return {dim3(static_cast<unsigned>(blocks)), dim3(threads), bytes};
    }
};
template <class Real, class Kernel>
BlockShape shaped(BlockShape shape, Kernel kernel) {
    cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(shape.bytes)),
               "reserving shared memory for so small an error");
    return shape;
}

template <class Real>
std::size_t bytes_of_nodes(const DeviceGrid<Real>& grid) {
    const auto edge = static_cast<std::size_t>(grid.reached());
    return (edge * edge * edge * sizeof(Real) + 31) / 32 * 32;
}

// As many warps as let two blocks share a multiprocessor.
template <class Real>
BlockShape spreading_shape(const DeviceGrid<Real>& grid, int device) {
    int of_multiprocessor = 0;
    cuda_check(cudaDeviceGetAttribute(&of_multiprocessor,
                                      cudaDevAttrMaxSharedMemoryPerMultiprocessor, device),
               "reading the GPU's properties");
    constexpr std::size_t of_a_block_itself = 1024; // what the driver takes
    constexpr std::size_t most_warps = 8;
    const std::size_t half = static_cast<std::size_t>(of_multiprocessor) / 2 - of_a_block_itself;
    const std::size_t of_a_warp = sizeof(Batch<Real>) + bytes_of_nodes(grid);
    const std::size_t warps = std::clamp<std::size_t>(half / of_a_warp, 1, most_warps);
    return {static_cast<unsigned>(warps) * warp_lanes, warps * of_a_warp};
}

} // namespace

template <class Real>
TileParts tile_parts(const SortedDevicePoints<Real>& points, const GpuGaussMemory& memory) {
    // Enough for all of a GPU, and few where there are many bodies: their sums are added up.
    const std::uint32_t part_bodies =
        std::clamp<std::uint32_t>(points.view().count / 2048, 1024, 8192);
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
void DeviceGrid<Real>::spread(const SortedDevicePoints<Real>& sources, const TileParts& tiles,
                              const GpuGaussMemory& memory) const {
    const auto edge = static_cast<std::size_t>(reached());
    GpuArray<Real> sums(tiles.count * edge * edge * edge, memory);
    const BlockShape shape =
        shaped<Real>(spreading_shape(*this, memory.device()), spread_parts<Real>);
    constexpr const char* spreading = "spreading bodies";
    DeviceQueue::launch_into(memory.stream(), spreading, shape.over(tiles.count),
                             spread_parts<Real>, *this, sources.view(), tiles.parts.data(),
                             sums.data());
    const std::size_t nodes = static_cast<std::size_t>(nodes_x) * nodes_y * nodes_z;
    const auto tiles_z =
        static_cast<int>(sources.cells() / static_cast<std::size_t>(tiles_x * tiles_y));
    DeviceQueue::launch_into(memory.stream(), spreading, one_thread_each(nodes),
                             add_tile_parts<Real>, *this, tiles_z, tiles.begins.data(),
                             sums.data());
}

template <class Real>
void DeviceGrid<Real>::convolve(GpuArray<Real>& own_values, GpuArray<Real>& other,
                                const GpuArray<Real>& taps, const GpuGaussMemory& memory) {
    std::size_t step = 1;
    for (const int count : {nodes_x, nodes_y, nodes_z}) {
        DeviceQueue::launch_into(memory.stream(), "convolving the grid",
                                 one_thread_each(own_values.size()), convolve_axis<Real>,
                                 own_values.data(), own_values.size(), count, step, taps.data(),
                                 taps.size(), other.data());
        own_values.swap(other);
        step *= static_cast<std::size_t>(count);
    }
    values = own_values.data();
}

template <class Real>
void DeviceGrid<Real>::gather(const SortedDevicePoints<Real>& targets, const TileParts& tiles,
                              Real* sums, const GpuGaussMemory& memory) const {
    const BlockShape shape = shaped<Real>(
        {block_threads, block_threads / warp_lanes * sizeof(Batch<Real>) + bytes_of_nodes(*this)},
        gather_parts<Real>);
    DeviceQueue::launch_into(memory.stream(), "interpolating densities", shape.over(tiles.count),
                             gather_parts<Real>, *this, targets.view(), tiles.parts.data(), sums);
}

template TileParts tile_parts(const SortedDevicePoints<float>&, const GpuGaussMemory&);
template TileParts tile_parts(const SortedDevicePoints<double>&, const GpuGaussMemory&);
template struct DeviceGrid<float>;
template struct DeviceGrid<double>;

} // namespace orrery
