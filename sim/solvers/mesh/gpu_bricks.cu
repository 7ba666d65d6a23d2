// The bodies of a mesh by its bricks (device_mesh.cuh).

#include "sim/base/error.hpp"
#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/mesh/device_mesh.cuh"

#include <algorithm>
#include <bit>
#include <limits>

namespace orrery {
namespace {

// A brick's corners along each axis, which tell apart where in it a body begins.
constexpr int corners = 4;
constexpr int corner_points = brick_points / corners;
constexpr int corner_bits = 6;
static_assert(corners * corners * corners == 1 << corner_bits);

template <class Real>
__device__ PointMass<Real> placed(const BodiesView<Real>& bodies, const DeviceMesh& mesh,
                                  std::size_t i) {
    return {mesh.place(0, bodies.x[i]), mesh.place(1, bodies.y[i]), mesh.place(2, bodies.z[i]),
            bodies.mass == nullptr ? Real(0) : bodies.mass[i]};
}

template <int points, class Real>
__global__ void find_brick_keys(BodiesView<Real> bodies, DeviceMesh mesh, std::uint32_t* keys,
                                std::uint32_t* numbers) {
    const unsigned i = own_index();
    if (i >= bodies.count) {
        return;
    }
    const PointMass<Real> body = placed(bodies, mesh, i);
    const Real place[] = {body.x, body.y, body.z};
    std::uint32_t brick = 0;
    std::uint32_t corner = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int first = mesh.first_of_body(axis, axis_weights<points>(place[axis]).first);
        brick = brick * static_cast<std::uint32_t>(mesh.bricks[axis]) +
                static_cast<std::uint32_t>(first / brick_points);
        corner =
            corner * corners + static_cast<std::uint32_t>(first % brick_points / corner_points);
    }
    keys[i] = brick << corner_bits | corner;
    numbers[i] = i;
}

// The largest of the warp's lanes of the same brick, which are beside each other, is known to the
// first of these; tells whether the lane is one.
template <class Bits>
__device__ bool leads_brick(std::uint32_t brick, Bits& largest) {
    constexpr unsigned all_lanes = 0xffffffff;
    for (unsigned step = warpSize / 2; step > 0; step /= 2) {
        const Bits other = __shfl_down_sync(all_lanes, largest, step);
        const bool same = __shfl_down_sync(all_lanes, brick, step) == brick;
        largest = same && other > largest ? other : largest;
    }
    const std::uint32_t before = __shfl_up_sync(all_lanes, brick, 1);
    return threadIdx.x % warpSize == 0 || before != brick;
}

// `largest`: of each brick, at first 0.
template <class Real>
__global__ void gather_bodies(BodiesView<Real> bodies, DeviceMesh mesh, const std::uint32_t* keys,
                              const std::uint32_t* order, PointMass<Real>* sorted,
                              typename WholeMass<Real>::Bits* largest) {
    const unsigned i = own_index();
    const bool is_body = i < bodies.count;
    const PointMass<Real> body =
        is_body ? placed(bodies, mesh, order[i]) : PointMass<Real>{0, 0, 0, 0};
    if (is_body) {
        sorted[i] = body;
    }
    const bool nowhere = !isfinite(body.x + body.y + body.z);
    auto bits = WholeMass<Real>::bits(nowhere ? std::numeric_limits<Real>::quiet_NaN() : body.mass);
    const std::uint32_t brick =
        keys[min(i, static_cast<unsigned>(bodies.count) - 1)] >> corner_bits;
    if (leads_brick(brick, bits) && bits != 0) {
        atomicMax(largest + brick, bits);
    }
}

// A thread for each brick, and one for the end of the last.
__global__ void find_bricks(const std::uint32_t* keys, unsigned count, unsigned bricks,
                            std::uint32_t* begins) {
    const unsigned brick = own_index();
    if (brick > bricks) {
        return;
    }
    const std::uint64_t least = std::uint64_t{brick} << corner_bits;
    unsigned first = 0;
    for (unsigned end = count; first < end;) {
        const unsigned middle = first + (end - first) / 2;
        if (keys[middle] < least) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    begins[brick] = first;
}

template <class Real>
__global__ void count_parts(const std::uint32_t* brick_begins,
                            const typename WholeMass<Real>::Bits* largest, unsigned bricks,
                            unsigned bodies_of_part, std::uint64_t* parts, int* shifts) {
    const unsigned brick = own_index();
    if (brick < bricks) {
        const unsigned bodies = brick_begins[brick + 1] - brick_begins[brick];
        parts[brick] = (bodies + bodies_of_part - 1) / bodies_of_part;
        // Of a brick's parts in float there is room in 64 bits.
        const unsigned together = WholeMass<Real>::is_float ? min(bodies, bodies_of_part) : bodies;
        shifts[brick] = shift_of_unit<Real>(largest[brick], together);
    } else if (brick == bricks) {
        parts[brick] = 0; // the sum of all others goes here
    }
}

// A thread for each part that there may be: its brick is the last that does not begin behind it.
__global__ void list_parts(const std::uint32_t* brick_begins, const std::uint64_t* part_begins,
                           unsigned bricks, unsigned bodies_of_part, unsigned most_parts,
                           BrickPart* parts) {
    const unsigned part = own_index();
    if (part >= most_parts || part >= part_begins[bricks]) {
        return;
    }
    unsigned brick = 0;
    for (unsigned end = bricks; brick + 1 < end;) {
        const unsigned middle = brick + (end - brick) / 2;
        if (part_begins[middle] <= part) {
            brick = middle;
        } else {
            end = middle;
        }
    }
    const unsigned before = part - static_cast<unsigned>(part_begins[brick]);
    const unsigned first = brick_begins[brick] + before * bodies_of_part;
    parts[part] = {brick, first, min(first + bodies_of_part, brick_begins[brick + 1])};
}

// Enough parts for all of a GPU, and few where there are many bodies: each part has points of its
// own.
unsigned bodies_of_part(unsigned count) {
    return std::clamp(count / 2048U, 256U, 2048U);
}

} // namespace

DeviceMesh::DeviceMesh(const MeshSpace& space)
    : periodic(space.periodic), origin{space.origin.x, space.origin.y, space.origin.z} {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells[axis] = static_cast<int>(space.cells[axis]);
        bricks[axis] = static_cast<int>(space.filled[axis]) / brick_points;
        per_length[axis] = 1 / space.spacing[axis];
        per_box[axis] = 1 / static_cast<double>(space.cells[axis]);
    }
}

