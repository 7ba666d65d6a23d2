// The operators on expansions of which a vector is done at a time: compiled for each instruction
// set, each precision and some orders by itself, side by side, since that takes long.
// CMakeLists.txt says what for: ORRERY_OPERATORS is the name of the result.

#include <hwy/detect_targets.h>

#ifdef ORRERY_VECTORS // else what every processor of this kind has
#undef HWY_TARGET
#define HWY_TARGET ORRERY_VECTORS
#endif
#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

ExpansionKernels<ORRERY_REAL> ORRERY_OPERATORS(int order) {
    return HWY_NAMESPACE::ORRERY_ORDERS<ORRERY_REAL>(order);
}

} // namespace orrery
