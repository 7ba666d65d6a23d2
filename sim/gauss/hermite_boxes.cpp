#include "sim/gauss/hermite_boxes.hpp"

#include "sim/gauss/error_bound.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace orrery {

double hermite_side(double sigma) {
    return std::numbers::sqrt2 * sigma;
}

int hermite_boxes_within(double error) {
    return static_cast<int>(gauss_reach(error) / std::numbers::sqrt2) + 1;
}

std::optional<CellLattice> hermite_lattice(const PointBounds& bounds, double sigma, double most) {
    const double side = hermite_side(sigma);
    const CellLattice lattice = lattice_over(bounds, {side, side, side});
    double boxes = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool widened = lattice.inverse_side[axis] * side < 0.999;
        boxes *= widened ? std::numeric_limits<double>::infinity()
                         : static_cast<double>(lattice.count[axis]);
    }
    return boxes <= most ? std::optional(lattice) : std::nullopt;
}

} // namespace orrery
