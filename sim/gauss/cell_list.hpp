#pragma once

#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_sum.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace orrery {

// A lattice of equal cells over a box. A cell's key orders by z, then y, then x, so that the cells
// of a row along x follow each other.
struct CellLattice {
    std::array<double, 3> origin{};
    std::array<double, 3> inverse_side{};
    std::array<std::int64_t, 3> count{}; // along each axis
    std::array<int, 3> bits{};           // of the key, for each axis

    // A cell's number along an axis; outside of the box, the nearest one's.
    constexpr std::int64_t cell_along(int axis, double at) const {
        const auto a = static_cast<std::size_t>(axis);
        const double cell = (at - origin[a]) * inverse_side[a];
        const auto last = static_cast<double>(count[a] - 1);
        return static_cast<std::int64_t>(cell > last ? last : cell > 0 ? cell : 0);
    }
    constexpr std::uint64_t row(std::int64_t y, std::int64_t z) const {
        return static_cast<std::uint64_t>(z) << bits[1] | static_cast<std::uint64_t>(y);
    }
    constexpr std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return row(y, z) << bits[0] | static_cast<std::uint64_t>(x);
    }
    // The key of the cell that has the point.
    template <class Real>
    std::uint64_t key_at(Real x, Real y, Real z) const {
        return key(cell_along(0, static_cast<double>(x)), cell_along(1, static_cast<double>(y)),
                   cell_along(2, static_cast<double>(z)));
    }
};

// The box around all sources and targets; there is at least one of each. Throws bad_input unless
// all numbers are finite, masses too.
template <class Real>
PointBounds bounds_of(const GaussSum<Real>& sum, GaussWork& work);

// Cells of these sides, or larger ones where there would be more than two millions along an axis.
CellLattice lattice_over(const PointBounds& bounds, const std::array<double, 3>& sides);

// Points in the order of their cells.
//
// Idea:   sort by the cell's key; what is near in space is then near in memory, and all of a row's
//         cells are one range.
// Cost:   a radix sort of as many bits as there are cells, and a pass that gathers.
// Memory: 24 bytes a point beside the sorted copy.
template <class Real>
struct CellList {
    struct Cell {
        std::int64_t x;
        std::size_t first, last; // points
    };
    struct Row {
        std::int64_t y, z;
        std::uint64_t key;
        std::size_t first, last;             // cells
        std::size_t first_point, last_point; // of all these cells
    };

    CellLattice lattice;
    HostArray<Real> x, y, z, mass;  // read past their ends by a vector's length at most
    HostArray<std::uint32_t> order; // where each was
    std::vector<Cell> cells;
    std::vector<Row> rows;

    std::size_t size() const { return size_; }
    PointMasses<Real> masses() const { return {x.data(), y.data(), z.data(), mass.data()}; }
    // The row with that key, or where it would be.
    std::size_t row_at(std::uint64_t key) const;

    // `masses` may be empty. False if it was stopped.
    bool build(const CellLattice& over, const PointsView<Real>& points,
               std::span<const Real> masses, GaussWork& work);

private:
    void find_cells(const HostArray<std::uint64_t>& keys);

    std::size_t size_ = 0;
};

// The sources and targets of a sum in the order of their cells, once where they are the same.
template <class Real>
class SortedSum {
public:
    // False if it was stopped.
    bool build(const GaussSum<Real>& sum, const CellLattice& lattice, GaussWork& work) {
        one_list_ = sum.targets.same_as(sum.sources);
        return sources_.build(lattice, sum.sources, sum.masses, work) &&
               (one_list_ || others_.build(lattice, sum.targets, {}, work));
    }
    const CellList<Real>& sources() const { return sources_; }
    const CellList<Real>& targets() const { return one_list_ ? sources_ : others_; }

private:
    bool one_list_ = true;
    CellList<Real> sources_, others_;
};

} // namespace orrery
