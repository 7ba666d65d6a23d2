#pragma once

#include "sim/gauss/cell_list.hpp"

namespace orrery {

// The boxes of Hermite and Taylor series, the same on the processor and on a GPU.

// The unit of the series, too.
double hermite_side(double sigma);
// Boxes within reach on either side, along an axis.
int hermite_boxes_within(double error);
// Boxes over all points. Throws bad_input, naming the method and what to take instead of it, where
// there would be more than `most`, with bodies or without.
CellLattice hermite_lattice(const PointBounds& bounds, double sigma, double most,
                            const char* method, const char* instead);

} // namespace orrery
