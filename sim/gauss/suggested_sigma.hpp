#pragma once

#include "sim/gauss/gauss_sum.hpp"

namespace orrery {

// A width that shows structure where bodies are dense without showing single bodies: 1.5 times the
// mean distance of neighbours in the densest half, so that about fifty bodies make up a density
// there. 0 where all bodies are in one place.
double suggested_sigma(const PointsView<double>& bodies, Workers& workers);

} // namespace orrery
