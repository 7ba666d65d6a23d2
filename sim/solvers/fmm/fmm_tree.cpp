// The upward pass: radii, multipoles from the leaves to the root, and what accelerations to expect.
//
// Idea:   a cell's radius holds its bodies about its centre of mass; a leaf's from its bodies, a
//         parent's from its children's spheres or its box, whichever is smaller. Expansions of
//         leaves are sums over bodies, parents' of their children's.
// Cost:   coefficients(p) multiply-adds a body, a translation a node.

#include "sim/solvers/fmm/fmm_tree.hpp"

#include "sim/tree/tree_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

// Distances are rounded: no body may be outside by that.
template <class Real>
constexpr Real rounded_up = Real(1) + 8 * std::numeric_limits<Real>::epsilon();

template <class Real>
Real farthest_corner(const Box<Real>& box, Real x, Real y, Real z) {
    const auto axis = [](Real low, Real high, Real at) { return std::max(at - low, high - at); };
    return std::hypot(axis(box.low_x, box.high_x, x), axis(box.low_y, box.high_y, y),
                      axis(box.low_z, box.high_z, z));
}

// A body meets this many others in the time of one multipole expansion: measured, in float.
std::uint32_t small_leaf(int order) {
    return static_cast<std::uint32_t>(coefficients(order) * 2 / 5);
}

constexpr double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

// The power of degree n is the length of the tensor sum m r^n, which has n! / (x! y! z!) entries
// for each of its moments of x^ y^ z^, each (x! y! z!) times as large.
template <class Real>
double spread_of_row(int order, const Real* row, double per_length) {
    std::array<double, max_order<double> + 1> powers{};
    powers[0] = static_cast<double>(row[0]) * static_cast<double>(row[0]);
    for (int i = coefficients(1); i < coefficients(order); ++i) {
        const auto [x, y, z] = exponents(i);
        const double value = static_cast<double>(row[i]);
        powers[static_cast<std::size_t>(x + y + z)] +=
            factorial(x + y + z) * factorial(x) * factorial(y) * factorial(z) * value * value;
    }
    return spread_of(order, powers.data(), 1 / per_length);
}

} // namespace

std::uint32_t cell_tag(const Node& node, std::uint32_t index, int order) {
    if (!node.is_leaf()) {
        return index;
    }
    const bool small = !is_closed(node) && node.count() <= small_leaf(order);
    return index | leaf_bit | (small ? small_bit : 0);
}

template <class Real>
void FmmTree<Real>::fit_cells(int expansion_order, const ExpansionUnits<Real>& expansion_units,
                              Workers& workers) {
    const Tree<Real>& tree = prepared.tree;
    const std::size_t count = tree.nodes.size();
    order = expansion_order;
    root = 0;
    units = expansion_units;
    cells.resize(count);
    if (rows.size() != count * expansion_row(order)) {
        rows = HostArray<Real>(count * expansion_row(order));
    }
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        const PointMass<Real>& centre = prepared.expansions.multipoles[index].monopole;
        Real radius = 0;
        if (node.is_leaf()) {
            radius = std::sqrt(tree_kernels<Real>().farthest(
                prepared.sorted.view(), node.begin, node.end, centre.x, centre.y, centre.z));
        } else {
            for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
                const Real away =
                    std::hypot(cells.x[i] - centre.x, cells.y[i] - centre.y, cells.z[i] - centre.z);
                radius = std::max(radius, away + cells.radius[i]);
            }
            radius =
                std::min(radius, farthest_corner(tree.boxes[index], centre.x, centre.y, centre.z));
        }
        cells.tag[index] = cell_tag(node, index, order);
        cells.x[index] = centre.x;
        cells.y[index] = centre.y;
        cells.z[index] = centre.z;
        cells.radius[index] = radius * rounded_up<Real>;
        Real* const own = row(index);
        std::fill_n(own, expansion_row(order), Real(0));
        own[1] = centre.x;
        own[2] = centre.y;
        own[3] = centre.z;
    });
    // Beyond it expansions are no numbers: such cells are opened, whatever they meet.
    for (std::size_t i = 0; i < count; ++i) {
        if (!(cells.radius[i] < units.largest_radius)) {
            cells.radius[i] = std::numeric_limits<Real>::infinity();
        }
    }
}

template <class Real>
void FmmTree<Real>::expand(Workers& workers) {
    const Tree<Real>& tree = prepared.tree;
    const ExpansionKernels<Real> kernels = expansion_kernels<Real>(order);
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        Real* const own = row(index);
        if (node.is_leaf()) {
            kernels.p2m(prepared.sorted.view(), node.begin, node.end, units, own);
        }
        for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
            kernels.m2m(row(i), units, own);
        }
        cells.spread[index] =
            static_cast<Real>(spread_of_row(order, own, static_cast<double>(units.per_length)));
        cells.mass_root[index] = std::sqrt(own[0] / units.per_mass);
    });
    workers.for_ranges(tree.nodes.size(), 64, [&](std::size_t begin, std::size_t end) {
        for (std::size_t index = begin; index < end; ++index) {
            kernels.complete(units, row(static_cast<std::uint32_t>(index)));
        }
    });
}

template <class Real>
void FmmTree<Real>::estimate_accelerations(const PreparedTree<Real>& sources, Workers& workers,
                                           const PreparedTree<Real>* more) {
    const Tree<Real>& tree = prepared.tree;
    min_acceleration.resize(tree.nodes.size());
    coherence.resize(tree.nodes.size());
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        if (node.is_leaf()) {
            EstimatedPull pull = estimated_pull(sources, tree.boxes[index]);
            if (more != nullptr) {
                pull = pull + estimated_pull(*more, tree.boxes[index]);
            }
            min_acceleration[index] = static_cast<Real>(pull.acceleration());
            coherence[index] = static_cast<Real>(pull.coherence());
            return;
        }
        const auto first = min_acceleration.begin() + node.first_child;
        min_acceleration[index] = *std::min_element(first, first + node.child_count);
        const auto first_coherence = coherence.begin() + node.first_child;
        coherence[index] = *std::max_element(first_coherence, first_coherence + node.child_count);
    });
}

template <class Real>
std::size_t FmmTree<Real>::bytes() const {
    return prepared.bytes() + cells.bytes() + rows.size() * sizeof(Real) +
           (min_acceleration.capacity() + coherence.capacity()) * sizeof(Real);
}

template struct FmmTree<float>;
template struct FmmTree<double>;

} // namespace orrery
