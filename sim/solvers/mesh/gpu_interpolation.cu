// What bodies read of a mesh in a GPU's memory.
//
// Idea:   a block of threads has the potential around a brick in shared memory and takes its
//         differences there, so that no gradient of the whole mesh is stored; then each thread
//         reads bodies' pulls from the points that they were spread over, with the same weights.
//         The gradient's three numbers and the potential of a point are read at once.
// Source: Hockney & Eastwood 1981, section 5-3; differences of a tile in shared memory: Harris,
//         "Finite Difference Methods in CUDA C/C++" (2013).
// Cost:   points^3 reads of four numbers and 4 points^3 multiply-adds a body; a brick's tile has
//         (8 + points - 1 + 2 reach)^3 points.

#include "sim/solvers/mesh/gpu_mesh_kernels.cuh"

namespace orrery {
namespace {

constexpr unsigned reading_threads = 256;

extern __shared__ __align__(32) unsigned char shared_memory[];

// The potential's tile reaches farther than the bodies, to each side.
constexpr int tile_edge(int points, int reach) {
    return reached_edge(points) + 2 * reach;
}
constexpr int tile_points(int points, int reach) {
    return tile_edge(points, reach) * tile_edge(points, reach) * tile_edge(points, reach);
}

// Copies a tile of the field that begins at a point, which may be before the mesh's first one. A
// thread has a line of it along the first axis.
template <int edge, class Real>
__device__ void load_tile(const DeviceMesh& mesh, const Real* field, const int (&first)[3],
                          Real* tile) {
    const std::size_t plane = mesh.row_start(1, 0);
    for (int i = static_cast<int>(threadIdx.x); i < edge * edge;
         i += static_cast<int>(reading_threads)) {
        const int y = mesh.wrapped(1, first[1] + i / edge);
        const int z = mesh.wrapped(2, first[2] + i % edge);
        const Real* const line = field + mesh.row_start(0, y) + static_cast<std::size_t>(z);
        Real values[edge];
#pragma unroll
        for (int x = 0; x < edge; ++x) {
            values[x] = line[static_cast<std::size_t>(mesh.wrapped(0, first[0] + x)) * plane];
        }
#pragma unroll
        for (int x = 0; x < edge; ++x) {
            tile[x * edge * edge + i] = values[x];
        }
    }
}

// Whether a part has any body that is wanted; the same for all threads of the block.
__device__ bool any_wanted(const BrickPart& part, const std::uint32_t* order, unsigned bodies,
                           const WantedTargets& wanted) {
    if (wanted.count == bodies) {
        return true;
    }
    int any = 0;
    for (unsigned i = part.first + threadIdx.x; i < part.last; i += reading_threads) {
        any |= wanted.entry(order[i]) < wanted.count ? 1 : 0;
    }
    return __syncthreads_or(any) != 0;
}

// A point's gradient and, as its mass, its potential.
template <class Real>
__device__ void add_weighted(PointMass<Real>& sum, Real weight, const PointMass<Real>& value) {
    sum.x += weight * value.x;
    sum.y += weight * value.y;
    sum.z += weight * value.z;
    sum.mass += weight * value.mass;
}
template <class Real>
__device__ void add_weighted(Real& sum, Real weight, const Real& value) {
    sum += weight * value;
}

// Calls read(entry, body, sum) for each body of a part that is wanted; sum: over the points that it
// is spread over, of `points` in shared memory.
template <int points, class Real, class Value, class Read>
__device__ void read_part(const BrickedBodiesView<Real>& bodies, const DeviceMesh& mesh,
                          const BrickPart& part, const BrickOrigin& origin, const Value* values,
                          const WantedTargets& wanted, const Read& read) {
    constexpr int edge = reached_edge(points);
    for (unsigned i = part.first + threadIdx.x; i < part.last; i += reading_threads) {
        const unsigned entry = wanted.entry(bodies.order[i]);
        if (entry >= wanted.count) {
            continue;
        }
        const PointMass<Real> body = bodies.bodies[i];
        const AxisWeights<Real, points> x = axis_weights<points>(body.x);
        const AxisWeights<Real, points> y = axis_weights<points>(body.y);
        const AxisWeights<Real, points> z = axis_weights<points>(body.z);
        const Value* const first = values +
                                   (origin.first_of_body(mesh, 0, x.first) * edge +
                                    origin.first_of_body(mesh, 1, y.first)) *
                                       edge +
                                   origin.first_of_body(mesh, 2, z.first);
        Value sum{};
#pragma unroll
        for (int a = 0; a < points; ++a) {
#pragma unroll
            for (int b = 0; b < points; ++b) {
                const Real of_row = x.weight[a] * y.weight[b];
#pragma unroll
                for (int c = 0; c < points; ++c) {
                    add_weighted(sum, of_row * z.weight[c], first[(a * edge + b) * edge + c]);
                }
            }
        }
        read(entry, body, sum);
    }
}

// The coefficients of a central difference, over the spacing along each axis.
template <class Real>
struct Differences {
    Real along[3][4];

