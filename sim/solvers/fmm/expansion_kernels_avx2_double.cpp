// The operators on expansions of doubles for processors with AVX2.

#include <hwy/detect_targets.h>

#if HWY_ARCH_X86
#undef HWY_TARGET
#define HWY_TARGET HWY_AVX2
#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

template <>
ExpansionKernels<double> avx2_operators(int order) {
    return order == 7 || order == 8 ? avx2_high_operators(order)
                                    : N_AVX2::vector_operators<double>(order);
}

} // namespace orrery
#endif
