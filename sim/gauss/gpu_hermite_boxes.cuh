#pragma once

// Boxes of sources and targets on a GPU, their series, and what is within reach of each.

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

// ---- series ----

// Series of Hermite functions and Taylor's: made, translated and evaluated by the threads of a
// block or the lanes of a warp. All numbers are in units of the series.

constexpr unsigned hermite_batch = 32; // bodies
constexpr int max_hermite_order = 20;

__device__ inline float exponential(float x) {
    return expf(x);
}
__device__ inline double exponential(double x) {
    return exp(x);
}

// For each axis, powers x^n / n! or Hermite functions h_n(x) / n! of up to `hermite_batch` bodies.
template <class Real>
struct SeriesBatch {
    alignas(4 * sizeof(Real)) Real factors[hermite_batch][3][max_hermite_order];
};
enum class Factors { powers, hermite_functions };

// All threads of a block, for `count` sources from `first` on, around the centre of a box; the mass
// is in the first axis.
template <Factors kind, class Real>
__device__ void find_factors(const HermiteBoxes<Real>& boxes, const BoxPlace& centre,
                             std::uint32_t first, unsigned count, SeriesBatch<Real>& out) {
    for (unsigned job = threadIdx.x; job < 3 * count; job += blockDim.x) {
        const unsigned one = job / 3;
        const int axis = static_cast<int>(job % 3);
        const DevicePointsView<Real>& points = boxes.sources;
        const Real at = (axis == 0 ? points.x : axis == 1 ? points.y : points.z)[first + one];
        const Real x = boxes.offset(axis, centre.at[axis], at);
        Real* const factors = out.factors[one][axis];
        Real scale = axis == 0 ? points.mass[first + one] : Real(1);
        Real before = 0;
        Real now = kind == Factors::powers ? Real(1) : exponential(-x * x);
        for (int n = 0; n < boxes.shape.pitch; ++n) {
            factors[n] = n < boxes.shape.order ? scale * now : Real(0);
            scale /= static_cast<Real>(n + 1);
            const Real next =
                kind == Factors::powers ? x * now : 2 * x * now - static_cast<Real>(2 * n) * before;
            before = now;
            now = next;
        }
    }
}

// The outer products of a batch, for the four coefficients with that number.
template <class Real>
__device__ void add_products(const SeriesShape& shape, const SeriesBatch<Real>& from,
                             unsigned count, int four, Four<Real>& sums) {
    const int fours = shape.pitch / 4;
    const int k = four % fours;
    const int j = four / fours % shape.order;
    const int i = four / fours / shape.order;
    for (unsigned one = 0; one < count; ++one) {
        const Real factor = from.factors[one][0][i] * from.factors[one][1][j];
        const auto row = reinterpret_cast<const Four<Real>*>(from.factors[one][2])[k];
        for (int c = 0; c < 4; ++c) {
            sums.v[c] += factor * row.v[c];
        }
    }
}

// All threads: translates along the first axis, which becomes the last; see HermiteSeries::turn.
template <class Real>
__device__ void turn(const SeriesShape& shape, const Real* from, const Real* matrix, bool add,
                     Real* to) {
    const int rows = shape.order * shape.order;
    const auto* const entries = reinterpret_cast<const Four<Real>*>(matrix);
    auto* const out = reinterpret_cast<Four<Real>*>(to);
    const int fours = shape.pitch / 4;
    __syncthreads(); // who wrote `from` is done, who reads `to` as well
    for (int job = static_cast<int>(threadIdx.x); job < rows * fours;
         job += static_cast<int>(blockDim.x)) {
        const int row = job % rows; // (j, k)
        const int l = job / rows;
        const int place = row / shape.order * shape.pitch + row % shape.order;
        Four<Real> sum = add ? out[row * fours + l] : Four<Real>{};
#pragma unroll 4
        for (int i = 0; i < shape.order; ++i) {
            const Real value = from[i * shape.order * shape.pitch + place];
            const Four<Real> entry = entries[i * fours + l];
            for (int c = 0; c < 4; ++c) {
                sum.v[c] += value * entry.v[c];
            }
        }
        out[row * fours + l] = sum;
    }
}

template <class Real>
__device__ Real taylor_at(const SeriesShape& shape, const Real* taylor, Real x, Real y, Real z) {
    Real sum = 0;
    for (int i = shape.order - 1; i >= 0; --i) {
        Real plane = 0;
        for (int j = shape.order - 1; j >= 0; --j) {
            const auto* const row =
                reinterpret_cast<const Four<Real>*>(taylor + (i * shape.order + j) * shape.pitch);
            Real along = 0;
            for (int k = shape.pitch / 4 - 1; k >= 0; --k) {
                const Four<Real> four = row[k];
                for (int c = 3; c >= 0; --c) {
                    along = along * z + four.v[c];
                }
            }
            plane = plane * y + along;
        }
        sum = sum * x + plane;
    }
    return sum;
}

// One lane's share of a Hermite series at a place: every so many-th plane of coefficients.
template <class Real>
__device__ Real hermite_at(const SeriesShape& shape, const Real* series, Real x, Real y, Real z,
                           unsigned lane, unsigned lanes) {
    const Real of_x = exponential(-x * x);
    const Real of_y = exponential(-y * y);
    const Real of_z = exponential(-z * z);
    Real sum = 0;
    Real before_x = 0;
    Real now_x = of_x;
    // After Hermite function n, the next one.
    const auto step = [](Real at, int n, Real& before, Real& now) {
        const Real next = 2 * at * now - static_cast<Real>(2 * n) * before;
        before = now;
        now = next;
    };
    for (int i = 0; i < shape.order; ++i) {
        if (static_cast<unsigned>(i) % lanes == lane) {
            Real before_y = 0;
            Real now_y = of_y;
            Real plane = 0;
            for (int j = 0; j < shape.order; ++j) {
                const Real* const row = series + (i * shape.order + j) * shape.pitch;
                Real before_z = 0;
                Real now_z = of_z;
                Real along = 0;
                for (int k = 0; k < shape.order; ++k) {
                    along += row[k] * now_z;
                    step(z, k, before_z, now_z);
                }
                plane += along * now_y;
                step(y, j, before_y, now_y);
            }
            sum += plane * now_x;
        }
        step(x, i, before_x, now_x);
    }
    return sum;
}

} // namespace orrery
