#include "sim/gauss/cell_list.hpp"

#include "sim/base/error.hpp"
#include "sim/gauss/bodies_on_gpu.hpp"
#include "sim/tree/radix_sort.hpp"

#include <algorithm>
#include <bit>

namespace orrery {
namespace {

constexpr std::size_t grain = 16384;
// Entries that a vector may read past the end.
constexpr std::size_t padding = 64;

// In blocks on all workers.
template <class Real>
ValueRange<Real> range_of(std::span<const Real> values, Workers& workers) {
    std::vector<ValueRange<Real>> blocks((values.size() + grain - 1) / grain);
    workers.for_ranges(values.size(), grain, [&](std::size_t first, std::size_t last) {
        blocks[first / grain] = gauss_kernels<Real>().range_of(values.data() + first, last - first);
    });
    ValueRange<Real> all = blocks.front();
    for (const ValueRange<Real>& block : blocks) {
        all = {std::min(all.low, block.low), std::max(all.high, block.high),
               all.finite && block.finite};
    }
    return all;
}

// The three ranges from `first` on, those of x, y and z.
template <class Real>
PointBounds bounds_from(const std::vector<ValueRange<Real>>& ranges, std::size_t first,
                        const char* whose) {
    PointBounds bounds;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const ValueRange<Real>& range = ranges[first + axis];
        if (!range.finite) {
            throw bad_input("a position is not a finite number", whose, "leave it out");
        }
        bounds.low[axis] = static_cast<double>(range.low);
        bounds.high[axis] = static_cast<double>(range.high);
    }
    return bounds;
}

template <class Real>
std::vector<ValueRange<Real>> ranges_of(const std::vector<std::span<const Real>>& arrays,
                                        std::optional<int> device, GaussWork& work) {
    if (device) {
        return ranges_on_gpu(arrays, *device, work);
    }
    std::vector<ValueRange<Real>> ranges;
    for (const std::span<const Real> values : arrays) {
        ranges.push_back(range_of(values, work.workers));
    }
    return ranges;
}

} // namespace

template <class Real>
PointBounds bounds_of(const GaussSum<Real>& sum, GaussWork& work) {
    const bool same = sum.targets.same_as(sum.sources);
    std::vector<std::span<const Real>> arrays{sum.masses, sum.sources.x, sum.sources.y,
                                              sum.sources.z};
    if (!same) {
        arrays.insert(arrays.end(), {sum.targets.x, sum.targets.y, sum.targets.z});
    }
    const std::vector<ValueRange<Real>> ranges = ranges_of(arrays, sum.device, work);
    if (!ranges.front().finite) {
        throw bad_input("a mass is not a finite number", "the bodies", "leave that body out");
    }
    PointBounds all = bounds_from(ranges, 1, "the bodies");
    if (!same) {
        const PointBounds targets = bounds_from(ranges, 4, "the points");
        for (std::size_t axis = 0; axis < 3; ++axis) {
            all.low[axis] = std::min(all.low[axis], targets.low[axis]);
            all.high[axis] = std::max(all.high[axis], targets.high[axis]);
        }
    }
    return all;
}

CellLattice lattice_over(const PointBounds& bounds, const std::array<double, 3>& sides) {
    constexpr double max_along_an_axis = 1 << 21;
    CellLattice lattice;
    lattice.origin = bounds.low;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double extent = bounds.extent(axis);
        const double side = std::max(sides[axis], extent / (max_along_an_axis - 1));
        lattice.inverse_side[axis] = 1 / side;
        lattice.count[axis] = static_cast<std::int64_t>(extent / side) + 1;
        lattice.bits[axis] =
            static_cast<int>(std::bit_width(static_cast<std::uint64_t>(lattice.count[axis] - 1)));
    }
    return lattice;
}

template <class Real>
bool CellList<Real>::build(const CellLattice& over, const PointsView<Real>& points,
                           std::span<const Real> masses, GaussWork& work) {
    lattice = over;
    size_ = points.size();
    RadixSort sort;
    sort.resize(size_);
    work.workers.for_ranges(size_, grain, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            sort.keys[i] = lattice.key_at(points.x[i], points.y[i], points.z[i]);
            sort.order[i] = static_cast<std::uint32_t>(i);
        }
    });
    if (!sort.sort(work.workers, work.stop)) {
        return false;
    }
    for (HostArray<Real>* array : {&x, &y, &z}) {
        *array = HostArray<Real>(size_ + padding);
    }
    mass = HostArray<Real>(masses.empty() ? 0 : size_ + padding);
    work.workers.for_ranges(size_, grain, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const std::size_t from = sort.order[i];
            x[i] = points.x[from];
            y[i] = points.y[from];
            z[i] = points.z[from];
            if (!masses.empty()) {
                mass[i] = masses[from];
            }
        }
    });
    order.swap(sort.order);
    find_cells(sort.keys);
    return true;
}

template <class Real>
void CellList<Real>::find_cells(const HostArray<std::uint64_t>& keys) {
    cells.clear();
    rows.clear();
    const auto part = [](std::uint64_t key, int bits) {
        return static_cast<std::int64_t>(key & ((std::uint64_t{1} << bits) - 1));
    };
    for (std::size_t i = 0; i < size_; ++i) {
        if (i > 0 && keys[i] == keys[i - 1]) {
            continue;
        }
        const std::uint64_t row = keys[i] >> lattice.bits[0];
        if (!cells.empty()) {
            cells.back().last = i;
        }
        if (rows.empty() || rows.back().key != row) {
            if (!rows.empty()) {
                rows.back().last = cells.size();
                rows.back().last_point = i;
            }
            rows.push_back({part(row, lattice.bits[1]),
                            static_cast<std::int64_t>(row >> lattice.bits[1]), row, cells.size(),
                            cells.size(), i, i});
        }
        cells.push_back({part(keys[i], lattice.bits[0]), i, i});
    }
    if (size_ > 0) {
        cells.back().last = size_;
        rows.back().last = cells.size();
        rows.back().last_point = size_;
    }
}

template <class Real>
std::size_t CellList<Real>::row_at(std::uint64_t key) const {
    const auto found = std::lower_bound(
        rows.begin(), rows.end(), key, [](const Row& row, std::uint64_t k) { return row.key < k; });
    return static_cast<std::size_t>(found - rows.begin());
}

template struct CellList<float>;
template struct CellList<double>;
template PointBounds bounds_of(const GaussSum<float>&, GaussWork&);
template PointBounds bounds_of(const GaussSum<double>&, GaussWork&);

} // namespace orrery