    Differences(MeshGradient gradient, const Real (&per_spacing)[3]) : along{} {
        const CentralDifference difference = central_difference(gradient);
        for (int axis = 0; axis < 3; ++axis) {
            for (int j = 0; j < difference.reach; ++j) {
                along[axis][j] = static_cast<Real>(difference.coefficients[j]) * per_spacing[axis];
            }
        }
    }
};

// The gradient, and P, at the points of a brick's clouds. Two threads have a line along the first
// axis, whose values they keep.
template <int points, int reach, class Real>
__device__ void take_differences(const Real* tile, const Differences<Real>& differences,
                                 PointMass<Real>* gradient) {
    constexpr int edge = reached_edge(points);
    constexpr int wide = tile_edge(points, reach);
    constexpr int length = (edge + 1) / 2;
    static_assert(2 * edge * edge <= static_cast<int>(reading_threads));
    const int i = static_cast<int>(threadIdx.x) % (edge * edge);
    const int begin = static_cast<int>(threadIdx.x) / (edge * edge) * length;
    if (begin >= edge) {
        return;
    }
    const Real* at = tile + begin * wide * wide + (i / edge + reach) * wide + i % edge + reach;
    Real line[length + 2 * reach];
#pragma unroll
    for (int x = 0; x < length + 2 * reach; ++x) {
        line[x] = begin + x < wide ? at[x * wide * wide] : Real(0);
    }
    at += reach * wide * wide;
#pragma unroll
    for (int x = 0; x < length; ++x, at += wide * wide) {
        if (begin + x >= edge) {
            return;
        }
        PointMass<Real> point{0, 0, 0, line[x + reach]};
#pragma unroll
        for (int j = 1; j <= reach; ++j) {
            point.x += differences.along[0][j - 1] * (line[x + reach + j] - line[x + reach - j]);
            point.y += differences.along[1][j - 1] * (at[j * wide] - at[-j * wide]);
            point.z += differences.along[2][j - 1] * (at[j] - at[-j]);
        }
        gradient[(begin + x) * edge * edge + i] = point;
    }
}

// Blocks that shall share a multiprocessor: in float as many as its registers let hide each other's
// waits.
template <class Real>
constexpr int reading_blocks = sizeof(Real) == sizeof(float) ? 6 : 2;

// A block for each part.
template <int points, int reach, class Real>
__global__ void __launch_bounds__(reading_threads, reading_blocks<Real>)
    read_differences_of_parts(BrickedBodiesView<Real> bodies, DeviceMesh mesh, unsigned first_part,
                              Differences<Real> differences, const Real* potential,
                              MeshReadout<Real> readout) {
    constexpr int wide = tile_edge(points, reach);
    auto* const gradient = reinterpret_cast<PointMass<Real>*>(shared_memory);
    Real* const tile = reinterpret_cast<Real*>(gradient + reached_points(points));
    const unsigned number = first_part + blockIdx.x;
    if (number >= bodies.part_begins[bodies.bricks]) {
        return; // all threads of the block
    }
    const BrickPart part = bodies.parts[number];
    if (!any_wanted(part, bodies.order, bodies.count, readout.wanted)) {
        return;
    }
    const BrickOrigin origin(mesh, part.brick);
    const int first[] = {origin.point[0] - reach, origin.point[1] - reach, origin.point[2] - reach};
    load_tile<wide>(mesh, potential, first, tile);
    __syncthreads();
    take_differences<points, reach>(tile, differences, gradient);
    __syncthreads();
    read_part<points>(
        bodies, mesh, part, origin, gradient, readout.wanted,
        [&](unsigned entry, const PointMass<Real>& body, const PointMass<Real>& sum) {
            readout.result.store_pull(
                entry, readout.pull * sum.x, readout.pull * sum.y, readout.pull * sum.z,
                readout.potential * (sum.mass - readout.lift - readout.self_potential * body.mass));
        });
}

template <int points, class Real>
__global__ void __launch_bounds__(reading_threads)
    read_component_of_parts(BrickedBodiesView<Real> bodies, DeviceMesh mesh, unsigned first_part,
                            int axis, const Real* field, MeshReadout<Real> readout) {
    Real* const tile = reinterpret_cast<Real*>(shared_memory);
    const unsigned number = first_part + blockIdx.x;
    if (number >= bodies.part_begins[bodies.bricks]) {
        return; // all threads of the block
    }
    const BrickPart part = bodies.parts[number];
    if (!any_wanted(part, bodies.order, bodies.count, readout.wanted)) {
        return;
    }
    const BrickOrigin origin(mesh, part.brick);
    load_tile<reached_edge(points)>(mesh, field, origin.point, tile);
    __syncthreads();
    const AccelerationsView<Real>& result = readout.result;
    Real* const component = axis == 0   ? result.x
                            : axis == 1 ? result.y
                            : axis == 2 ? result.z
                                        : result.potential;
    read_part<points>(bodies, mesh, part, origin, static_cast<const Real*>(tile), readout.wanted,
                      [&](unsigned entry, const PointMass<Real>& body, Real sum) {
                          const Real value =
                              axis == no_axis
                                  ? readout.potential *
                                        (sum - readout.lift - readout.self_potential * body.mass)
                                  : readout.pull * sum;
                          result.store(component[entry], value);
                      });
}

constexpr const char* reading = "read";

template <class... Parameters>
LaunchShape reading_shape(void (*kernel)(Parameters...), unsigned parts, std::size_t bytes) {
    cuda_check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "reserving shared memory for so wide a difference");
    return {dim3(parts), dim3(reading_threads), bytes};
}

} // namespace

