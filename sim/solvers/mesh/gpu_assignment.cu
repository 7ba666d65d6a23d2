// The masses of bodies onto a mesh in a GPU's memory.
//
// Idea:   a block of threads has the points that a brick's bodies reach in shared memory, once for
//         each of its warps. A warp's lanes compute the weights of 32 bodies at once; then the
//         lanes are points, and one body after the other is added to them. So there is no atomic
//         operation and the sums are always the same. What warps, parts of a brick and bricks have
//         for a point of the mesh is added afterwards.
// Source: Hockney & Eastwood 1981, section 5-3; bricks in shared memory: Shih, Wright, Anden,
//         Blaschke & Barnett 2021, without their atomics.
// Cost:   one step of a warp for a body, two where its cloud has 64 points; 16 bytes read for a
//         body, and 4 (8 + points - 1)^3 written and read for 512 points of the mesh.
// Memory: the same for every part.

#include "sim/solvers/mesh/gpu_mesh_kernels.cuh"

namespace orrery {
namespace {

constexpr unsigned warp_lanes = 32;
// Bodies whose weights are read before the first of them is added: memory answers late.
constexpr unsigned bodies_ahead = 4;

// Of a block; as many as let several blocks share a multiprocessor.
template <class Real, int points>
constexpr unsigned spreading_warps = sizeof(Real) == sizeof(double) && points == 4 ? 2 : 4;

// 32 bodies' weights along the three axes, one body's side by side; those along the first one times
// the mass. An odd number of them, so that lanes write to different banks.
template <class Real, int points>
struct StagedBodies {
    static constexpr int length = (3 * points) | 1;
    Real weights[warp_lanes][length];
    int first[warp_lanes]; // point among the brick's
};

template <int points, class Real>
__device__ void stage(const DeviceMesh& mesh, const BrickOrigin& origin,
                      const PointMass<Real>* bodies, unsigned count,
                      StagedBodies<Real, points>& staged) {
    constexpr int edge = reached_edge(points);
    const unsigned lane = threadIdx.x % warp_lanes;
    int first = 0;
    Real* const weights = staged.weights[lane];
    if (lane < count) {
        const PointMass<Real> body = bodies[lane];
        const Real place[] = {body.x, body.y, body.z};
        for (int axis = 0; axis < 3; ++axis) {
            const AxisWeights<Real, points> cloud = axis_weights<points>(place[axis]);
            first = first * edge + origin.first_of_body(mesh, axis, cloud.first);
            for (int k = 0; k < points; ++k) {
                weights[axis * points + k] = cloud.weight[k] * (axis == 0 ? body.mass : Real(1));
            }
        }
    } else { // adds nothing
        for (int k = 0; k < 3 * points; ++k) {
            weights[k] = 0;
        }
    }
    staged.first[lane] = first;
}

// A block for each part.
template <int points, class Real>
__global__ void __launch_bounds__(spreading_warps<Real, points>* warp_lanes)
    spread_parts(BrickedBodiesView<Real> bodies, DeviceMesh mesh, unsigned first_part,
                 Real* of_parts) {
    constexpr unsigned warps = spreading_warps<Real, points>;
    constexpr int edge = reached_edge(points);
    constexpr unsigned all = reached_points(points);
    constexpr unsigned cloud = points * points * points;
    constexpr unsigned turns = (cloud + warp_lanes - 1) / warp_lanes;
    __shared__ Real of_warps[warps][all];
    __shared__ StagedBodies<Real, points> staged_bodies[warps];
    const unsigned number = first_part + blockIdx.x;
    if (number >= bodies.part_begins[bodies.bricks]) {
        return; // all threads of the block
    }
    const unsigned warp = threadIdx.x / warp_lanes;
    const unsigned lane = threadIdx.x % warp_lanes;
    Real* const reached = of_warps[warp];
    StagedBodies<Real, points>& staged = staged_bodies[warp];
    for (unsigned i = lane; i < all; i += warp_lanes) {
        reached[i] = 0;
    }
    // The points of a cloud that are this lane's: where they are, and the weights of each.
    int offset[turns], weight_x[turns], weight_y[turns], weight_z[turns];
    for (unsigned turn = 0; turn < turns; ++turn) {
        const int point = static_cast<int>(lane + turn * warp_lanes);
        weight_x[turn] = point / (points * points);
        weight_y[turn] = points + point / points % points;
        weight_z[turn] = 2 * points + point % points;
        offset[turn] =
            (weight_x[turn] * edge + weight_y[turn] - points) * edge + weight_z[turn] - 2 * points;
    }
    const BrickPart part = bodies.parts[number];
    const BrickOrigin origin(mesh, part.brick);
    for (unsigned body = part.first + warp * warp_lanes; body < part.last;
         body += warps * warp_lanes) {
        const unsigned count = min(warp_lanes, part.last - body);
        stage<points>(mesh, origin, bodies.bodies + body, count, staged);
        __syncwarp();
        for (unsigned one = 0; one < count; one += bodies_ahead) {
            for (unsigned turn = 0; turn < turns; ++turn) {
                const bool mine = lane + turn * warp_lanes < cloud;
                Real value[bodies_ahead];
                int point[bodies_ahead];
                for (unsigned k = 0; k < bodies_ahead; ++k) {
                    const Real* const weights = staged.weights[one + k];
                    value[k] = mine ? weights[weight_x[turn]] * weights[weight_y[turn]] *
                                          weights[weight_z[turn]]
                                    : Real(0);
                    point[k] = staged.first[one + k] + offset[turn];
                }
                for (unsigned k = 0; k < bodies_ahead; ++k) {
                    if (mine) {
                        reached[point[k]] += value[k];
                    }
                    __syncwarp(); // another lane may have the same point of the next body
                }
            }
        }
    }
    __syncthreads();
    Real* const out = of_parts + static_cast<std::size_t>(number) * all;
    for (unsigned i = threadIdx.x; i < all; i += warps * warp_lanes) {
        Real sum = 0;
        for (unsigned w = 0; w < warps; ++w) {
            sum += of_warps[w][i];
        }
        out[i] = sum;
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
    add_row(BrickedBodiesView<Real> bodies, DeviceMesh mesh, const Real* of_parts, Real* field) {
    constexpr int edge = reached_edge(points);
    constexpr std::size_t all = reached_points(points);
    const int x = static_cast<int>(blockIdx.x) / mesh.cells[1];
    const int y = static_cast<int>(blockIdx.x) % mesh.cells[1];
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
                        // A crowded brick has hundreds: their loads wait for each other no more.
#pragma unroll 8
                        for (std::uint64_t part = bodies.part_begins[brick]; part < end; ++part) {
                            total += of_parts[part * all + static_cast<std::size_t>(at)];
                        }
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
                   Real* of_parts) {
    with_points(points, [&](auto chosen) {
        constexpr int of_cloud = decltype(chosen)::value;
        constexpr unsigned threads = spreading_warps<Real, of_cloud> * warp_lanes;
        queue.launch(assigning, {dim3(end - first), dim3(threads)}, spread_parts<of_cloud, Real>,
                     bodies, mesh, first, of_parts);
    });
}

template <class Real>
void add_parts(DeviceQueue& queue, const BrickedBodiesView<Real>& bodies, const DeviceMesh& mesh,
               int points, const Real* of_parts, Real* field) {
    with_points(points, [&](auto chosen) {
        queue.launch(assigning, {dim3(static_cast<unsigned>(mesh.rows())), dim3(row_threads)},
                     add_row<decltype(chosen)::value, Real>, bodies, mesh, of_parts, field);
    });
}

template void spread_bodies(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&, int,
                            unsigned, unsigned, float*);
template void spread_bodies(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&, int,
                            unsigned, unsigned, double*);
template void add_parts(DeviceQueue&, const BrickedBodiesView<float>&, const DeviceMesh&, int,
                        const float*, float*);
template void add_parts(DeviceQueue&, const BrickedBodiesView<double>&, const DeviceMesh&, int,
                        const double*, double*);

} // namespace orrery
