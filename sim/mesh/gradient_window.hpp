#pragma once

// The gradient of a field on some planes of a mesh, and the field itself: the four numbers of a
// point side by side, as bodies read them.
//
//   df/dx = sum_j c_j (f(x + j) - f(x - j)),   by central differences of order 2 to 8
//
// Idea:    a few planes at a time stay in the cache between the differences and the bodies that
//          read them, and no gradient of the whole mesh is stored.
// Source:  Fornberg 1988, Math. Comp. 51: the coefficients.
// Cost:    6 reach + 3 operations a point.

#include "sim/mesh/mesh_options.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <cstddef>

namespace orrery {

// A field on a mesh that repeats itself, last axis fastest, and what `gradient` its points have: by
// differences, or known (three fields) where that is spectral.
template <class Real>
struct DifferencedField {
    std::array<std::size_t, 3> cells;
    std::array<Real, 3> per_spacing; // 1 / spacing
    MeshGradient gradient;
    const Real* field;
    std::array<const Real*, 3> spectral;

    std::size_t row(std::size_t plane, std::size_t line) const {
        return (plane * cells[1] + line) * cells[2];
    }
};

template <class Real>
class GradientWindow {
public:
    // Of `planes` planes of the mesh.
    GradientWindow(const DifferencedField<Real>& of, std::size_t planes)
        : of_(of), points_(4 * planes * of.cells[1] * of.cells[2]), row_(of.cells[2] + 2 * ghosts) {
    }

    // Makes plane `to` of the window that of the mesh's `plane`.
    void fill(std::size_t to, std::size_t plane);

    // The four numbers of the points of a row.
    const Real* row(std::size_t plane, std::size_t line) const {
        return points_.data() + 4 * of_.row(plane, line);
    }

private:
    static constexpr std::size_t ghosts = 4; // the longest reach

    void fill_by_differences(std::size_t to, std::size_t plane);
    void fill_spectral(std::size_t to, std::size_t plane);

    DifferencedField<Real> of_;
    HostArray<Real> points_;
    HostArray<Real> row_; // with ghosts at both ends
};

template <class Real>
void GradientWindow<Real>::fill(std::size_t to, std::size_t plane) {
    if (of_.gradient == MeshGradient::spectral) {
        fill_spectral(to, plane);
    } else {
        fill_by_differences(to, plane);
    }
}

template <class Real>
void GradientWindow<Real>::fill_spectral(std::size_t to, std::size_t plane) {
    const std::size_t size = of_.cells[1] * of_.cells[2];
    const std::size_t from = plane * size;
    Real* const points = points_.data() + 4 * to * size;
    for (std::size_t i = 0; i < size; ++i) {
        points[4 * i] = of_.spectral[0][from + i];
        points[4 * i + 1] = of_.spectral[1][from + i];
        points[4 * i + 2] = of_.spectral[2][from + i];
        points[4 * i + 3] = of_.field[from + i];
    }
}

template <class Real>
void GradientWindow<Real>::fill_by_differences(std::size_t to, std::size_t plane) {
    const CentralDifference difference = central_difference(of_.gradient);
    const auto reach = static_cast<std::size_t>(difference.reach);
    const auto [n0, n1, n2] = of_.cells;
    const auto at = [&](std::size_t x, std::size_t y) { return of_.field + of_.row(x, y); };
    for (std::size_t y = 0; y < n1; ++y) {
        Real* const points = points_.data() + 4 * of_.row(to, y);
        const Real* const own = at(plane, y);
        Real* const ghosted = row_.data() + ghosts;
        for (std::size_t z = 0; z < n2; ++z) {
            ghosted[z] = own[z];
        }
        for (std::size_t z = 0; z < reach; ++z) {
            ghosted[n2 + z] = own[z];
            ghosted[static_cast<std::ptrdiff_t>(z) - static_cast<std::ptrdiff_t>(reach)] =
                own[n2 - reach + z];
        }
        for (std::size_t j = 1; j <= reach; ++j) {
            const auto c = static_cast<Real>(difference.coefficients[j - 1]);
            const Real cx = c * of_.per_spacing[0];
            const Real cy = c * of_.per_spacing[1];
            const Real cz = c * of_.per_spacing[2];
            const Real* const x_above = at((plane + j) % n0, y);
            const Real* const x_below = at((plane + n0 - j) % n0, y);
            const Real* const y_above = at(plane, (y + j) % n1);
            const Real* const y_below = at(plane, (y + n1 - j) % n1);
            const Real* const z_above = ghosted + j;
            const Real* const z_below = ghosted - j;
            const Real keep = j == 1 ? Real(0) : Real(1);
            for (std::size_t z = 0; z < n2; ++z) {
                Real* const point = points + 4 * z;
                point[0] = keep * point[0] + cx * (x_above[z] - x_below[z]);
                point[1] = keep * point[1] + cy * (y_above[z] - y_below[z]);
                point[2] = keep * point[2] + cz * (z_above[z] - z_below[z]);
                point[3] = own[z];
            }
        }
    }
}

} // namespace orrery
