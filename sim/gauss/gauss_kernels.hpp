#pragma once

#include <cstddef>
#include <span>

namespace orrery {

// Input of the inner loops.
template <class Real>
struct PointMasses {
    const Real *x, *y, *z, *mass; // readable by a vector's length past the end
};

template <class Real>
struct ValueRange {
    Real low, high;
    bool finite; // all of them
};

struct PointRange {
    std::size_t first, last;
};

// A grid of values, and the function by which points reach its nodes: nonzero on `width` nodes
// along each axis, of which each is a polynomial of where the point is between two of them.
template <class Real>
struct SpreadingGrid {
    static constexpr int max_width = 16;

    Real* values;
    std::size_t row, plane; // from one y and one z to the next
    // The place of node 0. In double precision: a point may be many nodes away from it.
    double origin_x, origin_y, origin_z;
    double inverse_spacing;
    int width;
    int degree;
    const Real* coefficients; // of power k, node i at [k * max_width + i]; zero beyond the width
};

// Hermite and Taylor series in three variables: coefficient (i, j, k) at [(i * order + j) * pitch +
// k], zero from k = order to the pitch.
template <class Real>
struct TensorShape {
    std::size_t order;
    std::size_t pitch; // a multiple of every vector's length
};

// The inner loops for one precision, compiled for the best instruction set of this processor.
template <class Real>
struct GaussKernels {
    // The least and the largest of at least one value.
    ValueRange<Real> (*range_of)(const Real* values, std::size_t count);

    // sums[i] += sum over the sources in `ranges` of mass exp(-steepness |target_i - x|^2).
    void (*add_pairs)(const PointMasses<Real>& sources, std::span<const PointRange> ranges,
                      const Real* x, const Real* y, const Real* z, std::size_t targets,
                      Real steepness, Real* sums);

    void (*spread)(const SpreadingGrid<Real>& grid, const PointMasses<Real>& points,
                   PointRange range);
    void (*gather)(const SpreadingGrid<Real>& grid, const PointMasses<Real>& points,
                   PointRange range, Real* results); // point i's at [i - range.first]

    // out[i] = taps[0] in[i] + sum over k of taps[k] (in[i - k] + in[i + k]), for whole vectors of
    // i; `in` must be readable that far.
    void (*convolve_row)(const Real* in, std::size_t count, std::span<const Real> taps, Real* out);
    // The same for a vector's length of columns: element i begins at in + i * column_lanes.
    void (*convolve_columns)(const Real* in, std::size_t count, std::span<const Real> taps,
                             Real* out);

    // tensor += weight x_i y_j z_k
    void (*add_product)(const TensorShape<Real>& shape, Real weight, const Real* x, const Real* y,
                        const Real* z, Real* tensor);
    // The sum of tensor x_i y_j z_k.
    Real (*contract)(const TensorShape<Real>& shape, const Real* tensor, const Real* x,
                     const Real* y, const Real* z);
    // sums[i] = sum over m and n of coefficients[m * order + n] h_m(x_i) h_n(y_i), with the Hermite
    // functions h_n(x) = exp(-x^2) H_n(x); the order is from 2 to 32.
    void (*hermite_in_plane)(int order, const Real* coefficients, const Real* x, const Real* y,
                             std::size_t count, Real* sums);
    // out(j, k, l) = or += sum over i of tensor(i, j, k) matrix[i * pitch + l]: three of them
    // transform all axes and have them in order again.
    void (*turn)(const TensorShape<Real>& shape, const Real* tensor, const Real* matrix, bool add,
                 Real* out);
};

// Columns that convolve_columns does at once: a cache line's.
template <class Real>
constexpr std::size_t column_lanes = 64 / sizeof(Real);

template <class Real>
const GaussKernels<Real>& gauss_kernels();

} // namespace orrery
