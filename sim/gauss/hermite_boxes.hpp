#pragma once

#include "sim/gauss/cell_list.hpp"

#include <optional>

namespace orrery {

// The boxes of Hermite and Taylor series, the same on the processor and on a GPU.

// The unit of the series, too.
double hermite_side(double sigma);
// Boxes within reach on either side, along an axis.
int hermite_boxes_within(double error);
// Boxes over all points; none where there would be more than `most`, with bodies or without.
std::optional<CellLattice> hermite_lattice(const PointBounds& bounds, double sigma, double most);

} // namespace orrery
