#pragma once

// How a body is spread over the points of a mesh near it, and how a field on the mesh is read where
// the body is. On host and GPU.
//
// Idea:    a body is a cloud: a box of one cell's width, folded with itself points - 1 times. A
//          point gets the part of the cloud that is in the cell around it. Points are at whole
//          numbers; the same weights read the field, so that no body pulls on itself and forces
//          on a mesh cancel in pairs.
//
//              scheme   points   spectrum of the cloud (assignment_window)
//              NGP      1        sinc(k/2)
//              CIC      2        sinc^2(k/2)
//              TSC      3        sinc^3(k/2)
//              PCS      4        sinc^4(k/2)
//
// Source:  Hockney & Eastwood 1981, "Computer Simulation Using Particles", section 5-3; PCS:
//          Sefusatti, Crocce, Scoccimarro & Couchman 2016, MNRAS 460, 3624.
// Cost:    points^3 numbers of the mesh for a body.
// Units:   cells.

#include <cmath>

namespace orrery {

// The number of points along an axis that a body is spread over.
enum class AssignmentScheme { ngp = 1, cic = 2, tsc = 3, pcs = 4 };

inline constexpr int max_assignment_points = 4;

// The weights along one axis of the points first, first + 1 … of a body at `place`, which has to be
// well within the range of int. They add up to 1. `first` may be below 0, and the last point
// beyond the mesh's: it is the caller's to wrap them.
template <class Real, int points>
struct AxisWeights {
    static_assert(points >= 1 && points <= max_assignment_points);

    int first;
    Real weight[points];
};

template <int points, class Real>
constexpr AxisWeights<Real, points> axis_weights(Real place) {
    // The nearest point, or the one below where their number is even.
    const Real from = points % 2 == 1 ? place + Real(0.5) : place;
    int whole = static_cast<int>(from);
    whole -= static_cast<Real>(whole) > from ? 1 : 0;
    const Real d = place - static_cast<Real>(whole);
    AxisWeights<Real, points> result{whole - (points - 1) / 2, {}};
    Real* const w = result.weight;
    if constexpr (points == 1) {
        w[0] = 1;
    } else if constexpr (points == 2) {
        w[0] = 1 - d;
        w[1] = d;
    } else if constexpr (points == 3) { // d from -1/2 to 1/2
        const Real below = Real(0.5) - d;
        const Real above = Real(0.5) + d;
        w[0] = Real(0.5) * below * below;
        w[1] = Real(0.75) - d * d;
        w[2] = Real(0.5) * above * above;
    } else { // d from 0 to 1
        constexpr Real sixth = Real(1) / Real(6);
        const Real rest = 1 - d;
        w[0] = sixth * rest * rest * rest;
        w[1] = sixth * (4 + d * d * (3 * d - 6));
        w[2] = sixth * (4 + rest * rest * (3 * rest - 6));
        w[3] = sixth * d * d * d;
    }
    return result;
}

// The Fourier transform of a cloud along one axis at the wave number `k`, over a cell's width: what
// spreading bodies over the mesh multiplies their spectrum by.
inline double assignment_window(int points, double k) {
    const double half = 0.5 * k;
    const double sinc = std::abs(half) < 1e-8 ? 1 : std::sin(half) / half;
    double window = 1;
    for (int i = 0; i < points; ++i) {
        window *= sinc;
    }
    return window;
}

} // namespace orrery
