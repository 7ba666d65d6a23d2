#pragma once

// When a cell may stand for its bodies: the opening criteria of the tree codes.
//
// A cell of mass M whose multipoles up to order p are used leaves out a pull of about
// M s^(p+1) / d^(p+3), where s is the spread of its mass and d its distance from the targets.
//
// relative:  the cell is taken whole if that is at most a fraction `tolerance` of the targets'
//            acceleration a, that is if d^2 > k / (tolerance a)^(2/(p+3)) with
//            k = (M s^(p+1))^(2/(p+3)). The user sets the error wanted. (Springel 2005, 2021; here
//            s is the measured spread of the mass, not the side of the cell.)
// geometric: the cell is taken whole if it appears smaller than theta: d > l / theta + delta, l the
//            longest side of its bodies' box, delta the distance of the centre of mass from the
//            middle of that box. (Barnes & Hut 1986; delta: Barnes 1994.)
//
// A cell that is taken whole may be so far that its second moments are not worth their time: where
// M s^2 / d^4 is at most a fraction `point_tolerance` of a, it is a body with the cell's mass.
//
// Either way the targets have to be farther from the centre of mass than any of the cell's bodies.
// Salmon & Warren 1994 show what happens otherwise.

#include "sim/solver.hpp"
#include "sim/solvers/tree/moments.hpp"

#include <cmath>
#include <limits>

namespace orrery {

struct Opening {
    bool relative = true;
    int order = 2;              // of the moments used: 1 mass only, 2 second moments as well
    double tolerance = 0;       // relative: of one cell's error
    double point_tolerance = 0; // relative: of the error of one cell whose mass alone is used
    double theta = 0.7;         // geometric
    double contact = 0;         // bodies nearer than its root are one point

    constexpr double exponent() const { return 2.0 / (order + 3); }
};

// What a cell has to offer to the criterion: it is taken whole by targets at a squared distance
// greater than guard_squared and than k times the targets' share; its mass alone will do for those
// also farther than point_k times their point share.
struct CellReach {
    double guard_squared = 0;
    double k = 0;
    double point_k = 0;
};

template <class Real>
constexpr CellReach cell_reach(const Opening& opening, const Moments& moments,
                               const Box<Real>& box) {
    const auto axis = [](double low, double high, double centre, double& farthest, double& offset,
                         double& longest) {
        const double below = centre - low;
        const double above = high - centre;
        const double far = below > above ? below : above;
        const double side = high - low;
        farthest += far * far;
        offset += 0.25 * (above - below) * (above - below);
        longest = side > longest ? side : longest;
    };
    double farthest = 0, offset = 0, longest = 0;
    axis(double(box.low_x), double(box.high_x), moments.x, farthest, offset, longest);
    axis(double(box.low_y), double(box.high_y), moments.y, farthest, offset, longest);
    axis(double(box.low_z), double(box.high_z), moments.z, farthest, offset, longest);
    CellReach reach{farthest > opening.contact ? farthest : opening.contact, 0, 0};
    if (opening.relative) {
        const double squared = moments.size_squared();
        const double quadrupole = std::sqrt(moments.mass * squared); // order 1
        if (opening.order == 1) {
            reach.k = quadrupole;
        } else {
            reach.k = std::pow(moments.mass * squared * std::sqrt(squared), opening.exponent());
            reach.point_k = quadrupole;
        }
    } else {
        reach.point_k = opening.order == 1 ? 0 : std::numeric_limits<double>::infinity();
        const double geometric = longest / opening.theta + std::sqrt(offset);
        reach.guard_squared = std::fmax(reach.guard_squared, geometric * geometric);
    }
    return reach;
}

// The targets' part of the relative criterion; `acceleration` without the factor G. With the
// geometric criterion, for which targets are all alike, cells have k = 0.
constexpr double target_share(const Opening& opening, double acceleration) {
    return opening.relative ? std::pow(opening.tolerance * acceleration, -opening.exponent()) : 1;
}
constexpr double point_share(const Opening& opening, double acceleration) {
    return opening.relative ? 1 / std::sqrt(opening.point_tolerance * acceleration) : 1;
}

} // namespace orrery
