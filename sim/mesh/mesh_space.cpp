#include "sim/mesh/mesh_space.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/machine.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

// Sizes are multiples of this: slabs of bodies are shared in pairs (body_slabs.hpp).
constexpr std::size_t size_step = 16;

constexpr std::size_t grain = 16384;

// Whether a transform of that size is fast.
bool has_small_factors(std::size_t size) {
    for (const std::size_t prime : {2U, 3U, 5U}) {
        while (size % prime == 0) {
            size /= prime;
        }
    }
    return size == 1;
}

std::size_t size_for(double cells) {
    std::size_t size = size_step;
    while (static_cast<double>(size) < cells - 0.5 || !has_small_factors(size)) {
        size += size_step;
    }
    return size;
}

} // namespace

double MeshBounds::extent() const {
    return empty() ? 0 : std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

bool MeshBounds::contains(const MeshBounds& other) const {
    return other.empty() ||
           (!empty() && low.x <= other.low.x && low.y <= other.low.y && low.z <= other.low.z &&
            high.x >= other.high.x && high.y >= other.high.y && high.z >= other.high.z);
}

void MeshBounds::extend(const MeshBounds& other) {
    finite = finite && other.finite;
    if (other.empty()) {
        return;
    }
    if (empty()) {
        low = other.low;
        high = other.high;
        return;
    }
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y),
           std::min(low.z, other.low.z)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y),
            std::max(high.z, other.high.z)};
}

template <class Real>
MeshBounds mesh_bounds(const BodiesView<Real>& bodies, bool with_masses, Workers& workers) {
    const auto of_range = [&](std::size_t begin, std::size_t end) {
        MeshBounds bounds;
        for (std::size_t i = begin; i < end; ++i) {
            const Vector3 at{bodies.x[i], bodies.y[i], bodies.z[i]};
            // Infinite or not a number if one of them is.
            const double finite = 0 * at.x + 0 * at.y + 0 * at.z;
            if (finite != 0 || (with_masses && !std::isfinite(bodies.mass[i]))) {
                bounds.finite = false;
                continue;
            }
            if (bounds.empty()) {
                bounds.low = bounds.high = at;
            }
            bounds.low = {std::min(bounds.low.x, at.x), std::min(bounds.low.y, at.y),
                          std::min(bounds.low.z, at.z)};
            bounds.high = {std::max(bounds.high.x, at.x), std::max(bounds.high.y, at.y),
                           std::max(bounds.high.z, at.z)};
        }
        return bounds;
    };
    return workers.sum_of_ranges(MeshBounds{}, bodies.count, grain, of_range,
                                 [](MeshBounds& all, const MeshBounds& part) { all.extend(part); });
}

template MeshBounds mesh_bounds(const BodiesView<float>&, bool, Workers&);
template MeshBounds mesh_bounds(const BodiesView<double>&, bool, Workers&);

double MeshSpace::points() const {
    return double(cells[0]) * double(cells[1]) * double(cells[2]);
}

double MeshSpace::widest() const {
    return *std::max_element(spacing.begin(), spacing.end());
}

MeshSpace periodic_mesh(const PeriodicBox& box, std::size_t cells) {
    MeshSpace space;
    space.periodic = true;
    const double longest = *std::max_element(box.lengths.begin(), box.lengths.end());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double length = box.lengths[axis];
        space.cells[axis] =
            length == longest ? cells : size_for(static_cast<double>(cells) * length / longest);
        space.spacing[axis] = length / static_cast<double>(space.cells[axis]);
    }
    space.filled = space.cells;
    return space;
}

MeshSpace open_mesh(const MeshBounds& bounds, const MeshChoice& choice) {
    constexpr double steps_in_octave = 8;
    const double side =
        std::exp2(std::ceil(steps_in_octave * std::log2(bounds.extent())) / steps_in_octave);
    // A body reaches half a cloud to each side; a point's gradient as far as no source is beyond
    // the padding.
    const double low = 0.5 * choice.points + 0.5;
    const int reach = std::max(1, central_difference(choice.gradient).reach);
    // The field of a law that is split is smooth everywhere but at the doubled mesh's edge.
    const double to_edge = choice.split > 0 ? 6 : 0;
    const double across = static_cast<double>(choice.cells) - reach - choice.points - 1 - to_edge;
    MeshSpace space;
    space.cells.fill(2 * choice.cells);
    space.filled.fill(choice.cells);
    space.spacing.fill(side / across);
    const double to_low = space.spacing[0] * (low + 0.5 * across);
    const Vector3 centre = bounds.low + 0.5 * (bounds.high - bounds.low);
    space.origin = centre - Vector3{to_low, to_low, to_low};
    return space;
}

double least_promised_softening(const SolverInfo& info, const ForceParameters& parameters,
                                const MeshBounds& bounds, std::size_t count) {
    if (info.promise != mesh_promise) {
        return 0;
    }
    const MeshChoice choice = mesh_choice(info, parameters, count);
    if (parameters.box.is_periodic()) {
        return mesh_least_softening * periodic_mesh(parameters.box, choice.cells).widest();
    }
    return bounds.extent() == 0 ? 0 : mesh_least_softening * open_mesh(bounds, choice).widest();
}

void require_memory_for_mesh(double bytes) {
    constexpr double always_there = 1e9;
    if (bytes < always_there) {
        return;
    }
    const auto free = static_cast<double>(machine().available_memory);
    if (free != 0 && bytes > free) {
        const auto gigabytes = [](double number) {
            return std::to_string(std::llround(1e-9 * number)) + " GB";
        };
        throw bad_input("a mesh of so many points takes " + gigabytes(bytes) + ", " +
                            gigabytes(free) + " are free",
                        "cells", "choose fewer");
    }
}

} // namespace orrery
