#pragma once

#include "sim/base/registry.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

namespace orrery {

M2lVariant m2l_cpu();

// Nothing in a build without CUDA.
void list_m2l_variants_on_gpus(Registry<M2lVariant>& list);

} // namespace orrery
