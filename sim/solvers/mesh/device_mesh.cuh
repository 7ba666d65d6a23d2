#pragma once

// A mesh in a GPU's memory, as kernels see it, and the bodies by the bricks of it that they are in.

#include "sim/base/point_mass.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/force_request.hpp"
#include "sim/mesh/assignment.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/solvers/mesh/whole_masses.cuh"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace orrery {

// Points along each edge of a brick: a block of threads has those that the brick's bodies reach in
// shared memory. Meshes have whole bricks.
inline constexpr int brick_points = 8;

// Calls work(std::integral_constant<int, points>()) for the points of an assignment scheme.
template <class Work>
void with_points(int points, const Work& work) {
    if (points == 2) {
        work(std::integral_constant<int, 2>());
    } else if (points == 3) {
        work(std::integral_constant<int, 3>());
    } else {
        work(std::integral_constant<int, 4>());
    }
}

// Where the points of a mesh are, in space and in memory.
struct DeviceMesh {
    int cells[3];  // points along each axis, padding included
    int bricks[3]; // of those that bodies are spread over
    bool periodic;
    double origin[3], per_length[3], per_box[3];

    explicit DeviceMesh(const MeshSpace& space);

    std::size_t all_bricks() const {
        return std::size_t(bricks[0]) * std::size_t(bricks[1]) * std::size_t(bricks[2]);
    }

    // Of a row along the last axis, which has room for half its spectrum, too.
    __host__ __device__ int row_length() const { return 2 * (cells[2] / 2 + 1); }
    __host__ __device__ int rows() const { return cells[0] * cells[1]; }
    // A row's place among all of a field.
    __device__ std::size_t row_start(int x, int y) const {
        return (static_cast<std::size_t>(x) * static_cast<std::size_t>(cells[1]) +
                static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(row_length());
    }
    // A point that may be a little beyond the mesh's, which repeats itself.
    __device__ int wrapped(int axis, int point) const {
        const int n = cells[axis];
        point = point < 0 ? point + n : point;
        return point >= n ? point - n : point;
    }

    // In cells from point 0. The same bits in every kernel: no multiplication may be taken together
    // with an addition.
    template <class Real>
    __device__ Real place(int axis, Real coordinate) const {
        const double from = static_cast<double>(coordinate) - origin[axis];
        const double at = __dmul_rn(from, per_length[axis]);
        const double n = cells[axis];
        return static_cast<Real>(periodic ? at - __dmul_rn(n, floor(__dmul_rn(at, per_box[axis])))
                                          : at);
    }
    // The first point that a body is spread over: one of a brick, whatever its place.
    __device__ int first_of_body(int axis, int first) const {
        return max(0, min(wrapped(axis, first), bricks[axis] * brick_points - 1));
    }
};

// Some bodies of one brick: what one block of threads does.
struct BrickPart {
    std::uint32_t brick, first, last; // bodies
};

// Points that the bodies of a brick are spread over, along each edge and in all.
constexpr int reached_edge(int points) {
    return brick_points + points - 1;
}
constexpr int reached_points(int points) {
    return reached_edge(points) * reached_edge(points) * reached_edge(points);
}

// A brick's first point, and where its bodies are among the points that they reach.
struct BrickOrigin {
    int point[3];

    __device__ BrickOrigin(const DeviceMesh& mesh, std::uint32_t brick) {
        const auto number = static_cast<int>(brick);
        point[0] = number / mesh.bricks[2] / mesh.bricks[1] * brick_points;
        point[1] = number / mesh.bricks[2] % mesh.bricks[1] * brick_points;
        point[2] = number % mesh.bricks[2] * brick_points;
    }

    // The first one that a body is spread over. Within the brick, even where its place is no
    // number.
    __device__ int first_of_body(const DeviceMesh& mesh, int axis, int first) const {
        const int at = mesh.first_of_body(axis, first) - point[axis];
        return max(0, min(at, brick_points - 1));
    }
};

// Bodies by bricks, for kernels.
template <class Real>
struct BrickedBodiesView {
    const PointMass<Real>* bodies; // where they are on the mesh, in cells
    const std::uint32_t* order;    // where each was before
    unsigned count;
    // The bricks cut into parts that are not too large; how many there are before each brick, and
    // in all.
    const BrickPart* parts;
    const std::uint64_t* part_begins;
    const int* shifts;   // of the bricks' units (whole_masses.cuh)
    unsigned most_parts; // for launches: there may be fewer
    unsigned bricks;
};

// The bodies in the order of the bricks that they begin to be spread in, and within one in the
// order of its 4^3 corners, so that threads beside each other read points beside each other.
//
// Idea:   keys, CUB's radix sort of keys and numbers, a pass that gathers; a thread for each brick
//         finds its first body by bisection, a thread for each part its brick. The host learns no
//         number, and so does not wait, but where it asks for filled_bricks.
// Memory: 40 bytes a body in float, 56 in double, 20 a brick and 12 a part.
template <class Real>
class BrickedBodies {
public:
    // Puts it into the queue. There is at least one body; masses may be missing.
    void sort(DeviceQueue& queue, const BodiesView<Real>& bodies, const DeviceMesh& mesh,
              int points);

    BrickedBodiesView<Real> view() const {
        return {sorted_.data(),      order_.data(),  count_,      parts_.data(),
                part_begins_.data(), shifts_.data(), most_parts_, bricks_};
    }
    const std::uint32_t* order() const { return order_.data(); }
    // Puts into the queue, behind the sort, what filled_bricks() is to know.
    void tell_bricks(DeviceQueue& queue, const DeviceMesh& mesh);
    // Whether there are bodies in any brick of each layer along the first axis. Waits.
    std::vector<bool> filled_bricks() const;
    std::size_t bytes() const;

private:
    void cut_into_parts(DeviceQueue& queue);

    unsigned count_ = 0, bricks_ = 0, most_parts_ = 0;
    DeviceArray<std::uint32_t> keys_, sorted_keys_, numbers_, order_;
    DeviceArray<PointMass<Real>> sorted_;
    DeviceArray<std::uint32_t> brick_begins_;
    DeviceArray<std::uint64_t> part_begins_;
    DeviceArray<typename WholeMass<Real>::Bits> largest_; // mass of each brick
    DeviceArray<int> shifts_;
    DeviceArray<BrickPart> parts_;
    DeviceArray<std::byte> workspace_; // of the sort and the sum
    PinnedArray<std::uint32_t> layer_begins_;
    std::size_t layers_ = 0;
    DeviceEvent told_;
};

} // namespace orrery
