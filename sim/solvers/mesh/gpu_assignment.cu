// The masses of bodies onto a mesh in a GPU's memory.
//
// Idea:   a block of threads has the points that a brick's bodies reach in shared memory. A warp's
//         lanes compute the weights of 32 bodies at once; then a lane is a row of a body's cloud,
//         and adds whole numbers (whole_masses.cuh) to its points, as others do at the same time.
//         What parts of a brick and bricks have for a point of the mesh is added afterwards.
// Source: Hockney & Eastwood 1981, section 5-3; bricks in shared memory: Shih, Wright, Anden,
//         Blaschke & Barnett 2021.
// Cost:   a step of a warp for 8, 3 or 2 bodies, of 4, 9 or 16 rows each; 16 bytes read for a body,
//         and 4 (8 + points - 1)^3 written and read for 512 points of the mesh.
// Memory: the same for every part.

#include "sim/solvers/mesh/gpu_mesh_kernels.cuh"

namespace orrery {
namespace {

constexpr unsigned warp_lanes = 32;
constexpr unsigned spreading_warps = 4; // of a block

// 32 bodies: their weights along the last axis, how they are rounded and where their clouds begin
// among the brick's points, and for each row of a cloud the weights along the other axes, times the
// mass.
template <class Real, int points>
struct StagedBodies {
    static constexpr unsigned rows = points * points;
    struct Body {
        Real weights[points];
        Real threshold;
        int first;
    };
    Body bodies[warp_lanes];
    Real of_rows[warp_lanes][rows | 1]; // odd, so that lanes write to different banks
};

template <int points, class Real>
__device__ void stage(const DeviceMesh& mesh, const BrickOrigin& origin,
                      const PointMass<Real>& body, int shift,
                      typename StagedBodies<Real, points>::Body& staged, Real* of_rows) {
    constexpr int edge = reached_edge(points);
    const AxisWeights<Real, points> x = axis_weights<points>(body.x);
    const AxisWeights<Real, points> y = axis_weights<points>(body.y);
    const AxisWeights<Real, points> z = axis_weights<points>(body.z);
    const Real mass = ldexp(body.mass, shift);
    for (int a = 0; a < points; ++a) {
        for (int b = 0; b < points; ++b) {
            of_rows[a * points + b] = mass * x.weight[a] * y.weight[b];
        }
        staged.weights[a] = z.weight[a];
    }
    staged.threshold = WholeMass<Real>::threshold(body);
    staged.first =
        (origin.first_of_body(mesh, 0, x.first) * edge + origin.first_of_body(mesh, 1, y.first)) *
            edge +
        origin.first_of_body(mesh, 2, z.first);
}

// A block for each part.
template <int points, class Real>
__global__ void __launch_bounds__(spreading_warps* warp_lanes)
    spread_parts(BrickedBodiesView<Real> bodies, DeviceMesh mesh, unsigned first_part,
                 typename WholeMass<Real>::Number* of_parts) {
    using Whole = WholeMass<Real>;
    using Staged = StagedBodies<Real, points>;
    constexpr unsigned threads = spreading_warps * warp_lanes;
    constexpr unsigned all = reached_points(points);
    constexpr unsigned at_once = warp_lanes / Staged::rows;
    __shared__ typename Whole::Number reached[all];
    __shared__ Staged staged_bodies[spreading_warps];
    const unsigned number = first_part + blockIdx.x;
    if (number >= bodies.part_begins[bodies.bricks]) {
        return; // all threads of the block
    }
    for (unsigned i = threadIdx.x; i < all; i += threads) {
        reached[i] = 0;
    }
    __syncthreads();
    const unsigned lane = threadIdx.x % warp_lanes;
    Staged& staged = staged_bodies[threadIdx.x / warp_lanes];
    const unsigned row = lane % Staged::rows;
    const unsigned first = lane / Staged::rows < at_once ? lane / Staged::rows : warp_lanes;
    const int offset =
        static_cast<int>(row / points * reached_edge(points) + row % points) * reached_edge(points);
    const BrickPart part = bodies.parts[number];
    const BrickOrigin origin(mesh, part.brick);
    const int shift = bodies.shifts[part.brick];
    for (unsigned body = part.first + threadIdx.x - lane; body < part.last; body += threads) {
        const unsigned count = min(warp_lanes, part.last - body);
        if (lane < count) {
            stage<points>(mesh, origin, bodies.bodies[body + lane], shift, staged.bodies[lane],
                          staged.of_rows[lane]);
        }
        __syncwarp();
#pragma unroll 2
        for (unsigned one = first; one < count; one += at_once) {
            const typename Staged::Body cloud = staged.bodies[one];
            const Real of_row = staged.of_rows[one][row];
            for (int k = 0; k < points; ++k) {
                Whole::add(reached + cloud.first + offset + k,
                           Whole::rounded_product(of_row, cloud.weights[k], cloud.threshold));
            }
        }
        __syncwarp();
    }
    __syncthreads();
    auto* const out = of_parts + static_cast<std::size_t>(number) * all;
    for (unsigned i = threadIdx.x; i < all; i += threads) {
        out[i] = reached[i];
    }
}

// Where a point is among those that bricks reach: in its own brick, and in the one before if that
// reaches it.
struct Reaching {
    int count;
    int brick[2], at[2];

