#pragma once

// Boxes of sources and targets on a GPU, their series, and what is within reach of each.

#include "sim/gauss/four.cuh"
#include "sim/gauss/gpu_points.cuh"
#include "sim/gauss/hermite_series.hpp"

#include <cstdint>

namespace orrery {

// Coefficient (i, j, k) at [(i * order + j) * pitch + k]; the pitch is a multiple of four.
struct SeriesShape {
    int order, pitch;

    __host__ __device__ int size() const { return order * order * pitch; }
    __host__ __device__ int fours() const { return size() / 4; }
};

constexpr int no_expansion = -1; // of a box

// What the kernels know of sources, targets and boxes.
template <class Real>
struct HermiteBoxes {
    DevicePointsView<Real> sources, targets;
    const std::uint32_t *source_begins, *target_begins;
    const int* expansion_of; // of each box; or no_expansion
    const Real* expansions;
    const Real* translations; // see hermite_translations
    int count[3];             // boxes along each axis
    double origin[3];
    double side; // in lengths, and the unit of the series
    SeriesShape shape;
    int within;       // boxes
    int near_squares; // (reach / side)^2
    HermiteCosts costs;
    Real rate; // gauss_rate

    // From a box's centre, in units of the series.
    __device__ Real offset(int axis, int cell, Real at) const {
        const double centre = origin[axis] + (cell + 0.5) * side;
        return static_cast<Real>((static_cast<double>(at) - centre) / side);
    }
    __device__ HermiteWay way(std::uint32_t source, unsigned sources, unsigned targets) const {
        return costs.cheapest(sources, targets, expansion_of[source] != no_expansion);
    }
};

struct BoxPlace {
    int at[3];
};
template <class Real>
__device__ BoxPlace place_of(const HermiteBoxes<Real>& boxes, std::uint32_t box) {
    const int nx = boxes.count[0];
    const int ny = boxes.count[1];
    const int i = static_cast<int>(box);
    return {{i % nx, i / nx % ny, i / nx / ny}};
}

// Calls with_box(box, place), end_row(y) and end_plane(z) for what is within reach, as
// cpu.gauss.hermite does.
template <class Real, class WithBox, class EndRow, class EndPlane>
__device__ void for_each_near(const HermiteBoxes<Real>& boxes, const BoxPlace& place,
                              const WithBox& with_box, const EndRow& end_row,
                              const EndPlane& end_plane) {
    const int w = boxes.within;
    const auto gap_square = [](int apart) {
        const int gap = max(abs(apart) - 1, 0);
        return gap * gap;
    };
    const auto low = [&](int axis) { return max(place.at[axis] - w, 0); };
    const auto high = [&](int axis) { return min(place.at[axis] + w, boxes.count[axis] - 1); };
    for (int z = low(2); z <= high(2); ++z) {
        for (int y = low(1); y <= high(1); ++y) {
            const int across = gap_square(y - place.at[1]) + gap_square(z - place.at[2]);
            for (int x = low(0); x <= high(0); ++x) {
                const auto box =
                    static_cast<std::uint32_t>((z * boxes.count[1] + y) * boxes.count[0] + x);
                if (gap_square(x - place.at[0]) + across <= boxes.near_squares &&
                    boxes.source_begins[box] < boxes.source_begins[box + 1]) {
                    with_box(box, BoxPlace{{x, y, z}});
                }
            }
            end_row(y);
        }
        end_plane(z);
    }
}

} // namespace orrery
