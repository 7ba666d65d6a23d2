// The operators of the fast multipole method, one after the other, against the sum over bodies that
// they are defined to be.

#include "sim/solvers/fmm/expansion_kernels.hpp"
#include "tests/sim/solvers/plain_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t bodies_of_cell = 9, read_behind = 16;

// Cells of two children each, about unit size, all around the origin.
struct Crowds {
    Bodies<double> bodies; // of a child side by side
    std::size_t cells;
};

Crowds crowds(std::size_t cells) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> inside(-0.5, 0.5);
    Crowds crowds{Bodies<double>(cells * 2 * bodies_of_cell), cells};
    for (std::size_t i = 0; i < crowds.bodies.size(); ++i) {
        const double turn = static_cast<double>(i / (2 * bodies_of_cell)) * 2.4;
        const double height = std::sin(turn * 0.7);
        const double across = std::sqrt(1 - height * height);
        crowds.bodies.mass[i] = 1 + inside(random);
        crowds.bodies.position.x[i] = 4 * across * std::cos(turn) + inside(random);
        crowds.bodies.position.y[i] = 4 * across * std::sin(turn) + inside(random);
        crowds.bodies.position.z[i] = 4 * height + inside(random);
    }
    return crowds;
}

Bodies<double> targets_about(double x, double y, double z) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> inside(-0.2, 0.2);
    Bodies<double> targets(21);
    for (std::size_t i = 0; i < targets.size(); ++i) {
        targets.position.x[i] = x + inside(random);
        targets.position.y[i] = y + inside(random);
        targets.position.z[i] = z + inside(random);
    }
    return targets;
}

// With some places behind the last that vectors may read.
template <class Real>
Bodies<Real> padded(const Bodies<double>& bodies) {
    Bodies<Real> wider(bodies.size() + read_behind);
    const auto copy = [](const HostArray<double>& from, HostArray<Real>& to) {
        std::fill(to.begin(), to.end(), Real(0));
        std::transform(from.begin(), from.end(), to.begin(),
                       [](double value) { return static_cast<Real>(value); });
    };
    copy(bodies.mass, wider.mass);
    copy(bodies.position.x, wider.position.x);
    copy(bodies.position.y, wider.position.y);
    copy(bodies.position.z, wider.position.z);
    return wider;
}

template <class Real>
void set_centre(const Bodies<Real>& bodies, std::size_t first, std::size_t last, Real* row) {
    double mass = 0, moment[3] = {};
    for (std::size_t i = first; i < last; ++i) {
        const double m = static_cast<double>(bodies.mass[i]);
        mass += m;
        moment[0] += m * static_cast<double>(bodies.position.x[i]);
        moment[1] += m * static_cast<double>(bodies.position.y[i]);
        moment[2] += m * static_cast<double>(bodies.position.z[i]);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        row[1 + axis] = static_cast<Real>(moment[axis] / mass);
    }
}

// P2M of the children, M2M to the cells: a row for each cell.
template <class Real>
std::vector<Real> rows_of(const Bodies<Real>& bodies, std::size_t cells,
                          const ExpansionUnits<Real>& units) {
    const ExpansionKernels<Real> kernels = expansion_kernels<Real>(units.order);
    const std::size_t row = expansion_row(units.order);
    std::vector<Real> rows(cells * row);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::size_t first = cell * 2 * bodies_of_cell;
        set_centre(bodies, first, first + 2 * bodies_of_cell, &rows[cell * row]);
        for (std::size_t child = 0; child < 2; ++child) {
            const std::size_t begin = first + child * bodies_of_cell;
            std::vector<Real> own(row);
            set_centre(bodies, begin, begin + bodies_of_cell, own.data());
            kernels.p2m(view(bodies), begin, begin + bodies_of_cell, units, own.data());
            kernels.m2m(own.data(), units, &rows[cell * row]);
        }
        kernels.complete(units, &rows[cell * row]);
    }
    return rows;
}

enum class Way { by_local_series, straight_to_points };