template <class Real>
void read_differences(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                      const DeviceMesh& mesh, int points, MeshGradient gradient,
                      const Real (&per_spacing)[3], unsigned first, unsigned end,
                      const Real* potential, const MeshReadout<Real>& readout) {
    const auto launch = [&](auto of_cloud, auto to_each_side) {
        constexpr int cloud = decltype(of_cloud)::value;
        constexpr int reach = decltype(to_each_side)::value;
        const auto kernel = read_differences_of_parts<cloud, reach, Real>;
        const std::size_t bytes = reached_points(cloud) * sizeof(PointMass<Real>) +
                                  tile_points(cloud, reach) * sizeof(Real);
        queue.launch(reading, reading_shape(kernel, end - first, bytes), kernel, bodies, mesh,
                     first, Differences<Real>(gradient, per_spacing), potential, readout);
    };
    with_points(points, [&](auto of_cloud) {
        switch (central_difference(gradient).reach) {
        case 1:
            return launch(of_cloud, std::integral_constant<int, 1>());
        case 2:
            return launch(of_cloud, std::integral_constant<int, 2>());
        case 3:
            return launch(of_cloud, std::integral_constant<int, 3>());
        default:
            return launch(of_cloud, std::integral_constant<int, 4>());
        }
    });
}

template <class Real>
void read_component(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                    const DeviceMesh& mesh, int points, int axis, unsigned first, unsigned end,
                    const Real* field, const MeshReadout<Real>& readout) {
    with_points(points, [&](auto of_cloud) {
        constexpr int cloud = decltype(of_cloud)::value;
        const auto kernel = read_component_of_parts<cloud, Real>;
        queue.launch(reading,
                     reading_shape(kernel, end - first, reached_points(cloud) * sizeof(Real)),
                     kernel, bodies, mesh, first, axis, field, readout);
    });
}

template void read_differences(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&,
                               int, MeshGradient, const float (&)[3], unsigned, unsigned,
                               const float*, const MeshReadout<float>&);
template void read_differences(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&,
                               int, MeshGradient, const double (&)[3], unsigned, unsigned,
                               const double*, const MeshReadout<double>&);
template void read_component(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&, int,
                             int, unsigned, unsigned, const float*, const MeshReadout<float>&);
template void read_component(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&, int,
                             int, unsigned, unsigned, const double*, const MeshReadout<double>&);

} // namespace orrery
