#pragma once

#include "sim/gauss/gauss_method.hpp"

namespace orrery {

// The methods that need CUDA: gauss_methods_cuda.cpp, or nothing in a build without
// (gauss_methods_no_cuda.cpp).
void list_cuda_gauss_methods(Registry<GaussMethod>& list);

} // namespace orrery
