// The operators on expansions of floats for processors with AVX2.

#include <hwy/detect_targets.h>

#if HWY_ARCH_X86
#undef HWY_TARGET
#define HWY_TARGET HWY_AVX2
#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

template <>
ExpansionKernels<float> avx2_operators(int order) {
    return N_AVX2::vector_operators<float>(order);
}

} // namespace orrery
#endif