    __device__ Reaching(int point, int bricks, int points) {
        brick[0] = point / brick_points;
        at[0] = point % brick_points;
        brick[1] = brick[0] == 0 ? bricks - 1 : brick[0] - 1; // the mesh repeats itself
        at[1] = at[0] + brick_points;
        count = at[0] < points - 1 ? 2 : 1;
    }
};

constexpr unsigned row_threads = 128;

// A block for each row along the last axis.
template <int points, class Real>
__global__ void __launch_bounds__(row_threads)
    add_row(BrickedBodiesView<Real> bodies, DeviceMesh mesh,
            const __grid_constant__ MeshPlanes planes,
            const typename WholeMass<Real>::Number* of_parts, Real* field) {
    constexpr int edge = reached_edge(points);
    constexpr std::size_t all = reached_points(points);
    const int x = static_cast<int>(blockIdx.x) / mesh.cells[1];
    const int y = static_cast<int>(blockIdx.x) % mesh.cells[1];
    if (!planes.has(static_cast<std::size_t>(x))) {
        return;
    }
    Real* const row = field + mesh.row_start(x, y);
    const bool filled = x < mesh.bricks[0] * brick_points && y < mesh.bricks[1] * brick_points;
    const Reaching along_x(x, mesh.bricks[0], points);
    const Reaching along_y(y, mesh.bricks[1], points);
    for (int z = static_cast<int>(threadIdx.x); z < mesh.row_length(); z += row_threads) {
        Real total = 0;
        if (filled && z < mesh.bricks[2] * brick_points) {
            const Reaching along_z(z, mesh.bricks[2], points);
#pragma unroll
            for (int i = 0; i < 2; ++i) {
#pragma unroll
                for (int j = 0; j < 2; ++j) {
#pragma unroll
                    for (int k = 0; k < 2; ++k) {
                        if (i >= along_x.count || j >= along_y.count || k >= along_z.count) {
                            continue;
                        }
                        const int brick = (along_x.brick[i] * mesh.bricks[1] + along_y.brick[j]) *
                                              mesh.bricks[2] +
                                          along_z.brick[k];
                        const int at =
                            (along_x.at[i] * edge + along_y.at[j]) * edge + along_z.at[k];
                        const std::uint64_t end = bodies.part_begins[brick + 1];
                        long long of_brick = 0;
                        // A crowded brick has hundreds: their loads wait for each other no more.
#pragma unroll 32
                        for (std::uint64_t part = bodies.part_begins[brick]; part < end; ++part) {
                            of_brick += of_parts[part * all + static_cast<std::size_t>(at)];
                        }
                        total += mass_of<Real>(of_brick, bodies.shifts[brick]);
                    }
                }
            }
        }
        row[z] = total;
    }
}

constexpr const char* assigning = "assign";

} // namespace

template <class Real>
void spread_bodies(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies,
                   const DeviceMesh& mesh, int points, unsigned first, unsigned end,
                   typename WholeMass<Real>::Number* of_parts) {
    with_points(points, [&](auto chosen) {
        queue.launch(assigning, {dim3(end - first), dim3(spreading_warps * warp_lanes)},
                     spread_parts<decltype(chosen)::value, Real>, bodies, mesh, first, of_parts);
    });
}

template <class Real>
void add_parts(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies, const DeviceMesh& mesh,
               int points, const MeshPlanes& planes,
               const typename WholeMass<Real>::Number* of_parts, Real* field) {
    with_points(points, [&](auto chosen) {
        queue.launch(assigning, {dim3(static_cast<unsigned>(mesh.rows())), dim3(row_threads)},
                     add_row<decltype(chosen)::value, Real>, bodies, mesh, planes, of_parts, field);
    });
}

template void spread_bodies(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&, int,
                            unsigned, unsigned, int*);
template void spread_bodies(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&, int,
                            unsigned, unsigned, long long*);
template void add_parts(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&, int,
                        const MeshPlanes&, const int*, float*);
template void add_parts(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&, int,
                        const MeshPlanes&, const long long*, double*);

} // namespace orrery
