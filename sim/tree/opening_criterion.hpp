#pragma once

// When a cell may stand for its bodies: the opening criteria of the tree codes.
//
// A cell of mass M whose multipoles up to order p are used leaves out a pull of at most about
//
//     M s^2 b^(p-1) / (d^(p+1) (d - b)^2),
//
// where s is the root of the mean squared distance of its mass from its centre, b the distance of
// its farthest body from there, and d that of the targets. (Salmon & Warren 1994, J. Comput. Phys.
// 111, with the moment left out bounded by b times the one before it.)
//
// relative:  the cell is taken whole if that is at most a fraction `tolerance` of the targets'
//            acceleration a. The user sets the error wanted. (Springel 2005, 2021, who take the
//            side of the cell for s and b.)
// geometric: the cell is taken whole if it appears smaller than theta: d > l / theta + delta, l the
//            longest side of its bodies' box, delta the distance of the centre of mass from the
//            middle of that box. (Barnes & Hut 1986; delta: Barnes 1994.)
//
// Either way d has to be greater than b.

#include "sim/base/box.hpp"
#include "sim/base/point_mass.hpp"

#include <cmath>
#include <cstdint>

namespace orrery {

struct OpeningCriterion {
    bool relative = true;
    int order = 2;        // of the moments used: 1 mass only, 2 second moments as well
    double tolerance = 0; // relative: of one cell's error
    double mass_part = 0; // relative: of the tolerance that leaving out second moments may take
    double theta = 0.7;   // geometric
    double contact = 0;   // bodies nearer than this are one point

    constexpr double exponent() const { return 1.0 / (order + 3); }
    bool operator==(const OpeningCriterion&) const = default;
};

// A cell's part of the criterion: both are lengths, so that neither metres nor kilograms overflow a
// float.
struct AcceptanceRadii {
    double opening_radius = 0; // nearer targets open the cell
    double moment_length = 0;  // (M s^2 b^(p-1))^(1/(p+3)); 0 if cells are opened by angle
};

// `size_squared`: of Moments; `box`: around the cell's bodies.
template <class Real>
constexpr AcceptanceRadii acceptance_radii(const OpeningCriterion& criterion,
                                           const PointMass<double>& monopole, double size_squared,
                                           const Box<Real>& box) {
    double farthest = 0, offset = 0, longest = 0; // the first two squared
    const auto axis = [&](double low, double high, double centre) {
        const double below = centre - low;
        const double above = high - centre;
        const double far = below > above ? below : above;
        farthest += far * far;
        offset += 0.25 * (above - below) * (above - below);
        longest = high - low > longest ? high - low : longest;
    };
    axis(double(box.low_x), double(box.high_x), monopole.x);
    axis(double(box.low_y), double(box.high_y), monopole.y);
    axis(double(box.low_z), double(box.high_z), monopole.z);
    const double radius = std::sqrt(farthest);
    AcceptanceRadii radii{radius > criterion.contact ? radius : criterion.contact, 0};
    if (criterion.relative) {
        const Real exponent = Real(criterion.exponent());
        const double size = size_squared * (criterion.order > 1 ? radius : 1.0);
        radii.moment_length =
            double(std::pow(Real(monopole.mass), exponent) * std::pow(Real(size), exponent));
    } else {
        radii.opening_radius =
            std::fmax(radii.opening_radius, longest / criterion.theta + std::sqrt(offset));
    }
    return radii;
}

// If the pulls on the targets cancel, the acceleration counts as this part of their sum, or all
// cells would be opened.
inline constexpr float min_part_of_pulls = 0.05F;

// The targets' part of the relative criterion; `acceleration` without the factor G.
template <class Real>
constexpr Real acceptance_scale(const OpeningCriterion& criterion, Real acceleration) {
    return std::pow(Real(criterion.tolerance) * acceleration, Real(-criterion.exponent()));
}

// How much of a cell stands for its bodies: nothing, so that it is opened; its quadrupole as well
// as its mass; or its mass alone. `scale`: the targets' acceptance_scale(); `inverse`: one over
// their distance from the cell's centre of mass.
enum class Acceptance { open, quadrupole, monopole };

// An accepted leaf of so few bodies costs more as a cell with its quadrupole than body by body.
inline constexpr std::uint32_t max_point_leaf = 2;

template <class Real>
constexpr Acceptance accept(int order, Real mass_part, Real opening_radius, Real moment_length,
                            Real scale, Real inverse) {
    const Real b = opening_radius * inverse; // in units of the distance
    const Real y = moment_length * scale * inverse;
    const Real fourth = (y * y) * (y * y);
    const Real room = b < 1 ? (1 - b) * (1 - b) : Real(0);
    // The part of what the tolerance allows that is left out; no number where nothing pulls the
    // targets, whose scale has no bound: such cells are opened.
    const Real left_out = order > 1 ? fourth * y : fourth;
    if (!(room > left_out)) {
        return Acceptance::open;
    }
    return order == 1 || mass_part * room * b > left_out ? Acceptance::monopole
                                                         : Acceptance::quadrupole;
}

} // namespace orrery
