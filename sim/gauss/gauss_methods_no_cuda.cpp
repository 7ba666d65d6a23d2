#include "sim/gauss/list_gauss_methods.hpp"

namespace orrery {

void list_cuda_gauss_methods(Registry<GaussMethod>&) {}

} // namespace orrery