// The largest error of acceleration and potential, relative to the sizes of the pulls.
template <class Real>
double error_of(Way way, std::size_t cells, int order, double softening, bool with_potential) {
    const Crowds all = crowds(cells);
    const Bodies<double> exact_targets = targets_about(0.3, -0.2, 0.25);
    const PlainSum truth = plain_sum_at(exact_targets, all.bodies, softened(softening));

    const auto bodies = padded<Real>(all.bodies), targets = padded<Real>(exact_targets);
    const auto units = expansion_units<Real>(order, 0.5, 10.0, softening);
    const ExpansionKernels<Real> kernels = expansion_kernels<Real>(order);
    const std::vector<Real> rows = rows_of(bodies, cells, units);
    std::vector<std::uint32_t> list(cells);
    std::iota(list.begin(), list.end(), 0U);
    Accelerations<Real> result(targets.size(), with_potential);
    for (HostArray<Real>* array : {&result.acceleration.x, &result.acceleration.y,
                                   &result.acceleration.z, &result.potential}) {
        std::fill(array->begin(), array->end(), Real(0));
    }
    AccelerationsView<Real> sums = result.view();
    sums.potential = with_potential ? sums.potential : nullptr;
    BodiesView<Real> points = view(targets);
    points.count = exact_targets.size();
    if (way == Way::by_local_series) {
        const ExpansionCentre<Real> parent{Real(0.1), Real(0.05), Real(-0.1)};
        const ExpansionCentre<Real> child{Real(0.25), Real(-0.15), Real(0.2)};
        std::vector<Real> above(max_local_numbers<Real>), below(max_local_numbers<Real>);
        kernels.m2l(rows.data(), list.data(), cells, parent, units, above.data());
        kernels.l2l(above.data(), parent, child, units, below.data());
        kernels.l2p(below.data(), child, points, units, sums);
    } else {
        kernels.m2p(rows.data(), list.data(), cells, points, units, sums);
    }

    double worst = 0;
    for (std::size_t i = 0; i < exact_targets.size(); ++i) {
        const Vector3 a = truth.forces.acceleration[i];
        const double off = std::hypot(static_cast<double>(result.acceleration.x[i]) - a.x,
                                      static_cast<double>(result.acceleration.y[i]) - a.y,
                                      static_cast<double>(result.acceleration.z[i]) - a.z);
        worst = std::max(worst, off / truth.scales.acceleration[i]);
        if (with_potential) {
            const double phi = static_cast<double>(result.potential[i]);
            worst = std::max(worst, std::abs(phi / truth.forces.potential[i] - 1));
        }
    }
    return worst;
}

// A cell and its target are a third as large as they are apart.
TEST(ExpansionKernels, ConvergeGeometricallyUpToTheHighestOrder) {
    for (const Way way : {Way::by_local_series, Way::straight_to_points}) {
        for (const double softening : {0.0, 0.3}) {
            for (int order = min_order; order <= max_order<double>; ++order) {
                EXPECT_LT(error_of<double>(way, 19, order, softening, true),
                          0.5 * std::pow(0.37, order))
                    << "order " << order << ", softening " << softening;
            }
        }
    }
}

TEST(ExpansionKernels, ConvergeInFloatUpToItsRounding) {
    for (const Way way : {Way::by_local_series, Way::straight_to_points}) {
        for (const double softening : {0.0, 0.3}) {
            for (int order = min_order; order <= max_order<float>; ++order) {
                EXPECT_LT(error_of<float>(way, 19, order, softening, true),
                          0.5 * std::pow(0.37, order) + 2e-6)
                    << "order " << order << ", softening " << softening;
            }
        }
    }
}

// One lane alone, all of a vector, one more; without a potential.
TEST(ExpansionKernels, TakeAnyNumberOfCells) {
    for (const Way way : {Way::by_local_series, Way::straight_to_points}) {
        for (const std::size_t cells : {1U, 2U, 7U, 8U, 9U, 15U, 16U, 17U, 33U}) {
            for (const int order : {4, 7, 11}) {
                EXPECT_LT(error_of<double>(way, cells, order, 0, false), std::pow(0.4, order))
                    << cells << " cells, order " << order;
            }
            EXPECT_LT(error_of<float>(way, cells, 6, 0, false), 4e-3) << cells << " cells";
        }
    }
}

} // namespace
} // namespace orrery
