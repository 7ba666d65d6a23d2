// The operators on expansions of doubles for processors with AVX-512.

#include <hwy/detect_targets.h>

#if HWY_ARCH_X86
#undef HWY_TARGET
#define HWY_TARGET HWY_AVX3
#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

template <>
ExpansionKernels<double> avx3_operators(int order) {
    return order == 7 || order == 8 ? avx3_high_operators(order)
                                    : N_AVX3::vector_operators<double>(order);
}

} // namespace orrery
#endif