template <class Real>
void BrickedBodies<Real>::sort(DeviceQueue& queue, const BodiesView<Real>& bodies,
                               const DeviceMesh& mesh, int points) {
    constexpr std::size_t most_bodies = std::numeric_limits<int>::max(); // what CUB sorts
    constexpr std::size_t most_bricks = std::size_t{1} << (32 - corner_bits);
    if (bodies.count > most_bodies || mesh.all_bricks() > most_bricks) {
        throw bad_input("too many bodies or cells for the mesh on the GPU", "gpu.mesh",
                        "it takes up to two billion bodies; choose smaller numbers");
    }
    count_ = static_cast<unsigned>(bodies.count);
    bricks_ = static_cast<unsigned>(mesh.all_bricks());
    most_parts_ = std::min(count_, bricks_) + count_ / bodies_of_part(count_);
    keys_.reserve(count_);
    sorted_keys_.reserve(count_);
    numbers_.reserve(count_);
    order_.reserve(count_);
    sorted_.reserve(count_);
    brick_begins_.reserve(bricks_ + 1);
    largest_.reserve(bricks_);
    shifts_.reserve(bricks_);
    part_begins_.reserve(bricks_ + 1);
    parts_.reserve(most_parts_);
    const auto bits = static_cast<int>(std::bit_width((std::uint64_t{bricks_} << corner_bits) - 1));
    const auto sort_keys = [&](void* workspace, std::size_t& bytes) {
        sort_pairs(workspace, bytes, keys_.data(), sorted_keys_.data(), numbers_.data(),
                   order_.data(), count_, bits, queue.stream());
    };
    std::size_t sort_bytes = 0;
    std::size_t sum_bytes = 0;
    sort_keys(nullptr, sort_bytes);
    sum_before_each(nullptr, sum_bytes, part_begins_.data(), bricks_ + 1, queue.stream());
    workspace_.reserve(std::max(sort_bytes, sum_bytes));

    with_points(points, [&](auto chosen) {
        queue.launch("sort", one_thread_each(count_), find_brick_keys<chosen(), Real>, bodies, mesh,
                     keys_.data(), numbers_.data());
    });
    std::size_t bytes = workspace_.bytes();
    sort_keys(workspace_.data(), bytes);
    cuda_check(cudaMemsetAsync(largest_.data(), 0, largest_.bytes(), queue.stream()),
               "sorting bodies into a mesh");
    queue.launch("sort", one_thread_each(count_), gather_bodies<Real>, bodies, mesh,
                 sorted_keys_.data(), order_.data(), sorted_.data(), largest_.data());
    cut_into_parts(queue);
}

template <class Real>
void BrickedBodies<Real>::cut_into_parts(DeviceQueue& queue) {
    const unsigned part = bodies_of_part(count_);
    const LaunchShape bricks = one_thread_each(std::size_t{bricks_} + 1);
    queue.launch("sort", bricks, find_bricks, sorted_keys_.data(), count_, bricks_,
                 brick_begins_.data());
    queue.launch("sort", bricks, count_parts<Real>, brick_begins_.data(), largest_.data(), bricks_,
                 part, part_begins_.data(), shifts_.data());
    std::size_t bytes = workspace_.bytes();
    sum_before_each(workspace_.data(), bytes, part_begins_.data(), bricks_ + 1, queue.stream());
    queue.launch("sort", one_thread_each(most_parts_), list_parts, brick_begins_.data(),
                 part_begins_.data(), bricks_, part, most_parts_, parts_.data());
}

template <class Real>
void BrickedBodies<Real>::tell_bricks(DeviceQueue& queue, const DeviceMesh& mesh) {
    layers_ = static_cast<std::size_t>(mesh.bricks[0]);
    layer_begins_.grow(layers_ + 1);
    const std::size_t layer = mesh.all_bricks() / layers_;
    constexpr std::size_t one = sizeof(std::uint32_t);
    cuda_check(cudaMemcpy2DAsync(layer_begins_.data(), one, brick_begins_.data(), layer * one, one,
                                 layers_ + 1, cudaMemcpyDeviceToHost, queue.stream()),
               "finding the planes that bodies reach");
    told_.record(queue.stream());
}

template <class Real>
std::vector<bool> BrickedBodies<Real>::filled_bricks() const {
    told_.wait();
    std::vector<bool> filled(layers_);
    for (std::size_t layer = 0; layer < layers_; ++layer) {
        filled[layer] = layer_begins_[layer] != layer_begins_[layer + 1];
    }
    return filled;
}

template <class Real>
std::size_t BrickedBodies<Real>::bytes() const {
    return total_bytes(keys_, sorted_keys_, numbers_, order_, sorted_, brick_begins_, part_begins_,
                       largest_, shifts_, parts_, workspace_);
}

template class BrickedBodies<float>;
template class BrickedBodies<double>;

} // namespace orrery
