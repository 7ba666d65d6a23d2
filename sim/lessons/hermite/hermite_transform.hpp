#pragma once

#include "sim/gauss/gauss_method.hpp"

namespace orrery {

// A method of the Gauss transform to learn from. The list has it once register_gauss_method() has
// been told of it.
extern const GaussMethod hermite_gauss;

} // namespace orrery
