// In place of m2l_variants_cuda.cpp.

#include "sim/lessons/m2l/list_m2l_variants.hpp"

namespace orrery {

void list_m2l_variants_on_gpus(Registry<M2lVariant>& /*list*/) {}

} // namespace orrery
