// The operators on expansions of doubles of orders 7 and 8 for processors with AVX2.

#include <hwy/detect_targets.h>

#if HWY_ARCH_X86
#undef HWY_TARGET
#define HWY_TARGET HWY_AVX2
#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

ExpansionKernels<double> avx2_high_operators(int order) {
    return N_AVX2::high_operators<double>(order);
}

} // namespace orrery
#endif
